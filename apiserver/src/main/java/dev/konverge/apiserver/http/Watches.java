package dev.konverge.apiserver.http;

import dev.konverge.apiserver.WatchFeed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** The watches that are open: bounded in number, and closed together when the server stops. */
final class Watches {
    private final int limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<WatchFeed> open = new HashSet<>();
    private boolean closed;

    Watches(int limit) {
        this.limit = limit;
    }

    /** Takes a feed in. {@return whether there was room}; if not, the caller still owns it. */
    boolean add(WatchFeed feed) {
        lock.lock();
        try {
            return !closed && open.size() < limit && open.add(feed);
        } finally {
            lock.unlock();
        }
    }

    /** Closes a feed and makes room. */
    void end(WatchFeed feed) {
        lock.lock();
        try {
            open.remove(feed);
        } finally {
            lock.unlock();
        }
        feed.close();
    }

    /** {@return how many are open} */
    int size() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    /** Closes them all and takes no more. */
    void close() {
        List<WatchFeed> all;
        lock.lock();
        try {
            closed = true;
            all = new ArrayList<>(open);
        } finally {
            lock.unlock();
        }
        all.forEach(WatchFeed::close);
    }
}
