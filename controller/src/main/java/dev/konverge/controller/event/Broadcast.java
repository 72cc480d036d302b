package dev.konverge.controller.event;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.core.v1.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running {@link EventBroadcaster}: takes events from recorders and hands them to the listeners' threads.
 *
 * <p>Each listener has queues of {@value Lane#BOUND} events. When one is full, or after the end, what comes is dropped, counted and
 * logged; other listeners still get it. Safe for use by many threads.
 */
public final class Broadcast implements AutoCloseable {
    /** How long the end waits for what was recorded before it. */
    static final Duration FLUSH = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final Platform platform;
    private final EventNames names;
    private final Ending ending;
    private final AtomicLong dropped = new AtomicLong();
    private final List<List<Lane>> listeners;
    private final List<Task> tasks;

    private Broadcast(
            Platform platform, EventNames names, Ending ending, List<List<Lane>> listeners, List<Task> tasks) {
        this.platform = platform;
        this.names = names;
        this.ending = ending;
        this.listeners = listeners;
        this.tasks = tasks;
    }

    static Broadcast start(Platform platform, List<EventBroadcaster.Listener> plan, BooleanSupplier busy) {
        EventNames names = new EventNames(platform.random());
        Ending ending = new Ending(platform);
        List<List<Lane>> listeners = new ArrayList<>();
        List<Task> tasks = new ArrayList<>();
        for (EventBroadcaster.Listener listener : plan) {
            AtomicBoolean turn = new AtomicBoolean();
            List<Lane> lanes = listener.handlers(names, ending).stream()
                    .map(handler -> new Lane(platform, handler, busy, turn))
                    .toList();
            lanes.forEach(lane -> tasks.add(platform.start("events " + tasks.size(), lane::run)));
            listeners.add(lanes);
        }
        return new Broadcast(platform, names, ending, List.copyOf(listeners), List.copyOf(tasks));
    }

    /**
     * {@return a recorder for one who tells}
     *
     * @param component who tells, such as {@code foo-controller}
     * @param instance which of several that do the same; the host's name, usually
     */
    public EventRecorder recorder(String component, String instance) {
        return occurrence -> take(component, instance, occurrence);
    }

    /** {@return how many events a listener did not get, because there were too many or it was too late} */
    public long dropped() {
        return dropped.get();
    }

    private void take(String component, String instance, Occurrence occurrence) {
        String object = Optional.ofNullable(occurrence.regarding().name()).orElse("");
        if (object.isEmpty()) {
            drop(occurrence, "the object has no name");
            return;
        }
        Instant now = platform.clock().now().truncatedTo(ChronoUnit.MICROS);
        Report report = new Report(names.next(object, now), now, component, instance, occurrence);
        for (List<Lane> lanes : listeners) {
            if (!lane(lanes, occurrence.regarding()).offer(report)) {
                drop(occurrence, ending.hasBegun() ? "the broadcast has ended" : "there are too many events");
            }
        }
    }

    /** Always the same for an object, so that what is told about it stays in order. */
    private static Lane lane(List<Lane> lanes, ObjectReference regarding) {
        int hash = (regarding.kind() + "/" + regarding.namespace() + "/" + regarding.name()).hashCode();
        return lanes.get(Math.floorMod(hash, lanes.size()));
    }

    private void drop(Occurrence occurrence, String why) {
        long total = dropped.incrementAndGet();
        if (Long.bitCount(total) > 1) {
            return; // The first, the second, the fourth …: a flood of events must not become a flood of lines.
        }
        LOG.atWarn()
                .addKeyValue("dropped", total)
                .addKeyValue("kind", occurrence.regarding().kind())
                .addKeyValue("object", occurrence.regarding().name())
                .addKeyValue("reason", occurrence.reason())
                .addKeyValue("because", why)
                .log("an event was dropped");
    }

    /**
     * Ends the broadcast. What was recorded before still gets a moment, and one attempt, to arrive; so does what waits for its
     * next attempt, and what waits behind that.
     */
    @Override
    public void close() {
        ending.begin();
        listeners.forEach(lanes -> lanes.forEach(Lane::finish));
        flush();
        tasks.forEach(Task::interrupt);
        tasks.forEach(Task::close);
        tellOfTheRest();
    }

    private void tellOfTheRest() {
        int rest =
                listeners.stream().flatMap(List::stream).mapToInt(Lane::abandon).sum();
        if (rest > 0) {
            LOG.atWarn().addKeyValue("dropped", dropped.addAndGet(rest)).log("events were left over at the end");
        }
    }

    private void flush() {
        long end = platform.clock().deadlineAfter(FLUSH);
        try {
            for (Task task : tasks) {
                task.join(Duration.ofNanos(Math.max(0, end - platform.clock().nanoTime())));
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
