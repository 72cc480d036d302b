package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.Optional;

/**
 * A deleted object as the server last had it, with the version of the deletion.
 *
 * @param <T> the type of the object
 * @param key the namespace and name
 * @param object the last state
 */
public record DeletedFinalState<T>(Key key, T object) implements DeletedObject<T> {
    @Override
    public Optional<T> findObject() {
        return Optional.of(object);
    }
}
