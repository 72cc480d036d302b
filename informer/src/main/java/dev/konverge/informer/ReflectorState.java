package dev.konverge.informer;

import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a reflector stands: what it has asked for last, and what it needs to go on.
 *
 * @param <T> the type of the objects
 */
sealed interface ReflectorState<T extends Resource> {
    /** {@return what outlives the phase} */
    Memory memory();

    /**
     * What a reflector carries from phase to phase.
     *
     * @param version the last version that it has seen; empty before the first
     * @param unavailable whether the server has told that it does not know that version
     * @param pages whether a list of what is at hand came in pages, so that the server has no cache to be spared
     * @param backoff how far the pauses have come
     * @param window the errors that another watch was the answer to
     * @param checked when the copy was last compared with the server
     */
    record Memory(
            String version,
            boolean unavailable,
            boolean pages,
            ReflectorBackoff.Progress backoff,
            RetryWindow window,
            long checked) {
        static Memory at(long now) {
            return new Memory("", false, false, new ReflectorBackoff.Progress(0, now), RetryWindow.CLOSED, now);
        }

        Memory withVersion(String version) {
            return new Memory(version, unavailable, pages, backoff, window, checked);
        }

        Memory withUnavailable(boolean unavailable) {
            return new Memory(version, unavailable, pages, backoff, window, checked);
        }

        Memory withPages(boolean pages) {
            return new Memory(version, unavailable, pages, backoff, window, checked);
        }

        Memory withBackoff(ReflectorBackoff.Progress backoff) {
            return new Memory(version, unavailable, pages, backoff, window, checked);
        }

        Memory withWindow(RetryWindow window) {
            return new Memory(version, unavailable, pages, backoff, window, checked);
        }

        Memory withChecked(long checked) {
            return new Memory(version, unavailable, pages, backoff, window, checked);
        }

        /** {@return the version to ask for, empty if there is none that the server knows} */
        String usable() {
            return unavailable ? "" : version;
        }
    }

    /** Nothing has been asked for yet. */
    record Idle<T extends Resource>(Memory memory) implements ReflectorState<T> {}

    /** The initial state was asked for as a stream of events, at {@code since}. */
    record Streaming<T extends Resource>(Memory memory, long since) implements ReflectorState<T> {}

    /** A page was asked for. */
    record Listing<T extends Resource>(Memory memory, Attempt<T> attempt) implements ReflectorState<T> {}

    /**
     * A list under way.
     *
     * @param version the version that the first page was asked for
     * @param limit how many objects a page may have; 0 for all
     * @param last whether a version that the server does not know has already been given up for this list
     * @param pages what came so far
     * @param listVersion the version of the first page
     */
    record Attempt<T extends Resource>(
            String version, int limit, boolean last, List<List<T>> pages, String listVersion) {
        boolean isFirstPage() {
            return pages.isEmpty();
        }

        Attempt<T> with(ResourceList<T> page) {
            List<List<T>> longer = new ArrayList<>(pages);
            longer.add(page.items());
            return new Attempt<>(
                    version, limit, last, longer, isFirstPage() ? page.version().text() : listVersion);
        }

        List<T> objects() {
            if (pages.size() == 1) {
                return pages.getFirst();
            }
            List<T> all = new ArrayList<>();
            pages.forEach(all::addAll);
            return all;
        }
    }

    /** All objects were handed on; if they came as a stream of events, it is still {@code open}. */
    record Replacing<T extends Resource>(Memory memory, String version, boolean open) implements ReflectorState<T> {}

    /** A watch was asked for, at {@code since}. */
    record Opening<T extends Resource>(Memory memory, long since) implements ReflectorState<T> {}

    /** A watch is read that was asked for at {@code since}. */
    record Following<T extends Resource>(Memory memory, long since) implements ReflectorState<T> {}

    /** The copy is compared with the server, between two watches. */
    record Checking<T extends Resource>(Memory memory) implements ReflectorState<T> {}

    /** Time passes before {@code next}. */
    record Pausing<T extends Resource>(Memory memory, Next next) implements ReflectorState<T> {}

    /** What comes after a pause. */
    enum Next {
        /** The stream of initial events once more. */
        STREAM,
        /** Another watch from the last version. */
        WATCH,
        /** All from the start: the state, then its changes. */
        CYCLE
    }
}
