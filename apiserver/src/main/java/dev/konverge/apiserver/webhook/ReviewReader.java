package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.negotiate.GoBase64;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.apiserver.webhook.WebhookCalls.CallFailure;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import dev.konverge.model.YamlException;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads what comes back from a webhook, and says what is wrong with it in the words of Kubernetes' own client. Pure. */
final class ReviewReader {
    private static final String HEAD = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
            + " Kind string \"json:\\\"kind,omitempty\\\"\" }";

    private static final String BYTES = "[]uint8";

    private final String group;
    private final String kind;
    private final String responseKind;

    /** The types of the response's fields, in the words of Go. */
    private final Map<String, String> types;

    /**
     * Reads reviews of a kind, in version 1.
     *
     * @param responseKind what Go calls the response in it
     * @param types the types of the response's fields, as Go calls them
     */
    ReviewReader(String group, String kind, String responseKind, Map<String, String> types) {
        this.group = group;
        this.kind = kind;
        this.responseKind = responseKind;
        this.types = Map.copyOf(types);
    }

    /** {@return a review}; of its kind, or of none */
    Json.Obj read(byte[] body) throws CallFailure {
        if (body.length == 0) {
            throw new CallFailure("0-length response with status code: 200 and content type: application/json");
        }
        Json.Obj review = object(parsed(body));
        String version = Tree.text(review, "apiVersion");
        String name = Tree.text(review, "kind");
        if (!version.isEmpty() || !name.isEmpty()) {
            requireKind(version, name);
        }
        requireTypes(review);
        return review;
    }

    /** JSON, or YAML, which is what everything else is taken for. */
    private static Json parsed(byte[] body) throws CallFailure {
        try {
            return Json.parse(body);
        } catch (DecodeException noJson) {
            try {
                return Yaml.parse(new String(body, StandardCharsets.UTF_8));
            } catch (YamlException neither) {
                throw new CallFailure("couldn't get version/kind; json parse error: " + neither.getMessage());
            }
        }
    }

    private static Json.Obj object(Json value) throws CallFailure {
        return switch (value) {
            case Json.Obj object -> object;
            case Json.Null nothing -> Json.Obj.EMPTY;
            default ->
                throw new CallFailure("couldn't get version/kind; json parse error: json: cannot unmarshal "
                        + GoFormat.jsonName(value) + " into Go value of type " + HEAD);
        };
    }

    private void requireKind(String version, String name) throws CallFailure {
        if (name.equals(kind) && version.equals(group + "/v1")) {
            return;
        }
        if (name.equals(kind) && version.equals(group + "/v1beta1")) {
            throw new CallFailure("converting (v1beta1." + kind + ") to (v1." + kind + "): unknown conversion");
        }
        throw new CallFailure("no kind " + GoText.quote(name) + " is registered for version " + GoText.quote(version)
                + " in scheme \"pkg/util/webhook/client.go:71\"");
    }

    private void requireTypes(Json.Obj review) throws CallFailure {
        for (Map.Entry<String, Json> field :
                Tree.object(review, "response").fields().entrySet()) {
            String type = types.get(field.getKey());
            Json value = field.getValue();
            if (type != null
                    && !(value instanceof Json.Null)
                    && !GoFormat.jsonName(value).equals(written(type))) {
                throw new CallFailure("json: cannot unmarshal " + GoFormat.jsonName(value) + " into Go struct field "
                        + responseKind + ".response." + field.getKey() + " of type " + type);
            }
            if (BYTES.equals(type) && value instanceof Json.Str text) {
                requireBytes(text.value());
            }
        }
    }

    private static void requireBytes(String text) throws CallFailure {
        try {
            GoBase64.decode(text);
        } catch (IllegalArgumentException wrong) {
            throw new CallFailure(String.valueOf(wrong.getMessage()));
        }
    }

    /** {@return what a Go type looks like in JSON} */
    private static String written(String type) {
        return switch (type) {
            case "bool" -> "bool";
            case "[]string", "[]runtime.RawExtension" -> "array";
            case "map[string]string", "v1.Status" -> "object";
            default -> "string";
        };
    }

    /** {@return a version and a kind as messages show them} */
    static String shown(Json.Obj review) {
        String version = Tree.text(review, "apiVersion");
        String full = version.indexOf('/') < 0 ? "/" + version : version;
        return full + ", Kind=" + Tree.text(review, "kind");
    }
}
