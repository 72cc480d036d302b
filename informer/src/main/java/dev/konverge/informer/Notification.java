package dev.konverge.informer;

import dev.konverge.model.Resource;

/**
 * What an informer tells a handler. The copy already knows of it, and perhaps of more.
 *
 * @param <T> the type of the objects
 */
public sealed interface Notification<T> {
    /**
     * There is an object that the handler has not been told of.
     *
     * @param <T> the type of the object
     * @param object the object
     * @param initial whether it was there before the handler was: in the first list, or in the copy when the handler joined
     */
    record Added<T>(T object, boolean initial) implements Notification<T> {}

    /**
     * An object has changed, or is told of again (a resync), in which case both are the same.
     *
     * <p>If an object was deleted and made anew while nobody watched, it looks like a change: the uids differ (EH-2).
     *
     * @param <T> the type of the object
     * @param before the object as the handler was last told of it
     * @param after the object as it is now
     */
    record Updated<T>(T before, T after) implements Notification<T> {
        /** {@return whether nothing has happened: both have the same version, or are one object (DI-2)} */
        @SuppressWarnings("ReferenceEquality") // a resync hands on the very object; to compare contents would cost much
        public boolean isSync() {
            if (before == after) {
                return true;
            }
            if (!(before instanceof Resource old) || !(after instanceof Resource now)) {
                return false;
            }
            String version = now.metadata().resourceVersion();
            return version != null && version.equals(old.metadata().resourceVersion());
        }
    }

    /**
     * An object is gone.
     *
     * @param <T> the type of the object
     * @param deleted what is known of it
     */
    record Deleted<T>(DeletedObject<T> deleted) implements Notification<T> {}

    /**
     * Everything that was there at the start has been told. Comes once.
     *
     * @param <T> the type of the objects
     */
    record Synced<T>() implements Notification<T> {}
}
