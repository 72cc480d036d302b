package dev.konverge.client.http;

import java.io.IOException;
import java.io.InputStream;

/** A stream that is read byte by byte at little cost, and can be looked into. For one thread at a time. */
final class ReadAhead extends InputStream {
    private static final int SIZE = 1 << 13;

    private final InputStream source;
    private final byte[] buffer = new byte[SIZE];
    private int at;
    private int end;

    ReadAhead(InputStream source) {
        this.source = source;
    }

    /** {@return whether nothing has been read that was not taken} */
    boolean isEmpty() {
        return at == end;
    }

    /** {@return the next byte, which is not taken; -1 at the end} */
    int peek() throws IOException {
        return at < end || fill() ? buffer[at] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        int count = source.read(buffer, 0, SIZE);
        at = 0;
        end = Math.max(0, count);
        return count > 0;
    }

    @Override
    public int read() throws IOException {
        return at < end || fill() ? buffer[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (at == end) {
            if (length >= SIZE) {
                return source.read(target, offset, length);
            }
            if (!fill()) {
                return length == 0 ? 0 : -1;
            }
        }
        int count = Math.min(length, end - at);
        System.arraycopy(buffer, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return end - at;
    }
}
