package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.ClientSet;
import dev.konverge.controller.leader.FencedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tasks of one's own that begin and end together. */
final class OwnTasks {
    private static final Logger LOG = LoggerFactory.getLogger(OwnTasks.class);

    /** How long after its first failure a task is run again; twice as long after each further one, until it runs for long. */
    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(1);

    /**
     * A task with its name.
     *
     * @param everywhere whether every replica runs it, not only the one that leads
     */
    record Named(String name, OwnTask task, boolean everywhere) {}

    private final Platform platform;
    private final List<Named> all;

    /** Those that did not stop when they were asked to, and may still run. */
    private final Set<Task> leftBehind = ConcurrentHashMap.newKeySet();

    private OwnTasks(Platform platform, List<Named> all) {
        this.platform = platform;
        this.all = all;
    }

    /** {@return those of a manager that every replica runs, or those that only the leader does} */
    static OwnTasks of(ManagerSettings settings, boolean everywhere) {
        return new OwnTasks(
                settings.platform(),
                settings.tasks().stream()
                        .filter(named -> named.everywhere() == everywhere)
                        .toList());
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Runs all until they are done or it is interrupted; then stops them, and names those that do not stop. */
    void run(ClientSet clients) throws InterruptedException {
        OwnTask.Context context = new OwnTask.Context(platform, clients);
        List<Task> tasks = new ArrayList<>();
        AtomicBoolean dismissed = new AtomicBoolean();
        try {
            for (Named named : all) {
                tasks.add(platform.start(named.name(), () -> keep(named, context, dismissed::get)));
            }
            for (Task task : tasks) {
                while (!task.join(Duration.ofDays(1))) {}
            }
        } finally {
            dismissed.set(true);
            Stopping.all(platform, tasks);
            leftBehind.removeIf(Task::isDone);
            tasks.stream().filter(task -> !task.isDone()).forEach(this::leave);
        }
    }

    /** Waits for those that did not stop, until then. */
    void awaitLeftBehind(long deadline) throws InterruptedException {
        for (Task task : leftBehind) {
            task.join(Duration.ofNanos(Math.max(0, deadline - platform.clock().nanoTime())));
        }
    }

    private void leave(Task task) {
        leftBehind.add(task);
        LOG.atError()
                .addKeyValue("task", task.name())
                .log("a task does not stop, though it was interrupted; it is left behind");
    }

    /** As with workers, an interrupt counts as the end only if it was meant. */
    private void keep(Named named, OwnTask.Context context, BooleanSupplier dismissed) {
        Duration delay = FIRST_DELAY;
        while (!dismissed.getAsBoolean()) {
            long begin = platform.clock().nanoTime();
            try {
                named.task().run(context);
                return;
            } catch (Throwable failure) {
                // In this order: one who is dismissed after it was asked finds the interrupt that comes with it.
                Thread.interrupted();
                if (dismissed.getAsBoolean()) {
                    return;
                }
                if (platform.clock().nanoTime() - begin > LONGEST_DELAY.toNanos()) {
                    delay = FIRST_DELAY;
                }
                tellOfFailure(named, delay, failure);
            }
            try {
                platform.sleep(delay);
            } catch (InterruptedException meantOrNot) {
                // It is asked next.
            }
            delay = later(delay);
        }
    }

    private static void tellOfFailure(Named named, Duration delay, Throwable failure) {
        // A fence shuts a moment before the tasks are dismissed.
        (failure instanceof FencedException ? LOG.atDebug() : LOG.atError())
                .addKeyValue("task", named.name())
                .addKeyValue("delay", delay)
                .setCause(failure)
                .log("a task failed, and is run again");
    }

    private static Duration later(Duration delay) {
        Duration doubled = delay.multipliedBy(2);
        return doubled.compareTo(LONGEST_DELAY) < 0 ? doubled : LONGEST_DELAY;
    }
}
