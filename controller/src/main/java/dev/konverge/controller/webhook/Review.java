package dev.konverge.controller.webhook;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the API server sends: a question of one kind, {@code AdmissionReview} or {@code ConversionReview}.
 *
 * @param apiVersion the version of the language of the review
 * @param kind what kind of question it is
 * @param uid the name of the question, which the answer repeats
 * @param request the question
 */
record Review(String apiVersion, String kind, String uid, Json.Obj request) {
    /**
     * {@return the review in a body}
     *
     * @throws BadReviewException if it is not one of that kind in that version
     */
    static Review read(byte[] body, String apiVersion, String kind) {
        Json.Obj document = object(body);
        String given = text(document, "apiVersion") + " " + text(document, "kind");
        if (!given.equals(apiVersion + " " + kind)) {
            throw new BadReviewException(
                    "expected a review of " + apiVersion + " " + kind + ", but it is one of \"" + given.strip() + '"');
        }
        if (!(document.get("request") instanceof Json.Obj request)) {
            throw new BadReviewException("the " + kind + " has no request");
        }
        String uid = text(request, "uid");
        if (uid.isEmpty()) {
            throw new BadReviewException("the request has no uid");
        }
        return new Review(apiVersion, kind, uid, request);
    }

    private static Json.Obj object(byte[] body) {
        try {
            if (Json.parse(body) instanceof Json.Obj document) {
                return document;
            }
            throw new BadReviewException("the body is no JSON object");
        } catch (DecodeException broken) {
            throw new BadReviewException("the body is no JSON: " + broken.getMessage());
        }
    }

    /** {@return a text, empty if there is none} */
    static String text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }

    String text(String field) {
        return text(request, field);
    }

    /** {@return an object, empty if there is none} */
    static Json.Obj object(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Obj inner ? inner : Json.Obj.EMPTY;
    }

    /** {@return the document with the answer to this review} */
    Json.Obj answer(Map<String, Json> response) {
        Map<String, Json> named = new LinkedHashMap<>();
        named.put("uid", Json.of(uid));
        named.putAll(response);
        Map<String, Json> document = new LinkedHashMap<>();
        document.put("apiVersion", Json.of(apiVersion));
        document.put("kind", Json.of(kind));
        document.put("response", new Json.Obj(named));
        return new Json.Obj(document);
    }
}
