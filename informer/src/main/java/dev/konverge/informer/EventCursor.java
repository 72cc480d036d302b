package dev.konverge.informer;

import dev.konverge.client.WatchEvent;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Follows the events of one watch: which of them count, and which version they lead to. Not safe for use by several threads.
 *
 * @param <T> the type of the objects
 */
final class EventCursor<T extends Resource> {
    private final @Nullable GroupVersionKind expected;
    private String version;
    private long events;

    /**
     * Whether events tell versions in order. A watch that begins without a version begins with the objects that there are,
     * as if they were added, in any order (RF-36).
     */
    private boolean ordered;

    /**
     * At the start of a watch.
     *
     * @param expected the kind that objects must have, null for any
     * @param ordered whether the first event is a change already
     */
    EventCursor(@Nullable GroupVersionKind expected, String version, boolean ordered) {
        this.expected = expected;
        this.version = version;
        this.ordered = ordered;
    }

    /** {@return a cursor on a watch that was opened at a version} */
    static <T extends Resource> EventCursor<T> from(@Nullable GroupVersionKind expected, String version) {
        return new EventCursor<>(expected, version, !version.isEmpty() && !version.equals("0"));
    }

    /** {@return the last version} */
    String version() {
        return version;
    }

    /** {@return how many events counted} */
    long events() {
        return events;
    }

    /** {@return why the event is to be passed over, or null if it counts (RF-37)} */
    @Nullable
    String accept(WatchEvent<T> event) {
        T object = event.object();
        if (!(event instanceof WatchEvent.Bookmark<T>)) {
            String reason = refusal(object);
            if (reason != null) {
                return reason;
            }
        }
        events++;
        ordered |= !(event instanceof WatchEvent.Added<T>);
        String reached = object.metadata().resourceVersion();
        if (ordered && reached != null && !reached.isEmpty()) {
            version = reached;
        }
        return null;
    }

    private @Nullable String refusal(T object) {
        if (expected != null && !isExpected(expected, object)) {
            return "an object of an unexpected kind";
        }
        if (isTable(object)) {
            return "a table instead of an object";
        }
        String name = object.metadata().name();
        return name == null || name.isEmpty() ? "an object without a name" : null;
    }

    private static boolean isExpected(GroupVersionKind expected, Resource object) {
        return expected.kind().equals(object.kind()) && expected.apiVersion().equals(object.apiVersion());
    }

    /** {@return whether it is what a server sends to those who want to print objects} */
    static boolean isTable(Resource object) {
        return object.kind().equals("Table") && object.apiVersion().startsWith("meta.k8s.io/");
    }
}
