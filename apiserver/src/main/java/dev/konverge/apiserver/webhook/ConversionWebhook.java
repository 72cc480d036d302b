package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.crd.Conversion;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The strategy {@code Webhook}: a program outside converts. Safe for use by many threads. */
public final class ConversionWebhook implements Conversion {
    private static final String API_VERSION = "apiextensions.k8s.io/v1";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final ReviewReader READER = new ReviewReader(
            "apiextensions.k8s.io",
            "ConversionReview",
            "ConversionResponse",
            Map.of("uid", "types.UID", "convertedObjects", "[]runtime.RawExtension", "result", "v1.Status"));

    private final WebhookCalls calls;
    private final RandomGenerator random;
    private final Endpoint endpoint;
    private final boolean speaksV1;

    private ConversionWebhook(WebhookCalls calls, RandomGenerator random, Json.Obj webhook) {
        this.calls = calls;
        this.random = random;
        this.endpoint = Endpoint.of(Tree.object(webhook, "clientConfig"));
        this.speaksV1 = Tree.strings(webhook, "conversionReviewVersions").contains("v1");
    }

    /** {@return how a definition wants its objects converted}; {@code settings} is its {@code spec.conversion} */
    public static Conversion of(Json.Obj settings, WebhookCalls calls, RandomGenerator random) {
        return Tree.text(settings, "strategy").equals("Webhook")
                ? new ConversionWebhook(calls, random, Tree.object(settings, "webhook"))
                : Conversion.NONE;
    }

    @Override
    public Json.Obj convert(Json.Obj object, String apiVersion) {
        String uid = new UUID(random.nextLong(), random.nextLong()).toString();
        List<Json> converted;
        try {
            if (!speaksV1) {
                throw new WebhookCalls.CallFailure("no supported conversion review versions");
            }
            converted = converted(uid, calls.post(endpoint, review(uid, object, apiVersion), TIMEOUT));
        } catch (WebhookCalls.CallFailure failure) {
            throw failed(object, "failed: " + failure.getMessage());
        }
        if (converted.size() != 1) {
            throw failed(object, "returned " + converted.size() + " objects, expected 1");
        }
        return checked(object, object(converted.getFirst()), apiVersion);
    }

    /** What is no object is told by the decoder, which knows nothing of conversions. */
    private static Json.Obj object(Json converted) {
        if (!(converted instanceof Json.Obj object)) {
            throw Failures.untyped("unexpected end of JSON input");
        }
        if (!Tree.has(object, "kind")) {
            throw Failures.untyped("Object 'Kind' is missing in '" + object + "'");
        }
        return object;
    }

    private static byte[] review(String uid, Json.Obj object, String apiVersion) {
        Json.Obj request =
                Tree.of("uid", uid, "desiredAPIVersion", apiVersion, "objects", new Json.Arr(List.of(object)));
        return Tree.of("kind", "ConversionReview", "apiVersion", API_VERSION, "request", request)
                .toBytes();
    }

    private static List<Json> converted(String uid, byte[] body) throws WebhookCalls.CallFailure {
        Json.Obj review = READER.read(body);
        String shown = ReviewReader.shown(review);
        String expected = API_VERSION + ", Kind=ConversionReview";
        if (!shown.equals(expected)) {
            throw new WebhookCalls.CallFailure("expected webhook response of " + expected + ", got " + shown);
        }
        if (!Tree.has(review, "response")) {
            throw new WebhookCalls.CallFailure("no response provided");
        }
        Json.Obj response = Tree.object(review, "response");
        String answered = Tree.text(response, "uid");
        if (!answered.equals(uid)) {
            throw new WebhookCalls.CallFailure(
                    "expected response.uid=" + GoText.quote(uid) + ", got " + GoText.quote(answered));
        }
        String status = Tree.text(response, "result", "status");
        if (!status.equals("Success")) {
            String message = Tree.text(response, "result", "message");
            throw new WebhookCalls.CallFailure(
                    message.isEmpty() ? "response.result.status was '" + status + "', not 'Success'" : message);
        }
        return Tree.list(response, "convertedObjects");
    }

    /** Of the metadata a webhook may change labels and annotations alone. */
    private static Json.Obj checked(Json.Obj before, Json.Obj after, String apiVersion) {
        String received = Tree.text(after, "apiVersion");
        if (!received.equals(apiVersion)) {
            throw failed(
                    before,
                    "returned invalid object at index 0: invalid groupVersion (expected " + apiVersion + ", received "
                            + received + ")");
        }
        String kind = Tree.text(before, "kind");
        if (!Tree.text(after, "kind").equals(kind)) {
            throw failed(
                    before,
                    "returned invalid object at index 0: invalid kind (expected " + kind + ", received "
                            + Tree.text(after, "kind") + ")");
        }
        for (String field : List.of("name", "namespace", "uid")) {
            String was = Tree.text(before, "metadata", field);
            String is = Tree.text(after, "metadata", field);
            if (!was.equals(is)) {
                String shown = field.equals("uid") ? "UID" : field;
                throw failed(before, "returned invalid object: must have the same " + shown + ": " + was + " != " + is);
            }
        }
        Json.Obj metadata = Tree.object(before, "metadata");
        for (String field : List.of("labels", "annotations")) {
            findMisfit(Tree.at(after, "metadata", field), field).ifPresent(why -> {
                throw failed(before, "returned invalid metadata: " + why + " in converted object");
            });
            metadata = Tree.with(metadata, Tree.at(after, "metadata", field), field);
        }
        return Tree.with(after, metadata, "metadata");
    }

    private static Optional<String> findMisfit(@Nullable Json values, String field) {
        String at = "metadata." + field;
        if (values == null || values instanceof Json.Null) {
            return Optional.empty();
        }
        if (!(values instanceof Json.Obj named)) {
            return Optional.of("invalid " + at + " of type " + goType(values));
        }
        return named.fields().entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Json.Str))
                .findFirst()
                .map(entry -> at + "[" + entry.getKey() + "] must be a string, but is " + goType(entry.getValue()));
    }

    private static String goType(Json value) {
        return value instanceof Json.Null ? "<nil>" : GoFormat.typeName(value);
    }

    private static StatusException failed(Json.Obj object, String why) {
        return Failures.untyped("conversion webhook for " + Tree.text(object, "apiVersion") + ", Kind="
                + Tree.text(object, "kind") + " " + why);
    }
}
