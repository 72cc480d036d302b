package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a store keeps an object: the object itself if its metadata says the key, else the two together.
 *
 * <p>Millions of keys are not kept this way. It relies on what {@link Resource} promises, that metadata does not change.
 */
final class Slot {
    /** How slots are found by key. */
    static final Keying<Key, Object> BY_KEY = new ByKey();

    private Slot() {}

    /** {@return the slot of an object under a key} */
    static Object of(Key key, Object object) {
        return object instanceof Resource resource && isNamed(resource.metadata(), key)
                ? object
                : new Labelled(key, object);
    }

    static Key key(Object slot) {
        return slot instanceof Labelled labelled ? labelled.key() : ((Resource) slot).key();
    }

    static Object object(Object slot) {
        return slot instanceof Labelled labelled ? labelled.object() : slot;
    }

    private static boolean isNamed(ObjectMeta metadata, Key key) {
        return key.name().equals(orEmpty(metadata.name())) && key.namespace().equals(orEmpty(metadata.namespace()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static int compare(ObjectMeta metadata, Key key) {
        return compare(metadata.name(), metadata.namespace(), key);
    }

    /** Names first, because they differ more. */
    private static int compare(@Nullable String name, @Nullable String namespace, Key key) {
        int byName = orEmpty(name).compareTo(key.name());
        return byName != 0 ? byName : orEmpty(namespace).compareTo(key.namespace());
    }

    /** An object whose key cannot be read from it. */
    private record Labelled(Key key, Object object) {}

    private static final class ByKey implements Keying<Key, Object> {
        @Override
        public int hash(Key key) {
            return Keying.mix(31 * key.namespace().hashCode() + key.name().hashCode());
        }

        @Override
        public Key key(Object slot) {
            return Slot.key(slot);
        }

        @Override
        public int compare(Object slot, Key key) {
            return slot instanceof Labelled(Key own, Object object)
                    ? Slot.compare(own.name(), own.namespace(), key)
                    : Slot.compare(((Resource) slot).metadata(), key);
        }
    }
}
