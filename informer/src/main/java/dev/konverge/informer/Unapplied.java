package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.HashSet;
import java.util.Set;

/** The objects of which a store has not taken the last state. Single-threaded. */
final class Unapplied {
    private final Set<Key> keys = new HashSet<>();

    /** Whether there are objects of the last list of which the keys are not known. */
    private boolean nameless;

    /** Whether any of it was in the first list; false if there is nothing. */
    private boolean ofFirstList;

    /** An object could not be applied. */
    void failed(Key key, boolean initial) {
        keys.add(key);
        ofFirstList |= initial;
    }

    /** Objects of a list could not even be named. */
    void failedWithoutKey(boolean initial) {
        nameless = true;
        ofFirstList |= initial;
    }

    /** An object was applied. */
    void applied(Key key) {
        if (keys.remove(key) && isEmpty()) {
            ofFirstList = false;
        }
    }

    /** All was applied, or is tried anew. */
    void clear() {
        keys.clear();
        nameless = false;
        ofFirstList = false;
    }

    /** {@return the keys of the objects, as far as they are known} */
    Set<Key> keys() {
        return keys;
    }

    boolean isEmpty() {
        return keys.isEmpty() && !nameless;
    }

    /** {@return whether some of the first list is missing} */
    boolean isOfFirstList() {
        return ofFirstList;
    }
}
