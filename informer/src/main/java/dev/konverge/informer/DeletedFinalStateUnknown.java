package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tombstone: an object was deleted while nobody watched, so all that is left is what was known of it before.
 *
 * @param <T> the type of the object
 * @param key the namespace and name
 * @param lastKnown a state that may be older than the last one; null if not even that is known
 */
public record DeletedFinalStateUnknown<T>(Key key, @Nullable T lastKnown) implements DeletedObject<T> {
    @Override
    public Optional<T> findObject() {
        return Optional.ofNullable(lastKnown);
    }
}
