package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that is worked out when it is asked for, and again after what it is made of has changed.
 *
 * <p>Whoever asks after a {@link #invalidate} gets nothing older. Those who ask at the same time share one evaluation; its
 * exception goes to one of them, and is not kept.
 *
 * <p>Safe for use by many threads.
 *
 * @param <V> the type of the value
 */
public final class Lazy<V> {
    private final Supplier<V> evaluation;
    private final ReentrantLock evaluating = new ReentrantLock();

    /** Counts changes. Written by anyone who invalidates. */
    private final AtomicLong changes = new AtomicLong();

    /** Written by whoever evaluates, read by anyone. */
    private volatile @Nullable Result<V> last;

    private record Result<V>(V value, long changes) {}

    /** A value that has not been worked out. */
    public Lazy(Supplier<V> evaluation) {
        this.evaluation = evaluation;
    }

    /** What the value is made of has changed. */
    public void invalidate() {
        changes.incrementAndGet();
    }

    /** {@return the value as it is after all changes so far} May evaluate, or wait for an evaluation. */
    public V get() {
        Result<V> known = last;
        if (known != null && known.changes >= changes.get()) {
            return known.value;
        }
        evaluating.lock();
        try {
            return evaluated();
        } finally {
            evaluating.unlock();
        }
    }

    @GuardedBy("evaluating")
    private V evaluated() {
        long before = changes.get();
        Result<V> known = last;
        if (known == null || known.changes < before) {
            known = new Result<>(evaluation.get(), before);
            last = known;
        }
        return known.value;
    }
}
