package dev.konverge.model.codec;

import dev.konverge.model.Json;
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
import org.jspecify.annotations.Nullable;

/** Reads and writes whole lists of resources as JSON. */
public final class JsonLists {
    private static final FieldNames NAMES = FieldNames.of("kind", "apiVersion", "metadata", "items");
    /** From how many items on it pays to look for equal values among them. */
    private static final int MANY = 32;

    private static final byte[] KIND = JsonWriter.encodedName("kind");
    private static final byte[] API_VERSION = JsonWriter.encodedName("apiVersion");
    private static final byte[] METADATA = JsonWriter.encodedName("metadata");
    private static final byte[] ITEMS = JsonWriter.encodedName("items");

    private JsonLists() {}

    /** Writes a list as Kubernetes does: its items do not repeat their kind if the kind is built in. */
    public static <T extends Resource> void write(ResourceList<T> list, ResourceType<T> type, JsonWriter out) {
        out.beginObject();
        out.string(KIND, type.kind() + "List");
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
        List<T> items = new ArrayList<>();
        ListMeta metadata = forEach(in, type, options, items::add);
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
        JsonStream stream = JsonStream.ofDocument(in, options);
        ListMeta metadata = ListMeta.builder().build();
        if (!stream.step("$", r -> r.beginObject(0))) {
            return metadata;
        }
        int field = stream.step("$", r -> r.firstField(NAMES));
        long seen = 0;
        while (field != FieldNames.END) {
            int current = field;
            long before = seen;
            if (current >= 0) {
                seen = stream.step("$", r -> r.once(NAMES, current, before));
            }
            switch (current) {
                case 0 -> stream.step("$.kind", r -> expect(r, type.kind() + "List"));
                case 1 -> stream.step("$.apiVersion", r -> expect(r, type.apiVersion()));
                case 2 -> {
                    @Nullable ListMeta read = stream.step("$.metadata", r -> r.readObject(ListMeta.CODEC));
                    metadata = read == null ? metadata : read;
                }
                case 3 -> items(stream, type.codec(), items(type, items));
                default -> stream.step("$", JsonLists::skip);
            }
            field = stream.step("$", r -> r.nextField(NAMES));
        }
        if (!stream.atEnd()) {
            throw stream.step("$", r -> r.fail("expected the end of the document"));
        }
        return metadata;
    }

    /** Items of built-in kinds do not say what they are. A class knows it; a tree learns it from its list. */
    @SuppressWarnings("unchecked") // What this codec reads is unstructured.
    private static <T extends Resource> Consumer<T> items(ResourceType<T> type, Consumer<T> items) {
        return type.codec().equals(Unstructured.CODEC)
                ? item -> items.accept((T) named((Unstructured) item, type))
                : items;
    }

    private static Unstructured named(Unstructured item, ResourceType<?> type) {
        return item.kind().isEmpty()
                ? item.with(Json.of(type.apiVersion()), "apiVersion").with(Json.of(type.kind()), "kind")
                : item;
    }

    private static boolean expect(JsonReader in, String text) {
        in.expectText(text);
        return true;
    }

    private static boolean skip(JsonReader in) {
        in.skipValue();
        return true;
    }

    private static <T> void items(JsonStream stream, Codec<T> codec, Consumer<T> items) throws IOException {
        if (!stream.step("$.items", JsonReader::beginItems)) {
            return;
        }
        for (int i = 0; ; i++) {
            String path = "$.items[" + i + "]";
            boolean[] more = new boolean[1];
            T item = stream.step(path, r -> {
                T value = codec.read(r);
                more[0] = r.moreItems();
                return value;
            });
            items.accept(item);
            if (!more[0]) {
                return;
            }
            if (i == MANY) {
                stream.share();
            }
        }
    }
}
