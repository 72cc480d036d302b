package dev.konverge.fidelity.play;

import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesTypes;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Status;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.ProtoCodec;
import dev.konverge.model.codec.ProtoEnvelope;
import dev.konverge.model.codec.ProtoReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way between trees and Kubernetes' protobuf. */
final class ProtoBodies {
    private ProtoBodies() {}

    /** {@return an object in its envelope} */
    static byte[] write(Json object) {
        String version = text(object, "apiVersion");
        String kind = text(object, "kind");
        return codec(version, kind)
                .map(codec -> sealed(version, kind, codec, object))
                .orElseThrow(() -> new IllegalArgumentException(version + " " + kind + " has no protobuf form"));
    }

    private static <T> byte[] sealed(String version, String kind, ProtoCodec<T> codec, Json object) {
        return ProtoEnvelope.seal(version, kind, codec.read(new JsonReader(object.toBytes())), codec);
    }

    /**
     * {@return what is in an envelope; a text if there is no telling}
     *
     * @throws dev.konverge.model.codec.DecodeException if it is broken
     */
    static Json read(byte[] bytes) {
        if (!ProtoEnvelope.isOne(bytes)) {
            return Json.of("no envelope of protobuf");
        }
        ProtoEnvelope envelope = ProtoEnvelope.open(bytes, 0, bytes.length);
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of(envelope.kind()));
        fields.put("apiVersion", Json.of(envelope.apiVersion()));
        ProtoReader content = envelope.content(DecodeOptions.STANDARD);
        String item = envelope.kind().replaceFirst("List$", "");
        Optional<ProtoCodec<?>> whole = codec(envelope.apiVersion(), envelope.kind());
        Optional<ProtoCodec<?>> part = codec(envelope.apiVersion(), item);
        if (whole.isPresent()) {
            ((Json.Obj) tree(whole.get(), content)).fields().forEach(fields::putIfAbsent);
        } else if (part.isPresent()) {
            addList(fields, part.get(), content);
        } else {
            fields.put("protobuf", Json.of("of another kind"));
        }
        return new Json.Obj(fields);
    }

    private static <T> void addList(Map<String, Json> fields, ProtoCodec<T> codec, ProtoReader in) {
        List<Json> items = new ArrayList<>();
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag >>> 3) {
                case 1 -> fields.put("metadata", tree(ListMeta.CODEC, in.message(tag, ListMeta.CODEC)));
                case 2 -> items.add(tree(codec, in.message(tag, codec)));
                default -> in.skip(tag);
            }
        }
        fields.put("items", new Json.Arr(items));
    }

    private static <T> Json tree(ProtoCodec<T> codec, ProtoReader in) {
        return tree(codec, codec.readProto(in));
    }

    private static <T> Json tree(Codec<T> codec, T value) {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        return Json.parse(out.toByteArray());
    }

    private static Optional<ProtoCodec<?>> codec(String version, String kind) {
        if (kind.equals("DeleteOptions")) {
            return Optional.of(DeleteOptions.CODEC);
        }
        if (version.equals("v1") && kind.equals("Status")) {
            return Optional.of(Status.CODEC);
        }
        for (ResourceType<?> type : KubernetesTypes.all()) {
            if (type.apiVersion().equals(version)
                    && type.kind().equals(kind)
                    && type.codec() instanceof ProtoCodec<?> codec) {
                return Optional.of(codec);
            }
        }
        return Optional.empty();
    }

    private static String text(Json object, String field) {
        return object instanceof Json.Obj fields && fields.get(field) instanceof Json.Str text ? text.value() : "";
    }
}
