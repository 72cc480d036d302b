package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Has the server read anew after a pause, longer each time, where the copy could not take something. What comes meanwhile goes on
 * to the copy.
 *
 * <p>Pauses are short again only after the copy has taken everything: what it never takes costs a few lists an hour.
 */
final class Relists {
    /** What no pause exceeds, before jitter. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Platform platform;
    private final String name;
    private final ReflectorBackoff backoff;
    private final Runnable relist;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private ReflectorBackoff.Progress progress;

    /** The one that waits, if one does, and those before it that may not have quite ended. */
    @GuardedBy("lock")
    private final List<Task> tasks = new ArrayList<>();

    @GuardedBy("lock")
    private boolean waiting;

    @GuardedBy("lock")
    private boolean closed;

    /** Whether there was a request since the copy was last whole. Written under the lock, read by anyone. */
    private volatile boolean needed;

    Relists(Platform platform, String name, ReflectorBackoff backoff, Runnable relist) {
        this.platform = platform;
        this.name = name;
        this.backoff = backoff.withLongest(LONGEST);
        this.relist = relist;
        this.progress = new ReflectorBackoff.Progress(0, platform.clock().nanoTime());
    }

    /** {@return whether there was a request since {@link #copyIsWhole}} */
    boolean isNeeded() {
        return needed;
    }

    /** The copy has taken everything. */
    void copyIsWhole() {
        lock.lock();
        try {
            needed = false;
        } finally {
            lock.unlock();
        }
    }

    /** Asks for one. Does nothing while one is to come. */
    void request() {
        lock.lock();
        try {
            if (waiting || closed) {
                return;
            }
            if (!needed) {
                progress = progress.at(platform.clock().nanoTime(), backoff);
            }
            needed = true;
            Duration pause = backoff.pause(progress.pauses(), platform.random());
            progress = progress.next();
            tasks.removeIf(Task::isDone);
            tasks.add(platform.start("relist " + name, () -> relistAfter(pause)));
            waiting = true;
        } finally {
            lock.unlock();
        }
    }

    private void relistAfter(Duration pause) throws InterruptedException {
        platform.sleep(pause);
        lock.lock();
        try {
            waiting = false;
        } finally {
            lock.unlock();
        }
        relist.run();
    }

    /** Ends all, for good. */
    void close() {
        List<Task> last;
        lock.lock();
        try {
            closed = true;
            last = List.copyOf(tasks);
        } finally {
            lock.unlock();
        }
        new Endings().thenClose(last).rethrow();
    }
}
