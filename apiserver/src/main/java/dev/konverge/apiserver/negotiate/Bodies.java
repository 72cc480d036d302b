package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import dev.konverge.schema.KindDef;
import dev.konverge.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests, in each of the forms that a client may send.
 *
 * <p>Whatever is wrong with a body comes out as a {@link StatusException} with the text of Kubernetes. Safe for use by many
 * threads.
 */
public final class Bodies {
    private static final String HEAD = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
            + " Kind string \"json:\\\"kind,omitempty\\\"\" }";

    /** How much of a body a message shows. */
    private static final int EXCERPT = 30;

    private final TypeCheck types;
    private final ProtoForms proto;
    private final Map<String, String> typeNames = new HashMap<>();

    /** Reads objects of the kinds of this schema, and custom resources. */
    public Bodies(Schema schema, ProtoForms proto) {
        this.types = new TypeCheck(schema);
        this.proto = proto;
        for (KindDef kind : schema.kinds()) {
            typeNames.put(kind.apiVersion() + " " + kind.kind(), kind.type());
        }
    }

    /** {@return how many bytes an object of a built-in kind takes in a database}: as protobuf, if it has that form */
    public int storedBytes(Json.Obj object) {
        return proto.write(object).orElseGet(object::toBytes).length;
    }

    /**
     * {@return the object in a body}
     *
     * @param body the body
     * @param contentType the header, or null if the client sent none
     * @param expected the kind that the endpoint takes; one that the body leaves out is filled in
     * @throws StatusException 415 if the form is not known, 400 if the body is not of that form or not of that kind
     */
    public Decoded object(byte[] body, @Nullable String contentType, Expected expected) {
        MediaType form = MediaType.ofContentType(contentType)
                .filter(type -> !expected.custom() || type != MediaType.PROTOBUF)
                .orElseThrow(() -> Failures.unsupportedMediaType(MediaType.ALL.stream()
                        .filter(type -> !expected.custom() || type != MediaType.PROTOBUF)
                        .map(MediaType::text)
                        .toList()));
        Raw raw = raw(body, form, expected);
        String kind = text(raw.object, "kind");
        String apiVersion = text(raw.object, "apiVersion");
        if (expected.custom()) {
            requireKind(kind, body, expected);
        }
        kind = kind.isEmpty() ? expected.kind() : kind;
        apiVersion = apiVersion.isEmpty() && !expected.custom() ? expected.apiVersion() : apiVersion;
        requireRegistered(raw.object, apiVersion, kind, expected);
        List<String> problems = new ArrayList<>(raw.complaint.stream().toList());
        if (form == MediaType.JSON && !expected.custom() && NumberTexts.areOddIn(body)) {
            requireNumbers(body, apiVersion, kind, expected);
        }
        for (String unknown : unknownFields(raw.object, apiVersion, kind, expected)) {
            problems.add("unknown field " + GoText.quote(unknown));
        }
        for (String duplicate : raw.duplicates) {
            problems.add("duplicate field " + GoText.quote(duplicate));
        }
        if (!apiVersion.equals(expected.apiVersion())) {
            throw Failures.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + expected.apiVersion() + ")");
        }
        return new Decoded(withHead(raw.object, apiVersion, kind), problems);
    }

    /**
     * {@return the options in the body of a deletion}; a client may give them in the name of any group
     *
     * @throws StatusException 415 if the form is not known, 400 if the body is not of that form
     */
    public Json.Obj deleteOptions(byte[] body, @Nullable String contentType) {
        MediaType form = MediaType.ofContentType(contentType)
                .orElseThrow(() -> Failures.unsupportedMediaType(
                        MediaType.ALL.stream().map(MediaType::text).toList()));
        try {
            Json.Obj options = parsed(body, form, Expected.builtIn("", "v1", "DeleteOptions")).object;
            requireOptions(text(options, "apiVersion"), text(options, "kind"));
            types.unknownFields(options, "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions", Patched.Reading.DECODED);
            return options;
        } catch (ProtoForms.UnreadableException e) {
            requireKnownOptions(e);
            throw Failures.badRequest(String.valueOf(e.getMessage()));
        } catch (MalformedException e) {
            throw Failures.badRequest(e.reason());
        }
    }

    /** What cannot be read is first of all no options, if it is something else. */
    private static void requireKnownOptions(ProtoForms.UnreadableException unreadable) {
        try {
            requireOptions(unreadable.apiVersion(), unreadable.kind());
        } catch (MalformedException e) {
            throw Failures.badRequest(e.reason());
        }
    }

    private static void requireOptions(String apiVersion, String kind) {
        if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
            throw new MalformedException("no kind " + GoText.quote(kind) + " is registered for version "
                    + GoText.quote(apiVersion) + " in scheme \"pkg/runtime/scheme.go:111\"");
        }
    }

    /**
     * {@return the configuration in the body of a server-side apply}: YAML, of which JSON is a part
     *
     * @throws StatusException 400 if it is none
     */
    public Decoded applyConfiguration(byte[] body) {
        YamlText text;
        try {
            text = YamlText.parse(body);
        } catch (MalformedException e) {
            throw Failures.badRequest("error decoding YAML: error converting YAML to JSON: " + e.reason());
        }
        Json.Obj object = switch (text.value()) {
            case Json.Obj configuration -> configuration;
            case Json.Null ignored -> Json.Obj.EMPTY;
            case Json other ->
                throw Failures.badRequest(
                        "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal "
                                + nameOf(other) + " into Go value of type map[string]interface {}");
        };
        return new Decoded(object, text.conversionComplaint().stream().toList());
    }

    /**
     * {@return the paths of the fields that a built-in kind does not have}
     *
     * @throws StatusException 422 if a value is of another type
     */
    public List<String> unknownFields(Patched patched, Expected expected) {
        String type = typeNames.get(expected.apiVersion() + " " + expected.kind());
        try {
            return type == null
                    ? List.of()
                    : types.unknownFields(patched.object(), type, patched.reading(), patched.numbers());
        } catch (MalformedException e) {
            throw patched.refusal(e.reason());
        }
    }

    /** What a body holds, and what strict decoding says of its form. */
    private record Raw(Json.Obj object, List<String> duplicates, Optional<String> complaint) {}

    private Raw raw(byte[] body, MediaType form, Expected expected) {
        try {
            return parsed(body, form, expected);
        } catch (MalformedException e) {
            throw unrecognized(body, expected, e.reason());
        } catch (ProtoForms.UnreadableException e) {
            throw unusable(e.apiVersion(), e.kind(), expected, String.valueOf(e.getMessage()));
        }
    }

    private Raw parsed(byte[] body, MediaType form, Expected expected) {
        return switch (form) {
            case JSON -> {
                LenientJson.Document document = json(body);
                yield new Raw(head(document.value()), document.duplicates(), Optional.empty());
            }
            case YAML -> {
                YamlText text = YamlText.parse(body);
                yield new Raw(head(text.value()), List.of(), text.complaint());
            }
            case PROTOBUF ->
                new Raw(proto.read(body, expected.apiVersion(), expected.kind()), List.of(), Optional.empty());
        };
    }

    private static LenientJson.Document json(byte[] body) {
        try {
            return LenientJson.parse(body);
        } catch (MalformedException e) {
            throw new MalformedException("couldn't get version/kind; json parse error: " + e.reason());
        }
    }

    private static Json.Obj head(Json value) {
        return switch (value) {
            case Json.Obj object -> {
                for (String name : List.of("apiVersion", "kind")) {
                    Json head = object.get(name);
                    if (head != null && !(head instanceof Json.Str) && !(head instanceof Json.Null)) {
                        throw new MalformedException(
                                "couldn't get version/kind; json parse error: json: cannot unmarshal " + nameOf(head)
                                        + " into Go struct field ." + name + " of type string");
                    }
                }
                yield object;
            }
            case Json.Null ignored -> Json.Obj.EMPTY;
            default ->
                throw new MalformedException("couldn't get version/kind; json parse error: json: cannot unmarshal "
                        + nameOf(value) + " into Go value of type " + HEAD);
        };
    }

    private static String nameOf(Json value) {
        return switch (value) {
            case Json.Obj ignored -> "object";
            case Json.Arr ignored -> "array";
            case Json.Str ignored -> "string";
            case Json.Int ignored -> "number";
            case Json.Dec ignored -> "number";
            case Json.Bool ignored -> "bool";
            case Json.Null ignored -> "null";
        };
    }

    private static void requireKind(String kind, byte[] body, Expected expected) {
        if (kind.isEmpty()) {
            String text = new String(body, StandardCharsets.UTF_8);
            throw unrecognized(body, expected, "Object 'Kind' is missing in '" + text + "'");
        }
    }

    private void requireRegistered(Json.Obj object, String apiVersion, String kind, Expected expected) {
        if (expected.custom() || (apiVersion.equals(expected.apiVersion()) && kind.equals(expected.kind()))) {
            return;
        }
        findMismatch(object, apiVersion, kind, expected).ifPresent(reason -> {
            throw unusable(apiVersion, kind, expected, reason);
        });
    }

    private Optional<String> findMismatch(Json.Obj object, String apiVersion, String kind, Expected expected) {
        if (!typeNames.containsKey(apiVersion + " " + kind)) {
            return Optional.of("no kind " + GoText.quote(kind) + " is registered for version "
                    + GoText.quote(apiVersion) + " in scheme \"pkg/api/legacyscheme/scheme.go:30\"");
        }
        if (kind.equals(expected.kind())) {
            return Optional.empty();
        }
        try {
            unknownIn(object, apiVersion, kind);
        } catch (MalformedException misfit) {
            // It is read as what it says it is before that is found to be something else.
            return Optional.of(misfit.reason());
        }
        String version = apiVersion.substring(apiVersion.lastIndexOf('/') + 1);
        String group = expected.group().isEmpty() ? "core" : expected.group().split("\\.", 2)[0];
        return Optional.of("converting (" + version + "." + kind + ") to (" + group + "." + expected.kind()
                + "): unknown conversion");
    }

    /**
     * {@return what a patch has made of an object, as an object of its kind}: one that says no kind is of the expected one.
     *
     * @throws StatusException 422 if it is of another kind
     */
    public Json.Obj ofKind(Patched patched, Expected expected) {
        Json.Obj object = patched.object();
        String apiVersion = text(object, "apiVersion").isEmpty() ? expected.apiVersion() : text(object, "apiVersion");
        String kind = text(object, "kind").isEmpty() ? expected.kind() : text(object, "kind");
        if (!apiVersion.equals(expected.apiVersion()) || !kind.equals(expected.kind())) {
            findMismatch(object, apiVersion, kind, expected).ifPresent(reason -> {
                throw patched.refusal(reason);
            });
        }
        return object.get("kind") == null || object.get("apiVersion") == null
                ? withHead(object, apiVersion, kind)
                : object;
    }

    /** {@return why an object cannot be read as one of a kind, in Go's words, if it cannot} */
    public Optional<String> findMisfit(Json.Obj object, Expected expected) {
        try {
            unknownIn(object, expected.apiVersion(), expected.kind());
            return Optional.empty();
        } catch (MalformedException misfit) {
            return Optional.of(misfit.reason());
        }
    }

    private List<String> unknownFields(Json.Obj object, String apiVersion, String kind, Expected expected) {
        try {
            return expected.custom() ? List.of() : unknownIn(object, apiVersion, kind);
        } catch (MalformedException e) {
            throw unusable(apiVersion, kind, expected, e.reason());
        }
    }

    /** Refuses numbers that are not written as the fields want them, which their values do not tell. */
    private void requireNumbers(byte[] body, String apiVersion, String kind, Expected expected) {
        NumberTexts numbers = new NumberTexts();
        String type = typeNames.get(apiVersion + " " + kind);
        try {
            if (type != null && LenientJson.parse(body, numbers) instanceof Json.Obj object) {
                types.unknownFields(object, type, Patched.Reading.DECODED, numbers);
            }
        } catch (MalformedException e) {
            throw unusable(apiVersion, kind, expected, e.reason());
        }
    }

    private List<String> unknownIn(Json.Obj object, String apiVersion, String kind) {
        String type = typeNames.get(apiVersion + " " + kind);
        return type == null ? List.of() : types.unknownFields(object, type, Patched.Reading.DECODED);
    }

    private static StatusException unusable(String apiVersion, String kind, Expected expected, String why) {
        String version = apiVersion.substring(apiVersion.lastIndexOf('/') + 1);
        return Failures.badRequest(kind + " in version " + GoText.quote(version) + " cannot be handled as a "
                + expected.kind() + ": " + why);
    }

    private static StatusException unrecognized(byte[] body, Expected expected, String why) {
        return Failures.badRequest("the object provided is unrecognized (must be of type " + expected.kind() + "): "
                + why + " (" + excerpt(body) + ")");
    }

    private static String excerpt(byte[] body) {
        if (body.length == 0) {
            return "<empty>";
        }
        int shown = Math.min(body.length, EXCERPT);
        String text = body[0] == '{'
                ? new String(body, 0, shown, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(body, 0, shown);
        return shown < body.length ? text + " ..." : text;
    }

    private static String text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }

    private static Json.Obj withHead(Json.Obj object, String apiVersion, String kind) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of(kind));
        fields.put("apiVersion", Json.of(apiVersion));
        object.fields().forEach((name, value) -> {
            if (!name.equals("kind") && !name.equals("apiVersion")) {
                fields.put(name, value);
            }
        });
        return new Json.Obj(fields);
    }
}
