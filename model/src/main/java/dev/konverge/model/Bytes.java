package dev.konverge.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * An immutable run of octets, compared by content: a value of a Secret, a CA bundle. It prints its length only, never
 * its content.
 */
public final class Bytes {
    /** No octets. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] octets;

    private Bytes(byte[] octets) {
        this.octets = octets;
    }

    /** {@return a copy of these octets} */
    public static Bytes of(byte[] octets) {
        return octets.length == 0 ? EMPTY : new Bytes(octets.clone());
    }

    /** {@return a copy of a part of these octets} */
    public static Bytes of(byte[] octets, int from, int to) {
        return from == to ? EMPTY : new Bytes(Arrays.copyOfRange(octets, from, to));
    }

    /** {@return the UTF-8 form of a text} */
    public static Bytes utf8(String text) {
        return text.isEmpty() ? EMPTY : new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * {@return the octets that a base64 text stands for}
     *
     * @throws IllegalArgumentException if the text is not base64
     */
    public static Bytes base64(String text) {
        return text.isEmpty() ? EMPTY : new Bytes(Base64.getDecoder().decode(text));
    }

    /** {@return how many octets there are} */
    public int length() {
        return octets.length;
    }

    /** {@return a copy of the octets} */
    public byte[] toByteArray() {
        return octets.clone();
    }

    /** {@return the octets read as UTF-8} */
    public String toUtf8() {
        return new String(octets, StandardCharsets.UTF_8);
    }

    /** {@return the octets as base64} */
    public String toBase64() {
        return Base64.getEncoder().encodeToString(octets);
    }

    /** Copies the octets into an array. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(octets, 0, target, at, octets.length);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Bytes other && Arrays.equals(octets, other.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }

    @Override
    public String toString() {
        return "Bytes[" + octets.length + "]";
    }
}
