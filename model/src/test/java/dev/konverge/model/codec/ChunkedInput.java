package dev.konverge.model.codec;

import java.io.ByteArrayInputStream;

/** Gives at most so many bytes at a time. */
final class ChunkedInput extends ByteArrayInputStream {
    private final int chunk;

    ChunkedInput(byte[] bytes, int chunk) {
        super(bytes);
        this.chunk = chunk;
    }

    @Override
    public synchronized int read(byte[] target, int at, int length) {
        return super.read(target, at, Math.min(length, chunk));
    }
}
