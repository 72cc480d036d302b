package dev.konverge.informer;

import dev.konverge.client.WatchEvent;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Collects the objects that a stream of initial events tells of, up to the mark at their end. An object may change or vanish
 * before that (RF-20). Not safe for use by several threads.
 *
 * @param <T> the type of the objects
 */
final class InitialEvents<T extends Resource> {
    private final UnaryOperator<T> transform;
    private final Map<Key, T> objects = new LinkedHashMap<>();

    /** Why objects are not kept whose last state so far cannot be; disjoint from {@code objects}. */
    private final Map<Key, TransformException> unfit = new LinkedHashMap<>();

    /** @param transform what is done to objects at once, so that none is kept in its full size */
    InitialEvents(UnaryOperator<T> transform) {
        this.transform = transform;
    }

    /** {@return whether this was the end} */
    boolean add(WatchEvent<T> event) {
        switch (event) {
            case WatchEvent.Added<T>(T object) -> keep(object);
            case WatchEvent.Modified<T>(T object) -> keep(object);
            case WatchEvent.Deleted<T>(T object) -> {
                objects.remove(object.key());
                unfit.remove(object.key());
            }
            case WatchEvent.Bookmark<T> bookmark -> {
                return bookmark.endsInitialEvents();
            }
        }
        return false;
    }

    private void keep(T object) {
        try {
            objects.put(object.key(), Keys.transformed(transform, object));
            unfit.remove(object.key());
        } catch (TransformException failure) {
            objects.remove(object.key());
            unfit.put(object.key(), failure);
            throw failure;
        }
    }

    /** {@return why the first object that could not be transformed is not kept, if there is one} */
    Optional<TransformException> firstUnfit() {
        return unfit.values().stream().findFirst();
    }

    List<T> objects() {
        return List.copyOf(objects.values());
    }
}
