package dev.konverge.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;

/** A stream whose lines are changed one by one as they arrive. Read by one thread; closed by any. */
final class LineStream extends InputStream {
    private final InputStream in;
    private final UnaryOperator<byte[]> change;
    private byte[] line = {};
    private int at;

    LineStream(InputStream in, UnaryOperator<byte[]> change) {
        this.in = in;
        this.change = change;
    }

    @Override
    public int read() throws IOException {
        return fill() ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, line.length - at);
        System.arraycopy(line, at, target, from, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return line.length - at;
    }

    /** {@return whether there is a byte to read} Waits for a whole line. */
    private boolean fill() throws IOException {
        if (at == line.length) {
            ByteArrayOutputStream next = new ByteArrayOutputStream();
            int b;
            do {
                b = in.read();
                if (b >= 0) {
                    next.write(b);
                }
            } while (b >= 0 && b != '\n');
            line = change.apply(next.toByteArray());
            at = 0;
        }
        return at < line.length;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
