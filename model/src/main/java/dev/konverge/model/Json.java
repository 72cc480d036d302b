package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.Frozen;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON value: what {@link Unstructured} is made of.
 *
 * <p>Two objects with the same fields are equal whatever the order of the fields; the order is kept for writing. A
 * number with a fraction or an exponent is a {@link Dec}, or an {@link Int} if its value is whole and fits, as in Go.
 */
public sealed interface Json {
    /** Reads and writes any JSON value. */
    Codec<Json> CODEC = new JsonCodec();

    /**
     * An object.
     *
     * @param fields its fields, in order
     */
    record Obj(Map<String, Json> fields) implements Json {
        /** The object without fields. */
        public static final Obj EMPTY = new Obj(Map.of());

        /** Copies its argument. */
        public Obj {
            fields = Frozen.ordered(fields);
        }

        /** {@return the field of that name, or null if there is none} */
        public @Nullable Json get(String name) {
            return fields.get(name);
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    /**
     * A list.
     *
     * @param items its elements
     */
    record Arr(List<Json> items) implements Json {
        /** The list without elements. */
        public static final Arr EMPTY = new Arr(List.of());

        /** Copies its argument. */
        public Arr {
            items = List.copyOf(items);
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    /**
     * A text.
     *
     * @param value the text
     */
    record Str(String value) implements Json {
        @Override
        public String toString() {
            return text(this);
        }
    }

    /**
     * A whole number of 64 bits.
     *
     * @param value the number
     */
    record Int(long value) implements Json {
        @Override
        public String toString() {
            return text(this);
        }
    }

    /**
     * Any other number.
     *
     * @param value the number, finite
     */
    record Dec(double value) implements Json {
        /** Refuses what JSON cannot write. */
        public Dec {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("JSON has no number " + value);
            }
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    /**
     * True or false.
     *
     * @param value which of them
     */
    record Bool(boolean value) implements Json {
        /** The value {@code true}. */
        public static final Bool TRUE = new Bool(true);

        /** The value {@code false}. */
        public static final Bool FALSE = new Bool(false);

        @Override
        public String toString() {
            return text(this);
        }
    }

    /** The value {@code null}. */
    record Null() implements Json {
        /** The only one needed. */
        public static final Null INSTANCE = new Null();

        @Override
        public String toString() {
            return "null";
        }
    }

    /** {@return the value of a text} */
    static Json of(String value) {
        return new Str(value);
    }

    /** {@return the value of a number} */
    static Json of(long value) {
        return new Int(value);
    }

    /** {@return the value of a number} */
    static Json of(double value) {
        return value == (long) value && Math.abs(value) < 0x1p53 ? new Int((long) value) : new Dec(value);
    }

    /** {@return the value of a boolean} */
    static Json of(boolean value) {
        return value ? Bool.TRUE : Bool.FALSE;
    }

    /**
     * {@return the value that a JSON document holds}
     *
     * @throws dev.konverge.model.codec.DecodeException if the bytes are not one JSON value
     */
    static Json parse(byte[] document) {
        JsonReader in = new JsonReader(document);
        Json value = CODEC.read(in);
        in.expectEnd();
        return value;
    }

    /**
     * {@return the value that a JSON text holds}
     *
     * @throws dev.konverge.model.codec.DecodeException if the text is not one JSON value
     */
    static Json parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return a value with a codec as a tree} */
    static <T> Json from(Codec<T> codec, T value) {
        return JsonTrees.toTree(codec, value);
    }

    /**
     * {@return this tree as a value with a codec}
     *
     * @throws dev.konverge.model.codec.DecodeException if it is no such value
     */
    default <T> T as(Codec<T> codec) {
        return JsonTrees.fromTree(codec, this);
    }

    /** {@return this value as compact JSON in UTF-8} */
    default byte[] toBytes() {
        JsonWriter out = new JsonWriter();
        CODEC.write(this, out);
        return out.toByteArray();
    }

    private static String text(Json value) {
        return new String(value.toBytes(), StandardCharsets.UTF_8);
    }
}
