package dev.konverge.controller.event;

import dev.konverge.model.Resource;
import dev.konverge.model.core.v1.ObjectReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an object, worth telling people about.
 *
 * @param regarding what it happened to
 * @param related what else has a part in it, if anything has
 * @param type how serious it is
 * @param reason why, as one word in camel case that programs can count
 * @param action what was done or tried, in the same form; the reason stands in for it where it is empty
 * @param note the story, for people
 * @param annotations annotations of the event
 */
public record Occurrence(
        ObjectReference regarding,
        @Nullable ObjectReference related,
        EventType type,
        String reason,
        String action,
        String note,
        Map<String, String> annotations) {
    /** Copies its annotations. */
    public Occurrence {
        annotations = Map.copyOf(annotations);
        action = action.isEmpty() ? reason : action;
    }

    /** {@return an occurrence of which no more is known} */
    public static Occurrence of(Resource regarding, EventType type, String reason, String note) {
        return new Occurrence(reference(regarding), null, type, reason, "", note, Map.of());
    }

    /** {@return this occurrence, with what was done} */
    public Occurrence withAction(String action) {
        return new Occurrence(regarding, related, type, reason, action, note, annotations);
    }

    /** {@return this occurrence, with something else that has a part in it} */
    public Occurrence withRelated(Resource related) {
        return new Occurrence(regarding, reference(related), type, reason, action, note, annotations);
    }

    /** {@return this occurrence, with annotations for its event} */
    public Occurrence withAnnotations(Map<String, String> annotations) {
        return new Occurrence(regarding, related, type, reason, action, note, annotations);
    }

    /** {@return this occurrence, with the part of the object that it is about, such as {@code spec.containers{web}}} */
    public Occurrence withFieldPath(String fieldPath) {
        ObjectReference part = regarding.toBuilder().fieldPath(fieldPath).build();
        return new Occurrence(part, related, type, reason, action, note, annotations);
    }

    /** {@return a reference to an object, as events have it (EV-1)} */
    public static ObjectReference reference(Resource object) {
        return ObjectReference.builder()
                .kind(object.kind())
                .apiVersion(object.apiVersion())
                .namespace(object.metadata().namespace())
                .name(object.metadata().name())
                .uid(object.metadata().uid())
                .resourceVersion(object.metadata().resourceVersion())
                .build();
    }
}
