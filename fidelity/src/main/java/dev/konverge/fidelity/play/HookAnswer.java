package dev.konverge.fidelity.play;

import dev.konverge.fidelity.scenario.Canned;
import dev.konverge.fidelity.scenario.Values;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a webhook sends back.
 *
 * @param status the HTTP status
 * @param type the media type
 * @param body the body
 */
record HookAnswer(int status, String type, String body) {
    private static final String JSON = "application/json";
    private static final String PATCH = "patch";

    /** {@return the answer to a review} */
    static HookAnswer of(Canned.Admission admission, Json review) {
        Map<String, Json> response = new LinkedHashMap<>(admission.response().fields());
        response.putIfAbsent("uid", uid(review));
        if (response.get(PATCH) instanceof Json.Arr changes) {
            response.put(PATCH, Json.of(Base64.getEncoder().encodeToString(changes.toBytes())));
            response.putIfAbsent("patchType", Json.of("JSONPatch"));
        }
        return json(200, filled(review(response, review), review));
    }

    /** {@return the answer to a review} */
    static HookAnswer of(Canned.Conversion conversion, Json review) {
        Json version = Values.at(review, "request.desiredAPIVersion");
        Map<String, Json> always = new LinkedHashMap<>(conversion.change().fields());
        always.putIfAbsent("apiVersion", version == null ? Json.Null.INSTANCE : version);
        List<Json> converted = new ArrayList<>();
        if (Values.at(review, "request.objects") instanceof Json.Arr objects) {
            for (Json object : objects.items()) {
                Map<String, Json> changed = new LinkedHashMap<>(always);
                changed.put("$with", object);
                converted.add(new Values(Map.of()).in(new Json.Obj(changed)));
            }
        }
        Map<String, Json> response = new LinkedHashMap<>();
        response.put("uid", uid(review));
        response.put("convertedObjects", new Json.Arr(converted));
        response.put("result", new Json.Obj(Map.of("status", Json.of("Success"))));
        return json(200, review(response, review));
    }

    /** {@return the answer to a review, or to whatever was asked} */
    static HookAnswer of(Canned.Raw raw, Json review) {
        return raw.body() instanceof Json.Str text
                ? new HookAnswer(raw.status(), raw.type(), text.value())
                : new HookAnswer(
                        raw.status(), raw.type(), filled(raw.body(), review).toString());
    }

    private static HookAnswer json(int status, Json body) {
        return new HookAnswer(status, JSON, body.toString());
    }

    private static Json uid(Json review) {
        Json uid = Values.at(review, "request.uid");
        return uid == null ? Json.Null.INSTANCE : uid;
    }

    private static Json review(Map<String, Json> response, Json review) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (String head : List.of("apiVersion", "kind")) {
            Json value = Values.at(review, head);
            fields.put(head, value == null ? Json.Null.INSTANCE : value);
        }
        fields.put("response", new Json.Obj(response));
        return new Json.Obj(fields);
    }

    private static Json filled(Json answer, Json review) {
        return new Values(Map.of("review", review)).in(answer);
    }
}
