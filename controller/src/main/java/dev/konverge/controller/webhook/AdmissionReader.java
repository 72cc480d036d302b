package dev.konverge.controller.webhook;

import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.authentication.v1.UserInfo;
import dev.konverge.model.codec.DecodeException;
import java.util.Optional;

/** Reads the requests of reviews about the objects of one type. */
record AdmissionReader<T extends Resource>(ResourceType<T> type) {
    AdmissionRequest<T> read(Review review) {
        GroupVersionKind kind = kind(Review.object(review.request(), "kind"));
        if (!kind.equals(type.groupVersionKind())) {
            throw new BadReviewException("this webhook is for objects of " + type + ", not for those of " + kind
                    + ": see the rules of its configuration");
        }
        return new AdmissionRequest<>(
                review.uid(),
                operation(review.text("operation")),
                kind,
                resource(Review.object(review.request(), "resource")),
                review.text("subResource"),
                review.text("name"),
                review.text("namespace"),
                Review.object(review.request(), "userInfo").as(UserInfo.CODEC),
                review.request().get("dryRun") instanceof Json.Bool dryRun && dryRun.value(),
                Review.object(review.request(), "options"),
                object(review, "object"),
                object(review, "oldObject"));
    }

    private static GroupVersionKind kind(Json.Obj kind) {
        return new GroupVersionKind(
                Review.text(kind, "group"), Review.text(kind, "version"), Review.text(kind, "kind"));
    }

    private static GroupVersionResource resource(Json.Obj resource) {
        return new GroupVersionResource(
                Review.text(resource, "group"), Review.text(resource, "version"), Review.text(resource, "resource"));
    }

    private static Operation operation(String word) {
        return switch (word) {
            case "CREATE" -> Operation.CREATE;
            case "UPDATE" -> Operation.UPDATE;
            case "DELETE" -> Operation.DELETE;
            case "CONNECT" -> Operation.CONNECT;
            default -> throw new BadReviewException("there is no operation \"" + word + '"');
        };
    }

    private Optional<T> object(Review review, String field) {
        if (!(review.request().get(field) instanceof Json.Obj object)) {
            return Optional.empty();
        }
        try {
            return Optional.of(object.as(type.codec()));
        } catch (DecodeException broken) {
            throw new BadReviewException("the " + field + " is no object of " + type + ": " + broken.getMessage());
        }
    }
}
