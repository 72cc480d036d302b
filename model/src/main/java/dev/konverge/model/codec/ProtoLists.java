package dev.konverge.model.codec;

import dev.konverge.model.ListMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads and writes whole lists of resources as protobuf, in their envelope. */
public final class ProtoLists {
    /** From how many bytes on it pays to look for equal values among them. */
    private static final int LONG = 1 << 18;

    private ProtoLists() {}

    /** {@return a list in its envelope} */
    public static <T extends Resource> byte[] write(ResourceList<T> list, ResourceType<T> type) {
        ProtoCodec<T> codec = codec(type);
        return ProtoEnvelope.seal(type.apiVersion(), type.listKind(), out -> {
            out.messages(2, list.items(), codec);
            out.message(1, list.metadata(), ListMeta.CODEC);
        });
    }

    /** {@return the list in an envelope} */
    public static <T extends Resource> ResourceList<T> read(
            byte[] envelope, ResourceType<T> type, DecodeOptions options) {
        List<T> items = new ArrayList<>();
        ListMeta metadata = forEach(envelope, type, options, items::add);
        return new ResourceList<>(metadata, items);
    }

    /** Hands over the items of the list in an envelope. {@return the list's metadata} */
    public static <T extends Resource> ListMeta forEach(
            byte[] envelope, ResourceType<T> type, DecodeOptions options, Consumer<T> items) {
        ProtoEnvelope open = ProtoEnvelope.open(envelope, 0, envelope.length);
        if (!open.kind().equals(type.listKind()) || !open.apiVersion().equals(type.apiVersion())) {
            throw new DecodeException(
                    "expected a " + type.apiVersion() + " " + type.listKind() + " but found another kind", "$", 0);
        }
        boolean shares = options.sharing() != null || envelope.length < LONG;
        return forEach(open.content(shares ? options : options.withSharing()), codec(type), items);
    }

    private static <T extends Resource> ProtoCodec<T> codec(ResourceType<T> type) {
        if (type.codec() instanceof ProtoCodec<T> codec) {
            return codec;
        }
        throw new IllegalArgumentException(type + " has no protobuf form");
    }

    private static <T> ListMeta forEach(ProtoReader in, ProtoCodec<T> codec, Consumer<T> items) {
        ListMeta metadata = ListMeta.builder().build();
        for (int tag = in.nextTag(); tag != 0; tag = in.nextTag()) {
            switch (tag >>> 3) {
                case 1 -> metadata = in.message(tag, ListMeta.CODEC);
                case 2 -> items.accept(in.item(tag, codec));
                default -> in.skip(tag);
            }
        }
        return metadata;
    }
}
