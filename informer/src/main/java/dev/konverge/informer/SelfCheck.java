package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import java.util.List;

/**
 * A comparison of the copy with the server, between two watches, when the copy stands at one known version.
 *
 * @param <T> the type of the objects
 */
interface SelfCheck<T extends Resource> {
    /** Finds nothing, because it does not look. */
    static <T extends Resource> SelfCheck<T> none() {
        return (source, version) -> Finding.NOTHING;
    }

    /**
     * Compares a sample. Called on the thread that reads from the source.
     *
     * @param source the server
     * @param version the version up to which everything has been handed on
     * @throws InterruptedException if the thread is interrupted
     */
    Finding compare(ListerWatcher<T> source, String version) throws InterruptedException;

    /**
     * What a comparison found.
     *
     * @param compared how many objects were looked at
     * @param missing the objects that the server has and the copy has not
     * @param surplus the objects that the copy has and the server has not
     * @param stale the objects of which the copy has another version than the server
     */
    record Finding(int compared, List<Key> missing, List<Key> surplus, List<Key> stale) {
        static final Finding NOTHING = new Finding(0, List.of(), List.of(), List.of());

        boolean isClean() {
            return wrong() == 0;
        }

        int wrong() {
            return missing.size() + surplus.size() + stale.size();
        }
    }

    /** {@return the first few keys, and how many there are} */
    static String excerpt(List<Key> keys) {
        return keys.size() + (keys.isEmpty() ? "" : ": " + keys.subList(0, Math.min(keys.size(), 10)));
    }
}
