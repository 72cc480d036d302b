package dev.konverge.base;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Time, waiting, threads and randomness: all that a program takes from the machine it runs on. A constructor argument of
 * everything that needs one of them.
 *
 * <p>Safe for use by many threads.
 */
public sealed interface Platform permits RealPlatform, VirtualPlatform {
    /** The work of a {@link Task}. */
    @FunctionalInterface
    interface Body {
        /**
         * Does the work.
         *
         * @throws InterruptedException when asked to stop; the ordinary end
         * @throws Exception anything else is a failure, told to the {@link TaskMonitor}
         */
        void run() throws Exception;
    }

    /** {@return the machine, where what goes wrong with a task goes to the thread's uncaught exception handler} */
    static Platform real() {
        return new RealPlatform(RealPlatform.UNCAUGHT);
    }

    /** {@return the machine} {@code monitor} is told what goes wrong with tasks. */
    static Platform real(TaskMonitor monitor) {
        return new RealPlatform(monitor);
    }

    /** {@return the clock} */
    Clock clock();

    /** {@return a source of random numbers that many threads may share} Not for secrets. */
    RandomGenerator random();

    /** {@return a new place to wait for changes of what {@code lock} guards} */
    Signal signal(ReentrantLock lock);

    /** Starts {@code body} on a new virtual thread. The caller closes the task. */
    Task start(String name, Body body);

    /**
     * Starts {@code body} on a new thread of the operating system that does not keep the process alive. For the few that wait for a
     * socket all their lives: such a thread is woken by the system itself, and waits with a time limit at no cost.
     */
    Task startThread(String name, Body body);

    /**
     * Waits.
     *
     * @throws InterruptedException if the thread is interrupted before or while it waits
     */
    void sleep(Duration duration) throws InterruptedException;
}
