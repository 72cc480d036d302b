package dev.konverge.model.codec;

import dev.konverge.model.Bytes;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codecs of values that are elements of a list or values of a map and have no type of their own. As in Kubernetes,
 * {@code null} stands for the zero value there.
 */
public final class Scalars {
    /** Texts. */
    public static final Codec<String> STRING = scalar(JsonReader::readString, JsonWriter::string, "");

    /** Whole numbers of 32 bits. */
    public static final Codec<Integer> INT32 =
            scalar(JsonReader::readInteger, (out, v) -> out.number(v.longValue()), 0);

    /** Whole numbers of 64 bits. */
    public static final Codec<Long> INT64 = scalar(JsonReader::readLong, (out, v) -> out.number(v.longValue()), 0L);

    /** Numbers. */
    public static final Codec<Double> DOUBLE =
            scalar(JsonReader::readDouble, (out, v) -> out.number(v.doubleValue()), 0.0);

    /** Booleans. */
    public static final Codec<Boolean> BOOL =
            scalar(JsonReader::readBoolean, (out, v) -> out.bool(v.booleanValue()), false);

    /** Octets. */
    public static final Codec<Bytes> BYTES =
            scalar(JsonReader::readBytes, (out, v) -> out.string(v.toBase64()), Bytes.EMPTY);

    /** Lists of texts. */
    public static final Codec<List<String>> STRINGS = list(STRING);

    private Scalars() {}

    /** {@return the codec of lists whose elements a codec reads} */
    public static <T> Codec<List<T>> list(Codec<T> element) {
        return scalar(in -> in.readList(element), (out, v) -> out.list(v, element), List.of());
    }

    /** {@return the codec of maps whose values a codec reads} */
    public static <T> Codec<Map<String, T>> map(Codec<T> value) {
        return scalar(in -> in.readMap(value), (out, v) -> out.map(v, value), Map.of());
    }

    /** {@return the codec of a text that is known before} */
    public static Codec<String> exactly(String text) {
        return scalar(
                in -> {
                    in.expectText(text);
                    return text;
                },
                JsonWriter::string,
                text);
    }

    private static <T> Codec<T> scalar(
            Function<JsonReader, @Nullable T> read, BiConsumer<JsonWriter, T> write, T zero) {
        return new Codec<>() {
            @Override
            public T read(JsonReader in) {
                T value = read.apply(in);
                return value == null ? zero : value;
            }

            @Override
            public void write(T value, JsonWriter out) {
                write.accept(out, value);
            }
        };
    }
}
