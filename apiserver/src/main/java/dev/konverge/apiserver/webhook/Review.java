package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.admission.match.Request;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.GoBase64;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a webhook is told of a write, and what its answer means. Pure. */
final class Review {
    private static final String API_VERSION = "admission.k8s.io/v1";

    private static final ReviewReader READER = new ReviewReader(
            "admission.k8s.io",
            "AdmissionReview",
            "AdmissionResponse",
            Map.of(
                    "uid", "types.UID",
                    "allowed", "bool",
                    "status", "v1.Status",
                    "patch", "[]uint8",
                    "patchType", "v1.PatchType",
                    "auditAnnotations", "map[string]string",
                    "warnings", "[]string"));

    private Review() {}

    /**
     * What a webhook says.
     *
     * @param allowed whether the write may go on
     * @param result the status that came with it
     * @param patch what shall be changed; empty for nothing
     * @param patchType how that is said
     * @param warnings what the user is told besides
     */
    record Answer(boolean allowed, Json.Obj result, String patch, String patchType, List<String> warnings) {
        /**
         * {@return the changes}
         *
         * @throws WebhookCalls.CallFailure if they are none
         */
        Json.Arr changes() throws WebhookCalls.CallFailure {
            if (patch.isEmpty()) {
                return new Json.Arr(List.of());
            }
            Json.Arr changes = GoPatch.read(GoBase64.decode(patch));
            if (!changes.items().isEmpty() && !patchType.equals("JSONPatch")) {
                throw new WebhookCalls.CallFailure("unsupported patch type " + GoText.quote(patchType));
            }
            return changes;
        }
    }

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

    /** {@return the review in an answer} */
    static Json.Obj read(byte[] body) throws WebhookCalls.CallFailure {
        return READER.read(body);
    }

    /** {@return what an answer means}; {@code mutating} says whether it may ask for changes */
    static Answer meaning(String uid, Json.Obj review, boolean mutating) throws Nonsense {
        if (!Tree.has(review, "response")) {
            throw new Nonsense("webhook response was absent");
        }
        Json.Obj response = Tree.object(review, "response");
        String answered = Tree.text(response, "uid");
        if (!answered.equals(uid)) {
            throw new Nonsense("expected response.uid=" + GoText.quote(uid) + ", got " + GoText.quote(answered));
        }
        String shown = ReviewReader.shown(review);
        String expected = API_VERSION + ", Kind=AdmissionReview";
        if (!shown.equals(expected)) {
            throw new Nonsense("expected webhook response of " + expected + ", got " + shown);
        }
        requirePatch(response, mutating);
        return new Answer(
                Tree.flag(response, "allowed"),
                Tree.object(response, "status"),
                Tree.text(response, "patch"),
                Tree.text(response, "patchType"),
                Tree.strings(response, "warnings"));
    }

    private static void requirePatch(Json.Obj response, boolean mutating) throws Nonsense {
        boolean patched = !Tree.text(response, "patch").isEmpty();
        boolean typed = Tree.has(response, "patchType");
        if (!mutating && patched) {
            throw new Nonsense("validating webhook may not return response.patch");
        }
        if (!mutating && typed) {
            throw new Nonsense("validating webhook may not return response.patchType");
        }
        if (patched && !typed) {
            throw new Nonsense("webhook returned response.patch but not response.patchType");
        }
        if (typed && !patched) {
            throw new Nonsense("webhook returned response.patchType but not response.patch");
        }
        if (typed && Tree.text(response, "patchType").isEmpty()) {
            throw new Nonsense("webhook returned invalid response.patchType of \"\"");
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
        status.put("metadata", Tree.object(result, "metadata"));
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
