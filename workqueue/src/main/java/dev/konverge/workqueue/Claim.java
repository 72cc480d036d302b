package dev.konverge.workqueue;

import org.jspecify.annotations.Nullable;

/**
 * The exclusive right to work on a key, from {@link WorkQueue#get} until {@link #close}.
 *
 * <p>Belongs into a try-with-resources, so that the key is released whatever the work ends with. An open claim keeps its key from
 * every other worker; adds of the key meanwhile are remembered, and lead to one more hand-out after the close. A claim may be
 * used and closed by any thread.
 */
public final class Claim<K> implements AutoCloseable {
    /** Takes a claim back; does nothing for one that was taken back before. */
    interface Releaser<K> {
        void release(Claim<K> claim);
    }

    final int slot;

    /** Its times, if the queue keeps time. */
    final OpenClaims.@Nullable Times times;

    private final Releaser<K> releaser;
    private final K key;
    private final Causes causes;
    private final int priority;

    /** Belongs to the queue, and is guarded by its lock. */
    boolean released;

    Claim(Releaser<K> releaser, int slot, K key, Causes causes, int priority, OpenClaims.@Nullable Times times) {
        this.releaser = releaser;
        this.slot = slot;
        this.key = key;
        this.causes = causes;
        this.priority = priority;
        this.times = times;
    }

    /** {@return what is worked on} */
    public K key() {
        return key;
    }

    /** {@return why it was handed out} */
    public Causes causes() {
        return causes;
    }

    /** {@return the highest priority of the adds that led to this hand-out} */
    public int priority() {
        return priority;
    }

    /** Releases the key: client-go's {@code Done}. A second call does nothing. */
    public void done() {
        releaser.release(this);
    }

    /** The same as {@link #done()}. */
    @Override
    public void close() {
        done();
    }

    @Override
    public String toString() {
        return "Claim[" + key + "]";
    }
}
