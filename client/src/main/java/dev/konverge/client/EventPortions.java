package dev.konverge.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Hands bytes on in portions that end where an event may end. A reader that goes on reading until its portion may be
 * complete would otherwise hold an event back, or lose it with the connection, because the next one has begun to arrive.
 */
final class EventPortions extends InputStream {
    private final InputStream in;

    /** What came behind the last place where an event may end, from {@code at} on. */
    private byte[] rest = new byte[0];

    private int at;

    EventPortions(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (at < rest.length) {
            int n = Math.min(length, rest.length - at);
            System.arraycopy(rest, at, target, offset, n);
            at += n;
            return n;
        }
        int n = in.read(target, offset, length);
        int end = offset + n;
        while (end > offset && target[end - 1] != '}') {
            end--;
        }
        if (n <= 0 || end == offset || end == offset + n) {
            return n;
        }
        rest = Arrays.copyOfRange(target, end, offset + n);
        at = 0;
        return end - offset;
    }
}
