package dev.konverge.client;

import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;

/**
 * A change of a watched collection.
 *
 * @param <T> the type of the objects
 */
public sealed interface WatchEvent<T extends Resource> {
    /** {@return the object, as it is after the change; as it was last, where it is deleted} */
    T object();

    /** {@return the version at which the watch stands after this event} */
    default ResourceVersion version() {
        return object().metadata().version();
    }

    /**
     * There is a new object among those watched.
     *
     * @param object the object
     */
    record Added<T extends Resource>(T object) implements WatchEvent<T> {}

    /**
     * An object has changed.
     *
     * @param object the object after the change
     */
    record Modified<T extends Resource>(T object) implements WatchEvent<T> {}

    /**
     * An object is gone, or no longer among those watched.
     *
     * @param object the object as it was last, with the version of its deletion
     */
    record Deleted<T extends Resource>(T object) implements WatchEvent<T> {}

    /**
     * Nothing has changed up to a version.
     *
     * @param object an object with nothing but the version, and perhaps the mark of {@link #endsInitialEvents}
     */
    record Bookmark<T extends Resource>(T object) implements WatchEvent<T> {
        /** {@return whether all objects that there were at the start have been told} */
        public boolean endsInitialEvents() {
            return object.metadata()
                    .findAnnotation("k8s.io/initial-events-end")
                    .filter("true"::equals)
                    .isPresent();
        }
    }
}
