package dev.konverge.controller.webhook;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes objects of one version those of another: all of a review, or none. */
record ConversionWebhook(Conversion<?> conversion) implements Webhook {
    @Override
    public Review read(byte[] body) {
        return Review.read(body, "apiextensions.k8s.io/v1", "ConversionReview");
    }

    @Override
    public Answer answer(Review review) {
        String wanted = review.text("desiredAPIVersion");
        if (wanted.isEmpty() || !(review.request().get("objects") instanceof Json.Arr objects)) {
            throw new BadReviewException("the request has no desiredAPIVersion or no objects");
        }
        List<Json> converted = new ArrayList<>();
        for (Json object : objects.items()) {
            if (!(object instanceof Json.Obj one)) {
                throw new BadReviewException("the object at index " + converted.size() + " is none");
            }
            try {
                converted.add(conversion.convert(one, wanted));
            } catch (DecodeException | IllegalArgumentException unfit) {
                return failed(review, name(one) + " cannot be converted to " + wanted + ": " + unfit.getMessage());
            }
        }
        Map<String, Json> response = new LinkedHashMap<>();
        response.put("convertedObjects", new Json.Arr(converted));
        response.put("result", new Json.Obj(Map.of("status", Json.of("Success"))));
        return new Answer(Verdict.CONVERTED, review.answer(response));
    }

    private static String name(Json.Obj object) {
        return Review.text(object, "kind") + " \"" + Review.text(Review.object(object, "metadata"), "name") + '"';
    }

    private static Answer failed(Review review, String message) {
        Map<String, Json> result = new LinkedHashMap<>();
        result.put("status", Json.of("Failure"));
        result.put("message", Json.of(message));
        Map<String, Json> response = new LinkedHashMap<>();
        response.put("convertedObjects", Json.Arr.EMPTY);
        response.put("result", new Json.Obj(result));
        return new Answer(Verdict.DENIED, review.answer(response));
    }
}
