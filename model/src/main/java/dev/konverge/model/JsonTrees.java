package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;

/** The way between values with a codec and {@link Json} trees. It leads over bytes: there is one codec, not two. */
final class JsonTrees {
    private JsonTrees() {}

    static <T> byte[] bytes(Codec<T> codec, T value) {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        return out.toByteArray();
    }

    static <T> Json toTree(Codec<T> codec, T value) {
        return Json.parse(bytes(codec, value));
    }

    static <T> T fromTree(Codec<T> codec, Json tree) {
        return codec.read(new JsonReader(tree.toBytes()));
    }

    /** {@return what a message calls a value} */
    static String nameOf(Json value) {
        return switch (value) {
            case Json.Obj ignored -> "an object";
            case Json.Arr ignored -> "a list";
            case Json.Str ignored -> "a string";
            case Json.Int ignored -> "a number";
            case Json.Dec ignored -> "a number";
            case Json.Bool ignored -> "a boolean";
            case Json.Null ignored -> "null";
        };
    }
}
