package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.admission.match.Request;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a webhook is told of a write, and what its answer means. Pure. */
final class Review {
    private static final String API_VERSION = "admission.k8s.io/v1";

    private Review() {}

    /**
     * What a webhook says.
     *
     * @param allowed whether the write may go on
     * @param result the status that came with it
     * @param patch what shall be changed, null for nothing
     * @param warnings what the user is told besides
     */
    record Answer(
            boolean allowed, Json.Obj result, @Nullable Json patch, List<String> warnings) {}

    /** An answer that is none. */
    static final class Nonsense extends Exception {
        private static final long serialVersionUID = 1L;

        Nonsense(String message) {
            super(message, null, false, false);
        }
    }

    /** {@return the review to send}; the objects of {@code request} are in the version that the webhook wants to see */
    static byte[] of(String uid, Request request, Served seen) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("uid", Json.of(uid));
        request.described(seen).fields().forEach((name, value) -> {
            if (name.equals("dryRun")) {
                fields.put("object", orNull(request.object()));
                fields.put("oldObject", orNull(request.old()));
            }
            fields.put(name, value);
        });
        Json.Obj review =
                Tree.of("kind", "AdmissionReview", "apiVersion", API_VERSION, "request", new Json.Obj(fields));
        return review.toBytes();
    }

    private static Json orNull(Json.@Nullable Obj object) {
        return object == null ? Json.Null.INSTANCE : object;
    }

    /** {@return what an answer means}; {@code mutating} says whether it may ask for changes */
    static Answer read(String uid, byte[] body, boolean mutating) throws Nonsense {
        Json.Obj review = review(body);
        if (!Tree.has(review, "response")) {
            throw new Nonsense("webhook response was absent");
        }
        Json.Obj response = Tree.object(review, "response");
        String answered = Tree.text(response, "uid");
        if (!answered.equals(uid)) {
            throw new Nonsense("expected response.uid=" + GoText.quote(uid) + ", got " + GoText.quote(answered));
        }
        String version = Tree.text(review, "apiVersion");
        String kind = Tree.text(review, "kind");
        if (!version.equals(API_VERSION) || !kind.equals("AdmissionReview")) {
            throw new Nonsense("expected webhook response of " + API_VERSION + ", Kind=AdmissionReview, got " + version
                    + ", Kind=" + kind);
        }
        return new Answer(
                Tree.flag(response, "allowed"),
                Tree.object(response, "status"),
                patch(response, mutating),
                Tree.strings(response, "warnings"));
    }

    private static Json.Obj review(byte[] body) throws Nonsense {
        try {
            if (Json.parse(body) instanceof Json.Obj review) {
                return review;
            }
        } catch (DecodeException notJson) {
            // Said below, as for any other thing that is no object.
        }
        throw new Nonsense("couldn't get version/kind; json parse error: the answer is no JSON object");
    }

    private static @Nullable Json patch(Json.Obj response, boolean mutating) throws Nonsense {
        String patch = Tree.text(response, "patch");
        boolean typed = Tree.has(response, "patchType");
        if (!mutating) {
            if (!patch.isEmpty()) {
                throw new Nonsense("validating webhook may not return response.patch");
            }
            if (typed) {
                throw new Nonsense("validating webhook may not return response.patchType");
            }
            return null;
        }
        if (patch.isEmpty()) {
            if (typed) {
                throw new Nonsense("webhook returned response.patchType but not response.patch");
            }
            return null;
        }
        if (!typed) {
            throw new Nonsense("webhook returned response.patch but not response.patchType");
        }
        String type = Tree.text(response, "patchType");
        if (!type.equals("JSONPatch")) {
            throw new Nonsense("webhook returned invalid response.patchType of " + GoText.quote(type));
        }
        try {
            return Json.parse(Base64.getDecoder().decode(patch));
        } catch (IllegalArgumentException | DecodeException undecodable) {
            throw new Nonsense("received undecodable patch in webhook response");
        }
    }

    /** {@return the refusal that a webhook's answer is} */
    static StatusException refusal(String webhook, Json.Obj result) {
        String by = "admission webhook " + GoText.quote(webhook) + " denied the request";
        String message = Tree.text(result, "message");
        String reason = Tree.text(result, "reason");
        String why = message.isEmpty() ? reason : message;
        Map<String, Json> status = new LinkedHashMap<>();
        status.put("kind", Json.of("Status"));
        status.put("apiVersion", Json.of("v1"));
        status.put("metadata", Json.Obj.EMPTY);
        status.put("status", Json.of("Failure"));
        status.put("message", Json.of(why.isEmpty() ? by + " without explanation" : by + ": " + why));
        if (!reason.isEmpty()) {
            status.put("reason", Json.of(reason));
        }
        if (Tree.has(result, "details")) {
            status.put("details", Tree.object(result, "details"));
        }
        status.put("code", Json.of(Math.max(400, Tree.number(result, "code"))));
        return new StatusException(new Json.Obj(status));
    }
}
