package dev.konverge.client.http;

import java.io.IOException;
import java.io.InputStream;

/** A stream that is read a block at a time; a single byte is a small one. */
abstract class BlockStream extends InputStream {
    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] target, int offset, int length) throws IOException;
}
