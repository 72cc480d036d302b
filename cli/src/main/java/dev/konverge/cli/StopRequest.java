package dev.konverge.cli;

import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The wish of the user that the program ends: Ctrl-C, or a signal from whoever started it.
 *
 * <p>Java ends the process on a signal, after the hooks have run. So the hook tells the program to stop and waits until it has,
 * and then ends the process itself, with the exit code of a program that did what it was asked to.
 */
final class StopRequest implements AutoCloseable {
    /** How long the program may take to stop before the process ends without it. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;
    private boolean asked;
    private boolean stopped;

    private StopRequest(Platform platform) {
        this.platform = platform;
        this.changed = platform.signal(lock);
    }

    /** Begins to listen for signals. */
    static StopRequest listen(Platform platform) {
        StopRequest request = new StopRequest(platform);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(request::onSignal));
        return request;
    }

    private void onSignal() {
        if (!ask()) {
            // The program had come to its end before, with an exit code of its own.
            return;
        }
        Runtime.getRuntime().halt(0);
    }

    /** Tells the program to stop and waits until it has. {@return whether there was something to stop} */
    private boolean ask() {
        long deadline = platform.clock().deadlineAfter(PATIENCE);
        lock.lock();
        try {
            if (stopped) {
                return false;
            }
            asked = true;
            changed.signalAll();
            while (!stopped && changed.awaitUntil(deadline)) {
                // Waits for the program.
            }
            return true;
        } catch (InterruptedException e) {
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until somebody asks the program to stop.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void await() throws InterruptedException {
        lock.lock();
        try {
            while (!asked) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells that the program has stopped. */
    @Override
    public void close() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
