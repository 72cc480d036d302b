package dev.konverge.apiserver.fault;

import dev.konverge.apiserver.WatchFeed;
import java.util.List;

/** A feed that ends after so many events. */
final class DroppedFeed implements WatchFeed {
    private final WatchFeed feed;
    private final boolean abruptly;
    private int left;

    DroppedFeed(WatchFeed feed, int events, boolean abruptly) {
        this.feed = feed;
        this.left = events;
        this.abruptly = abruptly;
    }

    @Override
    public List<byte[]> await(int limit) throws InterruptedException {
        if (left == 0) {
            feed.close();
            if (abruptly) {
                throw new ConnectionCutException("a fault was injected");
            }
            return List.of();
        }
        List<byte[]> frames = feed.await(Math.min(limit, left));
        left -= frames.size();
        return frames;
    }

    @Override
    public void close() {
        feed.close();
    }
}
