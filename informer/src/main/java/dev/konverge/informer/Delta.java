package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.List;

/**
 * One thing that happened to a collection, as it travels from a reflector to a store.
 *
 * <p>{@link OfObject} deltas tell about one object; the others about the whole collection.
 *
 * @param <T> the type of the objects
 */
public sealed interface Delta<T> {
    /**
     * What happened to one object.
     *
     * @param <T> the type of the object
     */
    sealed interface OfObject<T> extends Delta<T> {
        /** {@return the namespace and name of the object} */
        Key key();
    }

    /**
     * There is one object, whatever happened to it.
     *
     * @param <T> the type of the object
     */
    sealed interface Present<T> extends OfObject<T> {
        /** {@return its state} */
        T object();
    }

    /**
     * The object was created, or was first seen.
     *
     * @param <T> the type of the object
     * @param key its namespace and name
     * @param object its state
     */
    record Added<T>(Key key, T object) implements Present<T> {}

    /**
     * The object was changed.
     *
     * @param <T> the type of the object
     * @param key its namespace and name
     * @param object its new state
     */
    record Updated<T>(Key key, T object) implements Present<T> {}

    /**
     * The object was in a new list; whether it changed is not known.
     *
     * @param <T> the type of the object
     * @param key its namespace and name
     * @param object its state
     */
    record Replaced<T>(Key key, T object) implements Present<T> {}

    /**
     * The object is told of again, though nothing happened to it.
     *
     * @param <T> the type of the object
     * @param key its namespace and name
     * @param object its state
     */
    record Sync<T>(Key key, T object) implements Present<T> {}

    /**
     * The object was deleted.
     *
     * @param <T> the type of the object
     * @param deleted what is known of it
     */
    record Deleted<T>(DeletedObject<T> deleted) implements OfObject<T> {
        @Override
        public Key key() {
            return deleted.key();
        }
    }

    /**
     * The collection was listed anew: what is not in the list is gone.
     *
     * @param <T> the type of the objects
     * @param version the version of the list
     * @param objects all that there is
     */
    record ReplacedAll<T>(ResourceVersion version, List<T> objects) implements Delta<T> {
        /** Copies the list. */
        public ReplacedAll {
            objects = List.copyOf(objects);
        }
    }

    /**
     * All objects are told of again, though nothing happened to them.
     *
     * @param <T> the type of the objects
     */
    record SyncAll<T>() implements Delta<T> {}

    /**
     * Nothing happened up to a version.
     *
     * @param <T> the type of the objects
     * @param version the version that has been reached
     */
    record Bookmark<T>(ResourceVersion version) implements Delta<T> {}
}
