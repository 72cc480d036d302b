package dev.konverge.client;

import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which objects are watched, and from when on.
 *
 * @param labelSelector which labels objects must have; empty for any
 * @param fieldSelector which values fields must have; empty for any
 * @param resourceVersion the version after which events are told; empty to begin with what there is
 * @param bookmarks whether the server should tell its version now and then
 * @param initialEvents whether the watch should begin with all objects, ended by a bookmark; needs bookmarks
 * @param timeout how long the server keeps the watch open; null for its own choice
 */
public record WatchOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        boolean bookmarks,
        boolean initialEvents,
        @Nullable Duration timeout)
        implements QueryOptions {
    /** Everything, beginning with what there is, without bookmarks. */
    public static final WatchOptions NONE = new WatchOptions("", "", "", false, false, null);

    /** {@return options that watch from a version on, with bookmarks} */
    public static WatchOptions from(ResourceVersion version) {
        return NONE.withResourceVersion(version.text()).withBookmarks(true);
    }

    /** {@return options that watch what these options list, from a version on, with bookmarks} */
    public static WatchOptions from(ListOptions list, ResourceVersion version) {
        return from(version).withLabelSelector(list.labelSelector()).withFieldSelector(list.fieldSelector());
    }

    @Override
    public void addTo(BiConsumer<String, String> query) {
        query.accept("watch", "true");
        QueryOptions.add(query, "labelSelector", labelSelector);
        QueryOptions.add(query, "fieldSelector", fieldSelector);
        QueryOptions.add(query, "resourceVersion", resourceVersion);
        QueryOptions.add(query, "allowWatchBookmarks", bookmarks ? "true" : "");
        QueryOptions.add(query, "sendInitialEvents", initialEvents ? "true" : "");
        // The server wants to be told, and takes no other value.
        QueryOptions.add(query, "resourceVersionMatch", initialEvents ? "NotOlderThan" : "");
        QueryOptions.addSeconds(query, "timeoutSeconds", timeout);
    }

    /** {@return these options with another value: which labels objects must have} */
    public WatchOptions withLabelSelector(String labelSelector) {
        return new WatchOptions(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, timeout);
    }

    /** {@return these options with another value: which values fields must have} */
    public WatchOptions withFieldSelector(String fieldSelector) {
        return new WatchOptions(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, timeout);
    }

    /** {@return these options with another value: the version after which events are told} */
    public WatchOptions withResourceVersion(String resourceVersion) {
        return new WatchOptions(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, timeout);
    }

    /** {@return these options with another value: whether the server should tell its version now and then} */
    public WatchOptions withBookmarks(boolean bookmarks) {
        return new WatchOptions(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, timeout);
    }

    /** {@return these options with another value: whether the watch should begin with all objects, ended by a bookmark} */
    public WatchOptions withInitialEvents(boolean initialEvents) {
        return new WatchOptions(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, timeout);
    }

    /** {@return these options with another value: how long the server keeps the watch open} */
    public WatchOptions withTimeout(Duration timeout) {
        return new WatchOptions(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, timeout);
    }
}
