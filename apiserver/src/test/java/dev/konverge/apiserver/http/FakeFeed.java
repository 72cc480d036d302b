package dev.konverge.apiserver.http;

import dev.konverge.apiserver.WatchFeed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A feed that a test fills; an empty frame is its end. */
final class FakeFeed implements WatchFeed {
    private static final byte[] END = {};

    private final LinkedBlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    final CountDownLatch closed = new CountDownLatch(1);

    void add(String frame) {
        frames.add(frame.getBytes(StandardCharsets.UTF_8));
    }

    void add(byte[] frame) {
        frames.add(frame);
    }

    void end() {
        frames.add(END);
    }

    @Override
    public List<byte[]> await(int limit) throws InterruptedException {
        byte[] first = frames.take();
        if (first.length == 0) {
            end();
            return List.of();
        }
        List<byte[]> found = new ArrayList<>(List.of(first));
        for (byte[] next = frames.peek();
                next != null && next.length > 0 && found.size() < limit;
                next = frames.peek()) {
            found.add(frames.remove());
        }
        return found;
    }

    @Override
    public void close() {
        closed.countDown();
        end();
    }
}
