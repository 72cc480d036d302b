package dev.konverge.controller.event;

import dev.konverge.model.ObjectMeta;
import dev.konverge.model.core.v1.ObjectReference;
import java.time.Instant;
import java.util.Optional;

/**
 * An occurrence on its way to the sinks: with when it was, who tells of it, and the name of the event that it may become.
 *
 * @param name the name of the event
 * @param time when it happened
 * @param component who tells of it
 * @param instance which of several that do the same
 * @param occurrence what happened
 */
record Report(String name, Instant time, String component, String instance, Occurrence occurrence) {
    /** Where events about objects without a namespace go (EV-2). */
    private static final String FALLBACK_NAMESPACE = "default";

    ObjectReference regarding() {
        return occurrence.regarding();
    }

    ObjectMeta metadata() {
        return ObjectMeta.builder()
                .namespace(namespace())
                .name(name)
                .annotations(occurrence.annotations())
                .build();
    }

    private String namespace() {
        return Optional.ofNullable(regarding().namespace())
                .filter(namespace -> !namespace.isEmpty())
                .orElse(FALLBACK_NAMESPACE);
    }
}
