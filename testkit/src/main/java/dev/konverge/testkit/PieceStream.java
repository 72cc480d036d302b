package dev.konverge.testkit;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Bytes that come in pieces. Read by one thread; closed by any. */
abstract class PieceStream extends InputStream {
    private byte[] piece = {};
    private int at;

    /** {@return the next piece, null if there is none any more} Waits for it. */
    abstract byte @Nullable [] next() throws IOException;

    @Override
    public final int read() throws IOException {
        return fill() ? piece[at++] & 0xff : -1;
    }

    @Override
    public final int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, target, from, count);
        at += count;
        return count;
    }

    @Override
    public final int available() {
        return piece.length - at;
    }

    /** {@return whether there is a byte to read} */
    private boolean fill() throws IOException {
        while (at == piece.length) {
            byte[] next = next();
            if (next == null) {
                return false;
            }
            piece = next;
            at = 0;
        }
        return true;
    }
}
