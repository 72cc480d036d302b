package dev.konverge.controller.event;

import dev.konverge.model.Resource;

/**
 * Tells people what happens to objects: what {@code kubectl describe} shows under "Events".
 *
 * <p>Recording never blocks, never fails and promises nothing: events are lost rather than that a program waits for them. Safe
 * for use by many threads.
 */
@FunctionalInterface
public interface EventRecorder {
    /** All is as it should be. */
    EventType NORMAL = EventType.NORMAL;

    /** Somebody should have a look. */
    EventType WARNING = EventType.WARNING;

    /** Records nothing. */
    EventRecorder NONE = occurrence -> {};

    /** Records something that happened. */
    void record(Occurrence occurrence);

    /** Records something that happened to an object. */
    default void event(Resource regarding, EventType type, String reason, String note) {
        record(Occurrence.of(regarding, type, reason, note));
    }
}
