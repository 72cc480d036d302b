package dev.konverge.model.codec;

import dev.konverge.model.Json;
import dev.konverge.model.ListMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one list: hands on its items and keeps the rest. The kind of lists of a built-in kind is known; a custom
 * resource definition may call its lists whatever it likes. A type without a kind takes lists of any.
 */
final class JsonListReader<T extends Resource> {
    private static final FieldNames NAMES = FieldNames.of("kind", "apiVersion", "metadata", "items");
    private static final String LIST = "List";

    /** From how many items on it pays to look for equal values among them. */
    private static final int MANY = 32;

    private final ResourceType<T> type;
    private final JsonStream stream;
    private String kind = "";
    private String apiVersion = "";
    private ListMeta metadata = ListMeta.builder().build();
    private boolean hasItems;

    JsonListReader(ResourceType<T> type, JsonStream stream) {
        this.type = type;
        this.stream = stream;
    }

    /** Reads the document to its end. {@return the list's metadata} */
    ListMeta read(Consumer<T> items) throws IOException {
        if (stream.step("$", r -> r.beginObject(0))) {
            fields(items);
        }
        if (!hasItems && !kind.endsWith(LIST)) {
            throw stream.step("$", r -> r.fail("expected a list"));
        }
        if (!stream.atEnd()) {
            throw stream.step("$", r -> r.fail("expected the end of the document"));
        }
        return metadata;
    }

    private void fields(Consumer<T> items) throws IOException {
        int field = stream.step("$", r -> r.firstField(NAMES));
        long seen = 0;
        while (field != FieldNames.END) {
            int current = field;
            long before = seen;
            if (current >= 0) {
                seen = stream.step("$", r -> r.once(NAMES, current, before));
            }
            switch (current) {
                case 0 -> kind = stream.step("$.kind", this::kind);
                case 1 -> apiVersion = stream.step("$.apiVersion", this::apiVersion);
                case 2 -> {
                    @Nullable ListMeta read = stream.step("$.metadata", r -> r.readObject(ListMeta.CODEC));
                    metadata = read == null ? metadata : read;
                }
                case 3 -> {
                    hasItems = true;
                    items(items);
                }
                default -> stream.step("$", JsonListReader::skip);
            }
            field = stream.step("$", r -> r.nextField(NAMES));
        }
    }

    private String kind(JsonReader in) {
        if (type.codec() instanceof ResourceCodec<T>) {
            in.expectText(type.listKind());
            return type.listKind();
        }
        String found = text(in);
        if (found.equals("Status")) {
            throw in.fail("expected a list but found a status");
        }
        return found;
    }

    private String apiVersion(JsonReader in) {
        if (type.kind().isEmpty()) {
            return text(in);
        }
        in.expectText(type.apiVersion());
        return type.apiVersion();
    }

    private static String text(JsonReader in) {
        String text = in.readString();
        return text == null ? "" : text;
    }

    private static boolean skip(JsonReader in) {
        in.skipValue();
        return true;
    }

    private void items(Consumer<T> items) throws IOException {
        if (!stream.step("$.items", JsonReader::beginItems)) {
            return;
        }
        Codec<T> codec = type.codec();
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

    /**
     * {@return an item that says what it is} Items of built-in kinds do not. A class knows it; a tree learns it from the
     * type, or from as much of the list as was read.
     */
    @SuppressWarnings("unchecked") // What is unstructured stays so.
    T named(T item) {
        String itemKind = type.kind().isEmpty() ? itemKind() : type.kind();
        if (!(item instanceof Unstructured tree) || !tree.kind().isEmpty() || itemKind.isEmpty()) {
            return item;
        }
        String itemVersion = type.kind().isEmpty() ? apiVersion : type.apiVersion();
        return (T) tree.with(Json.of(itemVersion), "apiVersion").with(Json.of(itemKind), "kind");
    }

    private String itemKind() {
        return kind.endsWith(LIST) ? kind.substring(0, kind.length() - LIST.length()) : kind;
    }
}
