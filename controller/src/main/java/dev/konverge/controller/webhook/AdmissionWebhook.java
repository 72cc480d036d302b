package dev.konverge.controller.webhook;

import dev.konverge.model.Carryover;
import dev.konverge.model.Json;
import dev.konverge.model.JsonPatch;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Webhooks that are asked before something is done to an object. */
sealed interface AdmissionWebhook<T extends Resource> extends Webhook {
    @Override
    default Review read(byte[] body) {
        return Review.read(body, "admission.k8s.io/v1", "AdmissionReview");
    }

    /** Says yes or no. */
    record Validating<T extends Resource>(ResourceType<T> type, ValidatingHandler<T> handler)
            implements AdmissionWebhook<T> {
        @Override
        public Answer answer(Review review) throws Exception {
            AdmissionRequest<T> request = new AdmissionReader<>(type).read(review);
            Optional<T> subject = request.object().or(request::oldObject);
            if (subject.isEmpty()) {
                throw new BadReviewException("the request has neither an object nor an old one");
            }
            return switch (handler.review(request, subject.get(), request.oldObject())) {
                case Admission.Allowed allowed -> allow(review, allowed.warnings());
                case Admission.Denied denied -> deny(review, denied);
            };
        }
    }

    /** Changes the object. */
    record Mutating<T extends Resource>(ResourceType<T> type, MutatingHandler<T> handler)
            implements AdmissionWebhook<T> {
        @Override
        public Answer answer(Review review) throws Exception {
            AdmissionRequest<T> request = new AdmissionReader<>(type).read(review);
            if (request.object().isEmpty()) {
                return allow(review, List.of());
            }
            T before = request.object().get();
            return switch (handler.review(request, before)) {
                case Mutation.Changed<T> changed -> change(review, before, changed);
                case Mutation.Refused<T> refused -> deny(review, refused.verdict());
            };
        }

        private Answer change(Review review, T before, Mutation.Changed<T> changed) {
            Json whole = Review.object(review.request(), "object");
            Json after =
                    Carryover.of(whole, Json.from(type.codec(), before), Json.from(type.codec(), changed.object()));
            JsonPatch patch = JsonPatch.between(whole, after);
            if (patch.operations().isEmpty()) {
                return allow(review, changed.warnings());
            }
            Map<String, Json> response = new LinkedHashMap<>();
            response.put("allowed", Json.of(true));
            response.put("patchType", Json.of("JSONPatch"));
            response.put(
                    "patch",
                    Json.of(Base64.getEncoder().encodeToString(patch.toJson().toBytes())));
            return answered(Verdict.CHANGED, review, response, changed.warnings());
        }
    }

    private static Webhook.Answer allow(Review review, List<String> warnings) {
        Map<String, Json> response = new LinkedHashMap<>();
        response.put("allowed", Json.of(true));
        return answered(Verdict.ALLOWED, review, response, warnings);
    }

    private static Webhook.Answer deny(Review review, Admission.Denied denied) {
        Map<String, Json> status = new LinkedHashMap<>();
        status.put("status", Json.of("Failure"));
        status.put("message", Json.of(denied.message()));
        status.put("reason", Json.of(denied.reason()));
        status.put("code", Json.of(denied.code()));
        Map<String, Json> response = new LinkedHashMap<>();
        response.put("allowed", Json.of(false));
        response.put("status", new Json.Obj(status));
        return answered(Verdict.DENIED, review, response, denied.warnings());
    }

    private static Webhook.Answer answered(
            Verdict verdict, Review review, Map<String, Json> response, List<String> warnings) {
        if (!warnings.isEmpty()) {
            response.put(
                    "warnings", new Json.Arr(warnings.stream().map(Json::of).toList()));
        }
        return new Webhook.Answer(verdict, review.answer(response));
    }
}
