package dev.konverge.apiserver.cel;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A sequence of bytes, compared by what is in it. */
final class Bytes implements Comparable<Bytes> {
    private final byte[] content;

    Bytes(byte[] content) {
        this.content = content.clone();
    }

    static Bytes of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    int size() {
        return content.length;
    }

    byte[] toArray() {
        return content.clone();
    }

    Bytes plus(Bytes other) {
        byte[] both = Arrays.copyOf(content, content.length + other.content.length);
        System.arraycopy(other.content, 0, both, content.length, other.content.length);
        return new Bytes(both);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(content, other.content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }
}
