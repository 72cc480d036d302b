package dev.konverge.controller.webhook;

import dev.konverge.model.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of an object that is about to be stored: it is changed, or refused.
 *
 * @param <T> the type of the object
 */
public sealed interface Mutation<T extends Resource> {
    /** {@return the answer that the object shall be like this} The same object as before changes nothing. */
    static <T extends Resource> Changed<T> to(T object) {
        return new Changed<>(object, List.of());
    }

    /** {@return the answer that the object is not stored, for the reasons of a verdict} */
    static <T extends Resource> Mutation<T> deny(Admission.Denied verdict) {
        return new Refused<>(verdict);
    }

    /** {@return the answer that the object is not stored, which is forbidden} */
    static <T extends Resource> Mutation<T> deny(String message) {
        return new Refused<>(Admission.deny(message));
    }

    /**
     * It is stored like this.
     *
     * @param <T> the type of the object
     * @param object the object as it shall be
     * @param warnings what the user is told
     */
    record Changed<T extends Resource>(T object, List<String> warnings) implements Mutation<T> {
        /** Copies its argument. */
        public Changed {
            warnings = List.copyOf(warnings);
        }

        /** {@return this answer with one more warning} */
        public Changed<T> withWarning(String warning) {
            List<String> more = new ArrayList<>(warnings);
            more.add(warning);
            return new Changed<>(object, more);
        }
    }

    /**
     * It is not stored.
     *
     * @param <T> the type of the object
     * @param verdict why
     */
    record Refused<T extends Resource>(Admission.Denied verdict) implements Mutation<T> {}
}
