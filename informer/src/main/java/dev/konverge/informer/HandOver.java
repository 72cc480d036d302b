package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.BriefLock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shell of all queues: the lock around the items, the waiting, the end, and the first synchronisation.
 *
 * @param <C> the type of the core, which holds the items
 */
final class HandOver<C extends QueueCore> {
    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
    private static final int LONG_QUEUE = 10;
    private static final Duration SLOW_ITEM = Duration.ofMillis(100);
    private static final Duration SLOW_BATCH = Duration.ofSeconds(1);

    private final Platform platform;
    private final BriefLock lock = new BriefLock();
    private final Signal arrived;
    private final SyncLatch synced;

    @GuardedBy("lock")
    private final C core;

    @GuardedBy("lock")
    private boolean closed;

    /** A shell; the name is for logs. */
    HandOver(Platform platform, String name, C core) {
        this.platform = platform;
        this.core = core;
        this.arrived = platform.signal(lock);
        this.synced = new SyncLatch(platform, name);
    }

    /** Changes the items under the lock. */
    void put(Consumer<C> change) {
        lock.lock();
        try {
            change.accept(core);
            if (core.size() > 0) {
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
        settle();
    }

    /**
     * Waits for an item, and has it taken and processed under the lock.
     *
     * @return false, with nothing done, if there is no item and the queue is closed
     */
    boolean take(Consumer<C> consumer) throws InterruptedException {
        try {
            return takeLocked(consumer);
        } finally {
            settle();
        }
    }

    private boolean takeLocked(Consumer<C> consumer) throws InterruptedException {
        lock.lock();
        try {
            while (core.size() == 0) {
                if (closed) {
                    return false;
                }
                arrived.await();
            }
            consumer.accept(core);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Runs something without the lock in the middle of a {@link #take}. */
    void outside(Runnable action) {
        lock.unlock();
        try {
            action.run();
        } finally {
            lock.lock();
        }
    }

    /** Runs the consumer's code, which has these items already, and reports it if it takes long while others wait. */
    void process(int items, Runnable consumer) {
        long start = platform.clock().nanoTime();
        try {
            consumer.run();
        } finally {
            reportIfSlow(items, platform.clock().nanoTime() - start);
        }
    }

    private void reportIfSlow(int items, long nanos) {
        // The length of the queue last, because it takes the lock.
        if (isSlow(items, nanos) && size() > LONG_QUEUE) {
            LOG.atWarn()
                    .addKeyValue("queue", synced.name())
                    .addKeyValue("items", items)
                    .addKeyValue("waiting", size())
                    .addKeyValue("took", Duration.ofNanos(nanos))
                    .log("slow processing of queue items");
        }
    }

    /** {@return whether so many items should not take so long} */
    static boolean isSlow(int items, long nanos) {
        return nanos > Math.min(SLOW_ITEM.toNanos() * items, SLOW_BATCH.toNanos());
    }

    /** Says that the first list is done, if it is by now. Without the lock, because it calls back. */
    private void settle() {
        if (!synced.isDone() && isComplete()) {
            synced.complete();
        }
    }

    private boolean isComplete() {
        return read(items -> items.population().isComplete());
    }

    DoneChecker synced() {
        return synced;
    }

    /** Looks at the items under the lock. */
    <R> R read(Function<C, R> reader) {
        lock.lock();
        try {
            return reader.apply(core);
        } finally {
            lock.unlock();
        }
    }

    int size() {
        return read(QueueCore::size);
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
