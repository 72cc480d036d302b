package dev.konverge.informer;

import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.Map;

/**
 * Is told what happens in one informer, to count it; a {@link Provider} makes it.
 *
 * <p>Called by the informer's threads, so it must be quick, and safe for several threads. Where client-go publishes the same
 * figure, its name is given.
 */
public interface InformerMetrics {
    /** Counts nothing. */
    InformerMetrics NONE = new InformerMetrics() {};

    /** The collection was read from the start, as a list or as a stream of initial events. */
    default void listed(int objects, Duration took) {}

    /** The collection could not be read, a watch could not be opened, or what was read could not be handed on or applied. */
    default void failed(ReflectorFailure failure) {}

    /** A watch ended, in order or not, after so many events. */
    default void watched(long events, Duration lasted) {}

    /** An event, or an object of a list, was passed over, because it made no sense or could not be handed on. */
    default void skipped() {}

    /** {@code informer_processing_latency_seconds}: deltas were applied and distributed, which took so long. */
    default void processed(int deltas, Duration took) {}

    /** A handler has thrown. */
    default void handlerFailed(String handler) {}

    /** A comparison with the server looked at so many objects, of which so many were wrong. */
    default void compared(int objects, int wrong) {}

    /** The figures of an informer that are read when somebody looks. Safe for many threads. */
    interface Gauges {
        /** {@return {@code informer_queued_items}: how many deltas wait to be applied} */
        int queuedItems();

        /** {@return {@code informer_store_resource_version}: the version that the copy has reached; none if it cannot say (see {@link SharedInformerBuilder.Order})} */
        ResourceVersion storeVersion();

        /** {@return the version that was last heard of; the copy is behind it by what is queued} */
        ResourceVersion lastSyncVersion();

        /** {@return how long ago the server was last heard of: an event, a bookmark, a list, a watch that began or a refusal} */
        Duration silence();

        /** {@return how long ago the server last said that nothing is missing: an event, a bookmark, a list or a watch that began, but no refusal} */
        Duration staleness();

        /** {@return how many objects the copy has} */
        int objects();

        /** {@return about how many bytes these have as JSON, by an estimate from a sample: see {@link StoreSize}} */
        long bytes();

        /** {@return how many notifications wait for each handler} */
        Map<String, Integer> backlogs();
    }

    /** Makes the metrics of informers. */
    @FunctionalInterface
    interface Provider {
        /** Makes metrics that count nothing. */
        Provider NONE = (informer, gauges) -> InformerMetrics.NONE;

        /** {@return what is told of the informer of that name} Called once an informer, when it starts. */
        InformerMetrics of(String informer, Gauges gauges);
    }

    /**
     * {@return a version as a number for a gauge: its last 15 digits, which a double holds exactly; 0 for no version, and -1
     * for one that is no number (RV-5)}
     */
    static long asNumber(ResourceVersion version) {
        String text = version.text();
        if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return text.isEmpty() ? 0 : Long.parseLong(text.substring(Math.max(0, text.length() - 15)));
    }
}
