package dev.konverge.client.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are put together before they are written at once. */
final class ByteSink {
    /** What is kept for the next time. */
    private static final int KEPT = 1 << 15;

    private byte[] bytes = new byte[512];
    private int size;

    int size() {
        return size;
    }

    void put(int b) {
        room(1);
        bytes[size++] = (byte) b;
    }

    void putShort(int value) {
        put(value >>> 8);
        put(value);
    }

    void putInt(int value) {
        putShort(value >>> 16);
        putShort(value);
    }

    void put(byte[] source, int from, int count) {
        room(count);
        System.arraycopy(source, from, bytes, size, count);
        size += count;
    }

    void put(byte[] source) {
        put(source, 0, source.length);
    }

    void putText(String text) {
        put(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Overwrites what was put before. */
    void setByte(int at, int value) {
        bytes[at] = (byte) value;
    }

    /** {@return a copy of a part} */
    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Forgets what was put behind a place. */
    void cut(int at) {
        size = at;
    }

    private void room(int count) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }

    /** Writes all of them and begins anew, even if that fails. */
    void writeTo(OutputStream target) throws IOException {
        int count = size;
        size = 0;
        try {
            target.write(bytes, 0, count);
            target.flush();
        } finally {
            if (bytes.length > KEPT) {
                bytes = new byte[512];
            }
        }
    }
}
