package dev.konverge.base;

import java.util.List;

/**
 * Is told what goes wrong with tasks.
 *
 * <p>Called on the thread where it went wrong, so it must be quick and safe for many threads.
 */
public interface TaskMonitor {
    /**
     * The body of a task ended with {@code failure}. Not called for an {@link InterruptedException}, which is the ordinary end
     * of a task.
     */
    void failed(String task, Throwable failure);

    /** A task was closed, and still ran {@link Task#STOP_BOUND} later, at {@code where}. */
    void stuck(String task, List<StackTraceElement> where);
}
