package dev.konverge.apiserver.fault;

import dev.konverge.apiserver.WatchFeed;
import java.util.List;

/** A feed that delivers nothing while a rule stands. */
final class FrozenFeed implements WatchFeed {
    private final WatchFeed feed;
    private final Injection rule;

    /** Written by whoever closes the feed, read by its reader. */
    private volatile boolean closed;

    FrozenFeed(WatchFeed feed, Injection rule) {
        this.feed = feed;
        this.rule = rule;
    }

    @Override
    public List<byte[]> await(int limit) throws InterruptedException {
        rule.holdUntilClosed(() -> closed);
        return feed.await(limit);
    }

    @Override
    public void close() {
        closed = true;
        rule.wake();
        feed.close();
    }
}
