package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.Headers;
import dev.konverge.apiserver.ServerRequest;
import dev.konverge.apiserver.ServerResponse;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Writes answers in the form that was agreed on. Safe for use by many threads. */
public final class Answers {
    private static final String INDENT = "  ";
    private static final byte[] EVENT_TYPE = "{\"type\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT_OBJECT = "\",\"object\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT_END = "}\n".getBytes(StandardCharsets.US_ASCII);

    private final ProtoForms proto;

    /** Writes protobuf by way of these. */
    public Answers(ProtoForms proto) {
        this.proto = proto;
    }

    /**
     * Bytes and what they are.
     *
     * @param contentType the Content-Type header
     * @param body the bytes, not to be written to
     */
    // Never compared: what it holds goes straight into a response.
    @SuppressWarnings("ArrayRecordComponent")
    public record Encoded(String contentType, byte[] body) {}

    /**
     * {@return a tree in the agreed form} A kind without a protobuf form is sent as JSON to those who asked for protobuf: all
     * of them take both.
     *
     * @param tree what to show, {@linkplain Renditions rendered} already
     */
    public Encoded encode(Json.Obj tree, Accepted form) {
        return switch (form.type()) {
            case JSON -> new Encoded(MediaType.JSON.text(), form.pretty() ? pretty(tree) : line(tree.toBytes()));
            case YAML ->
                new Encoded(MediaType.YAML.text(), Yaml.write(sorted(tree)).getBytes(StandardCharsets.UTF_8));
            case PROTOBUF ->
                proto.write(tree)
                        .map(bytes -> new Encoded(MediaType.PROTOBUF.text(), bytes))
                        .orElseGet(() -> new Encoded(MediaType.JSON.text(), line(tree.toBytes())));
        };
    }

    /** {@return compact JSON with its end of line, as Kubernetes sends it} */
    public static byte[] line(byte[] json) {
        byte[] out = new byte[json.length + 1];
        System.arraycopy(json, 0, out, 0, json.length);
        out[json.length] = '\n';
        return out;
    }

    /** {@return the Content-Type of a watch in an agreed form} */
    public static String watchContentType(Accepted form) {
        return form.type().streamText();
    }

    /**
     * {@return one event of a watch, ready to be sent}
     *
     * @param type {@code ADDED}, {@code MODIFIED}, {@code DELETED}, {@code BOOKMARK} or {@code ERROR}
     * @param object the object with kind and apiVersion, {@linkplain Renditions rendered} already
     */
    public byte[] event(String type, Json.Obj object, Accepted form) {
        return switch (form.type()) {
            case JSON -> event(type, object.toBytes());
            case YAML -> throw new IllegalArgumentException("there are no events in YAML");
            case PROTOBUF -> proto.event(type, object).orElseGet(() -> event(type, object.toBytes()));
        };
    }

    /** {@return one event of a watch in JSON, around an object that is JSON already} */
    public static byte[] event(String type, byte[] object) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        byte[] out = new byte[EVENT_TYPE.length + name.length + EVENT_OBJECT.length + object.length + EVENT_END.length];
        int at = 0;
        for (byte[] part : new byte[][] {EVENT_TYPE, name, EVENT_OBJECT, object, EVENT_END}) {
            System.arraycopy(part, 0, out, at, part.length);
            at += part.length;
        }
        return out;
    }

    /** {@return JSON broken into lines, two spaces a level, without an end of line: as Kubernetes does it} */
    static byte[] pretty(Json tree) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        pretty(tree, "\n", out);
        return out.toByteArray();
    }

    private static void pretty(Json value, String newLine, ByteArrayOutputStream out) {
        switch (value) {
            case Json.Obj object
            when !object.fields().isEmpty() -> {
                String separator = "{";
                for (Map.Entry<String, Json> field : object.fields().entrySet()) {
                    write(separator + newLine + INDENT, out);
                    out.writeBytes(Json.of(field.getKey()).toBytes());
                    write(": ", out);
                    pretty(field.getValue(), newLine + INDENT, out);
                    separator = ",";
                }
                write(newLine + "}", out);
            }
            case Json.Arr array
            when !array.items().isEmpty() -> {
                String separator = "[";
                for (Json item : array.items()) {
                    write(separator + newLine + INDENT, out);
                    pretty(item, newLine + INDENT, out);
                    separator = ",";
                }
                write(newLine + "]", out);
            }
            default -> out.writeBytes(value.toBytes());
        }
    }

    private static void write(String text, ByteArrayOutputStream out) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Kubernetes' YAML is made from JSON by way of maps, so its fields are sorted by name. */
    private static Json sorted(Json value) {
        return switch (value) {
            case Json.Obj object -> {
                Map<String, Json> fields = new TreeMap<>();
                object.fields().forEach((name, field) -> fields.put(name, sorted(field)));
                yield new Json.Obj(new LinkedHashMap<>(fields));
            }
            case Json.Arr array ->
                new Json.Arr(array.items().stream().map(Answers::sorted).toList());
            default -> value;
        };
    }

    /** {@return the only event of a watch that failed, in the form that the request asks for} */
    public ServerResponse.Whole watchError(ServerRequest request, Json.Obj status) {
        Accepted form = Accepted.ofWatch(request.headers().find("Accept").orElse(null), Offer.BUILT_IN);
        return new ServerResponse.Whole(
                200, Headers.of("Content-Type", watchContentType(form)), event("ERROR", status, form));
    }
}
