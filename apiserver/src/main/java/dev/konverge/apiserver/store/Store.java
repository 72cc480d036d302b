package dev.konverge.apiserver.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The one place of the server that changes: a {@link State}, the lock under which it is replaced, and those who wait for that.
 *
 * <p>Safe for use by many threads. Reading takes no lock. Writing is optimistic: whoever writes says which state of the object it
 * started from, and is refused if that is no longer the current one. The lock is held for the replacement alone.
 */
public final class Store {
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal anyChange;

    @GuardedBy("lock")
    private final Map<String, Signal> changes = new HashMap<>();

    /** Written under the lock, read by everyone. */
    private volatile State state;

    /** Starts with a state, usually {@link State#empty}. */
    public Store(Platform platform, State state) {
        this.platform = platform;
        this.anyChange = platform.signal(lock);
        this.state = state;
    }

    /** {@return the present} */
    public State state() {
        return state;
    }

    /** {@return another store that begins where this one is now}; takes constant time */
    public Store fork(Platform otherPlatform) {
        return new Store(otherPlatform, state);
    }

    /**
     * Writes one object, if nobody else has in the meantime.
     *
     * @param collection where
     * @param key of which object
     * @param expected the state the writer started from, null if there was none
     * @param content what it shall be, without a resource version, or null to delete it
     * @param form what the object {@linkplain Stored#isIn is in}, null if that does not matter
     * @return what was written, or null if {@code expected} is not the current state
     */
    public @Nullable Change write(
            String collection,
            String key,
            @Nullable Stored expected,
            Json.@Nullable Obj content,
            @Nullable Object form) {
        lock.lock();
        try {
            if (state.find(collection, key) != expected) {
                return null;
            }
            State.Written written =
                    state.write(collection, key, content, form, platform.clock().now());
            state = written.state();
            wake(collection);
            return written.change();
        } finally {
            lock.unlock();
        }
    }

    /** The same of an object in no form that matters. */
    public @Nullable Change write(
            String collection, String key, @Nullable Stored expected, Json.@Nullable Obj content) {
        return write(collection, key, expected, content, null);
    }

    /** Forgets the past before a revision. */
    public void compact(long revision) {
        replace(before -> before.compact(revision));
    }

    /**
     * Waits until a revision is reached, at most until the deadline.
     *
     * @return whether it is
     */
    public boolean awaitRevision(long revision, long deadline) throws InterruptedException {
        return await(anyChange, () -> state.revision() >= revision, deadline);
    }

    /** Waits until a collection has changed behind a revision, or {@code ended}, at most until the deadline. */
    public void awaitChange(String collection, long after, BooleanSupplier ended, long deadline)
            throws InterruptedException {
        await(signal(collection), () -> state.lastChange(collection) > after || ended.getAsBoolean(), deadline);
    }

    /** Wakes all that wait for a collection, though it did not change. */
    public void wakeAll(String collection) {
        lock.lock();
        try {
            Signal signal = changes.get(collection);
            if (signal != null) {
                signal.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean await(Signal signal, BooleanSupplier condition, long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (!signal.awaitUntil(deadline)) {
                    return condition.getAsBoolean();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private Signal signal(String collection) {
        lock.lock();
        try {
            return changes.computeIfAbsent(collection, any -> platform.signal(lock));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void wake(String collection) {
        anyChange.signalAll();
        Signal signal = changes.get(collection);
        if (signal != null) {
            signal.signalAll();
        }
    }

    private void replace(UnaryOperator<State> change) {
        lock.lock();
        try {
            state = change.apply(state);
            anyChange.signalAll();
            changes.values().forEach(Signal::signalAll);
        } finally {
            lock.unlock();
        }
    }
}
