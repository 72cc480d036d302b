package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.Collection;

/** The end of many tasks at once: however many do not stop, they are waited for no longer than one. */
final class Stopping {
    /** Less than the bound of the task that waits here, which would be blamed otherwise. */
    private static final Duration BOUND = Task.STOP_BOUND.dividedBy(2);

    private Stopping() {}

    /** Asks all to stop, and waits for them. Those that do not are left behind: who called knows what they are at. */
    static void all(Platform platform, Collection<Task> tasks) {
        // All are asked before the first is waited for.
        tasks.forEach(Task::interrupt);
        long deadline = platform.clock().deadlineAfter(BOUND);
        boolean interrupted = false;
        for (Task task : tasks) {
            boolean waits = true;
            while (waits) {
                try {
                    long rest = deadline - platform.clock().nanoTime();
                    waits = rest > 0 && !task.join(Duration.ofNanos(rest));
                } catch (InterruptedException again) {
                    // It is being stopped already; that it is asked once more changes nothing.
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
