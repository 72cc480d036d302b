package dev.konverge.base;

import java.time.Duration;

/**
 * A piece of work that runs on a virtual thread of its own; {@link Platform#start} makes it.
 *
 * <p>The one who started it owns it, and closes it. Interrupting is how a task is asked to stop: a body stops by letting
 * {@link InterruptedException} pass.
 */
public interface Task extends AutoCloseable {
    /** How long {@link #close()} waits. */
    Duration STOP_BOUND = Duration.ofSeconds(10);

    /** {@return the name it was started with} */
    String name();

    /** {@return whether the body has ended, either way} */
    boolean isDone();

    /** Asks the body to stop. Returns at once. */
    void interrupt();

    /**
     * Waits for the body to end, at most for {@code bound}.
     *
     * @return whether it has ended
     * @throws InterruptedException if the waiting thread is interrupted; the task itself is not touched
     */
    boolean join(Duration bound) throws InterruptedException;

    /**
     * Asks the body to stop and waits for its end, at most for {@link #STOP_BOUND}. A task that is still running then is
     * reported to {@link TaskMonitor#stuck}, and left behind. An interrupt of the closing thread does not cut the waiting
     * short; it is pending again afterwards. From inside the body itself this only interrupts.
     */
    @Override
    void close();
}
