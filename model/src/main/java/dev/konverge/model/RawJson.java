package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A JSON value kept as the bytes it came with: the managed fields of a manager, an embedded object, a schema's default.
 *
 * <p>Cheap to carry and to write. {@link #parse()} gives the value; equality is that of the bytes.
 */
public final class RawJson {
    /** Reads and writes any JSON value without looking into it. */
    public static final Codec<RawJson> CODEC = new Codec<>() {
        @Override
        public RawJson read(JsonReader in) {
            return in.readRaw();
        }

        @Override
        public void write(RawJson value, JsonWriter out) {
            out.raw(value.bytes);
        }
    };

    private final byte[] bytes;

    private RawJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * {@return the value in these bytes, white space around it left out}
     *
     * @throws dev.konverge.model.codec.DecodeException if they are not one JSON value
     */
    public static RawJson of(byte[] json) {
        JsonReader in = new JsonReader(json);
        RawJson value = in.readRaw();
        in.expectEnd();
        return value;
    }

    /**
     * {@return the value in this text}
     *
     * @throws dev.konverge.model.codec.DecodeException if it is not one JSON value
     */
    public static RawJson of(String json) {
        return of(json.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return the bytes of this value} */
    public static RawJson of(Json value) {
        return new RawJson(value.toBytes());
    }

    /** {@return a value in a part of an array that the caller has checked to hold just one; the part is copied} */
    public static RawJson ofChecked(byte[] buffer, int from, int to) {
        return new RawJson(Arrays.copyOfRange(buffer, from, to));
    }

    /** {@return the value as a tree} */
    public Json parse() {
        return Json.parse(bytes);
    }

    /** {@return a copy of the bytes} */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /** {@return how many bytes there are} */
    public int length() {
        return bytes.length;
    }

    /** Copies the bytes into an array. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof RawJson other && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** {@return the JSON text} */
    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
