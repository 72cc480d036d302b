package dev.konverge.cli.demo;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes a page for all who have something to tell, in the order in which it happened.
 *
 * <p>Each kind is watched on its own, so what happened first may be heard of later. An event waits a moment for those before it.
 *
 * <p>Safe for use by many threads.
 */
final class Narrator {
    /** How long an event waits to be told. */
    static final Duration PATIENCE = Duration.ofMillis(100);

    /** Something that happened, the how manieth change of the cluster it was, and when it was heard of. */
    private record Happening(long change, long heard, String kind, String name, String what) {}

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Page page;

    @GuardedBy("lock")
    private final PriorityQueue<Happening> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Happening::change).thenComparingLong(Happening::heard));

    Narrator(Page page, Clock clock) {
        this.page = page;
        this.clock = clock;
    }

    /** Says something of its own. */
    void say(String line) {
        lock.lock();
        try {
            tellUpTo(Long.MAX_VALUE);
            page.say(line);
        } finally {
            lock.unlock();
        }
    }

    /** Shows something to be copied. */
    void show(String line) {
        lock.lock();
        try {
            tellUpTo(Long.MAX_VALUE);
            page.show(line);
        } finally {
            lock.unlock();
        }
    }

    /** Begins a chapter. */
    void chapter(String title) {
        lock.lock();
        try {
            tellUpTo(Long.MAX_VALUE);
            page.chapter(title, clock.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hears of something that happened to an object.
     *
     * @param change the how manieth change of the cluster it was
     */
    void event(long change, String kind, String name, String what) {
        lock.lock();
        try {
            waiting.add(new Happening(change, clock.nanoTime(), kind, name, what));
        } finally {
            lock.unlock();
        }
    }

    /** Tells what was heard of long enough ago, and all that happened before it. */
    void tell() {
        lock.lock();
        try {
            long heardBy = clock.nanoTime() - PATIENCE.toNanos();
            OptionalLong last = waiting.stream()
                    .filter(happening -> happening.heard() <= heardBy)
                    .mapToLong(Happening::change)
                    .max();
            if (last.isPresent()) {
                tellUpTo(last.getAsLong());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends a chapter well, at a time. */
    void done(String what, long when) {
        lock.lock();
        try {
            tellUpTo(Long.MAX_VALUE);
            page.done(what, when);
        } finally {
            lock.unlock();
        }
    }

    /** Shows how far something is. */
    void progress(String what, int done, int all) {
        lock.lock();
        try {
            page.progress(what, done, all, clock.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    /** Tells all that is left, and leaves the page to others. */
    void end() {
        lock.lock();
        try {
            tellUpTo(Long.MAX_VALUE);
            page.endLine();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void tellUpTo(long change) {
        while (!waiting.isEmpty() && waiting.peek().change() <= change) {
            Happening next = waiting.remove();
            page.event(next.kind(), next.name(), next.what(), next.heard());
        }
    }
}
