package dev.konverge.model.codec;

import dev.konverge.model.ListMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads and writes whole lists of resources as JSON. Each item counts on its own for the {@link Limits}. A type without
 * a kind stands for whatever is in the list; its items learn their kind from the list if they do not say it.
 */
public final class JsonLists {
    private static final byte[] KIND = JsonWriter.encodedName("kind");
    private static final byte[] API_VERSION = JsonWriter.encodedName("apiVersion");
    private static final byte[] METADATA = JsonWriter.encodedName("metadata");
    private static final byte[] ITEMS = JsonWriter.encodedName("items");

    private JsonLists() {}

    /** Writes a list as Kubernetes does: its items do not repeat their kind if the kind is built in. */
    public static <T extends Resource> void write(ResourceList<T> list, ResourceType<T> type, JsonWriter out) {
        out.beginObject();
        out.string(KIND, type.listKind());
        out.string(API_VERSION, type.apiVersion());
        out.object(METADATA, list.metadata(), ListMeta.CODEC);
        out.field(ITEMS);
        out.beginArray();
        for (T item : list.items()) {
            out.element();
            if (type.codec() instanceof ResourceCodec<T> builtIn) {
                builtIn.writeItem(item, out);
            } else {
                type.codec().write(item, out);
            }
        }
        out.endArray();
        out.endObject();
    }

    /** {@return the list in a document} */
    public static <T extends Resource> ResourceList<T> read(
            byte[] document, ResourceType<T> type, DecodeOptions options) {
        try {
            return read(new java.io.ByteArrayInputStream(document), type, options);
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    /** {@return the list that a stream holds} */
    public static <T extends Resource> ResourceList<T> read(InputStream in, ResourceType<T> type, DecodeOptions options)
            throws IOException {
        JsonListReader<T> list = new JsonListReader<>(type, JsonStream.ofDocument(in, options));
        List<T> items = new ArrayList<>();
        ListMeta metadata = list.read(items::add);
        if (type.codec().equals(Unstructured.CODEC)) {
            items.replaceAll(list::named);
        }
        return new ResourceList<>(metadata, items);
    }

    /**
     * Hands over the items of a list while it is still arriving.
     *
     * @return the list's metadata
     * @throws DecodeException if the stream does not hold such a list; items before the wrong place were handed over
     */
    public static <T extends Resource> ListMeta forEach(
            InputStream in, ResourceType<T> type, DecodeOptions options, Consumer<T> items) throws IOException {
        JsonListReader<T> list = new JsonListReader<>(type, JsonStream.ofDocument(in, options));
        return list.read(type.codec().equals(Unstructured.CODEC) ? item -> items.accept(list.named(item)) : items);
    }
}
