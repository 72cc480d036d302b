package dev.konverge.informer;

import dev.konverge.model.ResourceVersion;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a reflector feeds: a queue on the way to a store, or a store itself.
 *
 * <p>Safe for use by many threads, though a reflector has only one.
 *
 * <p>An object that it refuses with a {@link KeyException}, a {@link TransformException} or an {@link IndexException} is passed over. If
 * it throws anything else, the reflector tells its failure handler, and hands over all objects there are after a pause.
 *
 * @param <T> the type of the objects
 */
public interface DeltaSink<T> {
    /**
     * Takes an object that was created or first seen.
     *
     * @throws KeyException if the object has no key
     * @throws TransformException if the object cannot be transformed
     */
    void add(T object);

    /**
     * Takes an object that was changed. It need not be known.
     *
     * @throws KeyException if the object has no key
     * @throws TransformException if the object cannot be transformed
     */
    void update(T object);

    /**
     * Takes the last state of an object that was deleted. It need not be known. If that state cannot be transformed, the object is
     * gone all the same.
     *
     * @throws KeyException if the object has no key
     */
    void delete(T object);

    /**
     * Takes all objects there are; what was known and is not among them is gone.
     *
     * @param objects the objects; of several with one key the last counts
     * @param version the version of the list
     * @throws KeyException if one of the objects has no key
     * @throws TransformException if one of the objects cannot be transformed
     */
    void replace(List<T> objects, ResourceVersion version);

    /** Tells the receiver to tell again of all objects it knows. A store has nobody to tell. */
    void resync();

    /** Takes note that nothing happened up to a version. */
    void bookmark(ResourceVersion version);

    /**
     * {@return what is done to each object before it is kept}
     *
     * <p>It may meet an object that it has been applied to already, and must leave it as it is.
     */
    default UnaryOperator<T> transform() {
        return UnaryOperator.identity();
    }
}
