package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.Optional;

/**
 * An object that is gone: either with its last state, or with what was known of it before the deletion was missed.
 *
 * @param <T> the type of the object
 */
public sealed interface DeletedObject<T> permits DeletedFinalState, DeletedFinalStateUnknown {
    /** {@return the namespace and name} */
    Key key();

    /** {@return the last state that is known; the true last one only with {@link DeletedFinalState}} */
    Optional<T> findObject();
}
