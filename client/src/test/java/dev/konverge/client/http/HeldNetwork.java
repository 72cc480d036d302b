package dev.konverge.client.http;

import dev.konverge.client.testing.Bounded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A network that takes what is written, and can be held up once. */
final class HeldNetwork extends OutputStream {
    private final AtomicReference<@Nullable CountDownLatch> held = new AtomicReference<>();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

    /** {@return a frame of HTTP/2 as it stands on the wire} */
    static byte[] frame(int type, int flags, int stream, byte... payload) {
        return ByteBuffer.allocate(Http2Frames.HEAD_SIZE + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** Takes nothing from now on. */
    void hold() {
        held.set(new CountDownLatch(1));
    }

    /** Waits until somebody writes who is held up. */
    void awaitWriter() throws InterruptedException {
        Bounded.await(arrived);
    }

    /** Takes everything again. */
    void letGo() {
        CountDownLatch latch = held.getAndSet(null);
        if (latch != null) {
            latch.countDown();
        }
    }

    @Override
    public void write(int b) {
        throw new AssertionError("byte by byte");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        CountDownLatch latch = held.get();
        if (latch != null) {
            arrived.countDown();
            try {
                Bounded.await(latch);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        take(bytes, offset, length);
    }

    private synchronized void take(byte[] bytes, int offset, int length) {
        taken.write(bytes, offset, length);
    }

    /** {@return all that was written} */
    synchronized byte[] taken() {
        return taken.toByteArray();
    }
}
