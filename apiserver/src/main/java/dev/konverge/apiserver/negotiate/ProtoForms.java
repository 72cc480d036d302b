package dev.konverge.apiserver.negotiate;

import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Status;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoReader;
import dev.konverge.model.codec.ProtoWriter;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way between trees and Kubernetes' protobuf. It leads over the records of the model, whose codecs know both forms.
 *
 * <p>Safe for use by many threads.
 */
public final class ProtoForms {
    /** How many bytes every envelope begins with. */
    private static final int MAGIC = 4;

    private static final String METADATA_LIST = "PartialObjectMetadataList";

    /**
     * Codecs by apiVersion and kind, made when protobuf is first seen: it loads every record class, which most servers never
     * need. Two threads may make it at once; the results are the same.
     */
    private final AtomicReference<@Nullable Map<String, ProtoCodec<?>>> codecs = new AtomicReference<>();

    /** A way that has loaded nothing yet. */
    public ProtoForms() {
        // Everything is made when it is first needed.
    }

    /** A message of a known kind that cannot be read. */
    static final class UnreadableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String apiVersion;
        private final String kind;

        UnreadableException(String apiVersion, String kind, String reason) {
            super(reason, null, false, false);
            this.apiVersion = apiVersion;
            this.kind = kind;
        }

        String apiVersion() {
            return apiVersion;
        }

        String kind() {
            return kind;
        }
    }

    /**
     * {@return the tree of a message in its envelope}; of a kind that is not known, only what it is called
     *
     * @param usualVersion the version of a message that does not say what it is
     * @param usualKind its kind
     * @throws MalformedException if there is no envelope
     * @throws UnreadableException if what is in it cannot be read
     */
    Json.Obj read(byte[] body, String usualVersion, String usualKind) {
        if (body.length == 0) {
            throw new MalformedException("empty data");
        }
        if (!ProtoEnvelope.isOne(body)) {
            throw new MalformedException(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        if (body.length == MAGIC) {
            throw new MalformedException("empty body");
        }
        ProtoEnvelope envelope;
        try {
            envelope = ProtoEnvelope.open(body, 0, body.length);
        } catch (DecodeException e) {
            throw new MalformedException("proto: " + e.reason());
        }
        String apiVersion = envelope.apiVersion().isEmpty() ? usualVersion : envelope.apiVersion();
        String kind = envelope.kind().isEmpty() ? usualKind : envelope.kind();
        ProtoCodec<?> codec = find(apiVersion, kind).orElse(null);
        try {
            Json tree = codec == null ? Json.Obj.EMPTY : tree(codec, envelope.content(DecodeOptions.STANDARD));
            return withHead((Json.Obj) tree, apiVersion, kind);
        } catch (DecodeException e) {
            String reason = e.reason().equals("unexpected end of input") ? "unexpected EOF" : "proto: " + e.reason();
            throw new UnreadableException(apiVersion, kind, reason);
        }
    }

    /** {@return an object or a list in its envelope; empty if the kind has no protobuf form} */
    Optional<byte[]> write(Json.Obj tree) {
        String apiVersion = text(tree, "apiVersion");
        String kind = text(tree, "kind");
        ProtoCodec<?> codec = find(apiVersion, kind).orElse(null);
        if (codec != null) {
            return Optional.of(ProtoEnvelope.seal(apiVersion, kind, out -> message(codec, tree, out)));
        }
        if (kind.equals("PartialObjectMetadata")) {
            return Optional.of(ProtoEnvelope.seal(apiVersion, kind, out -> metadataOnly(tree, out)));
        }
        if (!(tree.get("items") instanceof Json.Arr items)) {
            return Optional.empty();
        }
        if (kind.equals(METADATA_LIST)) {
            return Optional.of(ProtoEnvelope.seal(apiVersion, kind, out -> {
                for (int i = items.items().size() - 1; i >= 0; i--) {
                    int before = out.size();
                    metadataOnly((Json.Obj) items.items().get(i), out);
                    out.endMessage(2, before);
                }
                listMeta(tree, out);
            }));
        }
        return find(apiVersion, kind.substring(0, Math.max(0, kind.length() - "List".length())))
                .map(item -> ProtoEnvelope.seal(apiVersion, kind, out -> list(item, tree, items.items(), out)));
    }

    /** {@return one event of a watch with its length in front; empty if the object has no protobuf form} */
    Optional<byte[]> event(String type, Json.Obj object) {
        return write(object).map(content -> {
            ProtoWriter out = new ProtoWriter(content.length + 32);
            int before = out.size();
            out.raw(1, content);
            out.endMessage(2, before);
            out.string(1, type);
            byte[] message = out.toByteArray();
            return ByteBuffer.allocate(4 + message.length)
                    .putInt(message.length)
                    .put(message)
                    .array();
        });
    }

    private static <T> void list(ProtoCodec<T> codec, Json.Obj tree, List<Json> items, ProtoWriter out) {
        for (int i = items.size() - 1; i >= 0; i--) {
            int before = out.size();
            message(codec, items.get(i), out);
            out.endMessage(2, before);
        }
        listMeta(tree, out);
    }

    private static void listMeta(Json.Obj tree, ProtoWriter out) {
        Json metadata = tree.get("metadata");
        out.message(1, value(ListMeta.CODEC, metadata == null ? Json.Obj.EMPTY : metadata), ListMeta.CODEC);
    }

    private static void metadataOnly(Json.Obj tree, ProtoWriter out) {
        Json metadata = tree.get("metadata");
        out.message(1, value(ObjectMeta.CODEC, metadata == null ? Json.Obj.EMPTY : metadata), ObjectMeta.CODEC);
    }

    private static <T> void message(ProtoCodec<T> codec, Json tree, ProtoWriter out) {
        codec.writeProto(value(codec, tree), out);
    }

    private static <T> T value(ProtoCodec<T> codec, Json tree) {
        return codec.read(new JsonReader(tree.toBytes()));
    }

    private static <T> Json tree(ProtoCodec<T> codec, ProtoReader in) {
        JsonWriter out = new JsonWriter();
        codec.write(codec.readProto(in), out);
        return Json.parse(out.toByteArray());
    }

    private Optional<ProtoCodec<?>> find(String apiVersion, String kind) {
        if (kind.equals("DeleteOptions")) {
            // It travels in the name of whichever group the client calls.
            return Optional.of(DeleteOptions.CODEC);
        }
        Map<String, ProtoCodec<?>> known = codecs.get();
        if (known == null) {
            known = load();
            codecs.set(known);
        }
        return Optional.ofNullable(known.get(apiVersion + " " + kind));
    }

    private static Map<String, ProtoCodec<?>> load() {
        Map<String, ProtoCodec<?>> known = new HashMap<>();
        for (ResourceType<?> type : KubernetesTypes.all()) {
            if (type.codec() instanceof ProtoCodec<?> codec) {
                known.put(type.apiVersion() + " " + type.kind(), codec);
            }
        }
        known.put("v1 Status", Status.CODEC);
        return known;
    }

    private static String text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }

    private static Json.Obj withHead(Json.Obj object, String apiVersion, String kind) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of(kind));
        fields.put("apiVersion", Json.of(apiVersion));
        object.fields().forEach(fields::putIfAbsent);
        return new Json.Obj(fields);
    }
}
