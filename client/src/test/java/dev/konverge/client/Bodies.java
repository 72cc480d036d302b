package dev.konverge.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Bodies of answers that arrive in unkind ways. */
final class Bodies {
    private Bodies() {}

    /** A body that comes in pieces of so many bytes. */
    static InputStream inPieces(String text, int size) {
        return inPieces(text.getBytes(StandardCharsets.UTF_8), size);
    }

    static InputStream inPieces(byte[] bytes, int size) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, size));
            }
        };
    }

    /** A body that breaks off. */
    static InputStream breaking(String text, IOException why) {
        InputStream begin = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return new InputStream() {
            @Override
            public int read() throws IOException {
                int b = begin.read();
                if (b < 0) {
                    throw why;
                }
                return b;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                int n = begin.read(target, offset, length);
                if (n < 0) {
                    throw why;
                }
                return n;
            }
        };
    }

    /** A body that waits for what is fed to it, until it is closed. */
    static final class Fed extends InputStream {
        private static final byte[] END = new byte[0];
        private final LinkedBlockingQueue<byte[]> parts = new LinkedBlockingQueue<>();
        private byte @Nullable [] part;
        private int at;
        private volatile boolean closed;

        void feed(String text) {
            parts.add(text.getBytes(StandardCharsets.UTF_8));
        }

        void end() {
            parts.add(END);
        }

        boolean isClosed() {
            return closed;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            while (part == null || at == part.length) {
                try {
                    part = parts.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new java.io.InterruptedIOException("interrupted");
                }
                at = 0;
                if (closed) {
                    throw new IOException("closed");
                }
                if (part.length == 0) {
                    parts.add(END);
                    return -1;
                }
            }
            int n = Math.min(length, part.length - at);
            System.arraycopy(part, at, target, offset, n);
            at += n;
            return n;
        }

        @Override
        public void close() {
            closed = true;
            parts.add(END);
        }
    }
}
