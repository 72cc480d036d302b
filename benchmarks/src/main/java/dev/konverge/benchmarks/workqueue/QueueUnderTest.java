package dev.konverge.benchmarks.workqueue;

import java.time.Duration;

/** What the benchmark asks of a queue. */
interface QueueUnderTest {
    /** Adds a key. */
    void add(String key);

    /** Adds a key after a delay. */
    void addAfter(String key, Duration delay);

    /** Takes a key, does nothing with it, and gives it back. {@return false if the queue is shut down and empty} */
    boolean cycle() throws InterruptedException;

    /** Takes no more keys. */
    void shutDown();

    /** A thread of the kind that its workers run on. */
    Thread thread(Runnable body);
}
