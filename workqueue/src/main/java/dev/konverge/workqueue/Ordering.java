package dev.konverge.workqueue;

import org.jspecify.annotations.Nullable;

/**
 * An order of one's own for the keys that wait, given to {@link WorkQueueBuilder#ordering}.
 *
 * <p>Always called under the queue's lock, so by one thread at a time; it must be quick, must not block and must not call the
 * queue. One ordering belongs to one queue.
 *
 * <p>It should not throw. A key whose {@code push} throws must not be in here, and is not handed out: who adds it is told by the
 * exception; where that was in the past, at the end of a delay or of a claim, it is logged.
 */
public interface Ordering<K> {
    /** A key that is not in here can be handed out from now on. */
    void push(K key);

    /** A key that is in here was added once more. It may change its place, and stays in here once. */
    void touch(K key);

    /** Takes the key that is handed out next, null if there is none. */
    @Nullable
    K pop();

    /** {@return how many keys are in here} */
    int len();
}
