package dev.konverge.client;

import dev.konverge.model.Json;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ResourceList;
import dev.konverge.model.Unstructured;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.FieldNames;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads lists of any kind. Items that do not say what they are, as in lists of built-in kinds, learn it from the list. */
final class UnstructuredListCodec implements Codec<ResourceList<Unstructured>> {
    static final UnstructuredListCodec INSTANCE = new UnstructuredListCodec();

    private static final FieldNames NAMES = FieldNames.of("kind", "apiVersion", "metadata", "items");

    @Override
    public ResourceList<Unstructured> read(JsonReader in) {
        String kind = "";
        String apiVersion = "";
        ListMeta metadata = ListMeta.builder().build();
        List<Unstructured> items = List.of();
        boolean anyItems = false;
        if (in.beginObject(0)) {
            for (int f = in.firstField(NAMES); f != FieldNames.END; f = in.nextField(NAMES)) {
                switch (f) {
                    case 0 -> kind = text(in.readString());
                    case 1 -> apiVersion = text(in.readString());
                    case 2 -> {
                        ListMeta read = in.readObject(ListMeta.CODEC);
                        metadata = read == null ? metadata : read;
                    }
                    case 3 -> {
                        items = in.readList(Unstructured.CODEC);
                        anyItems = true;
                    }
                    default -> in.skipValue();
                }
            }
        }
        if (!anyItems && !kind.endsWith("List")) {
            throw in.fail("expected a list");
        }
        String itemKind = kind.endsWith("List") ? kind.substring(0, kind.length() - 4) : kind;
        String itemVersion = apiVersion;
        return new ResourceList<>(
                metadata,
                items.stream().map(item -> named(item, itemVersion, itemKind)).toList());
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Unstructured named(Unstructured item, String apiVersion, String kind) {
        if (!item.kind().isEmpty() || kind.isEmpty()) {
            return item;
        }
        return item.with(Json.of(apiVersion), "apiVersion").with(Json.of(kind), "kind");
    }

    @Override
    public void write(ResourceList<Unstructured> list, JsonWriter out) {
        throw new UnsupportedOperationException("lists are only read");
    }
}
