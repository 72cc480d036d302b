package dev.konverge.client;

import dev.konverge.model.FieldSelector;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.Selector;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which objects are listed, and how.
 *
 * @param labelSelector which labels objects must have; empty for any
 * @param fieldSelector which values fields must have; empty for any
 * @param resourceVersion the version to list at; empty for the latest, {@code 0} for what is at hand
 * @param resourceVersionMatch {@code Exact} or {@code NotOlderThan}; empty where no version is given
 * @param limit how many objects a page may have; 0 for no limit
 * @param continueToken where to go on; empty for the start
 * @param timeout how long the server may take; null for its own limit
 */
public record ListOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        String resourceVersionMatch,
        int limit,
        String continueToken,
        @Nullable Duration timeout)
        implements QueryOptions {
    /** Everything, in its latest state, in one piece. */
    public static final ListOptions NONE = new ListOptions("", "", "", "", 0, "", null);

    /** Refuses a negative limit. */
    public ListOptions {
        if (limit < 0) {
            throw new IllegalArgumentException("limit must not be negative: " + limit);
        }
    }

    /** {@return options that list objects with these labels} */
    public static ListOptions of(Selector labels) {
        return NONE.withLabelSelector(labels.expression());
    }

    /** {@return options that list objects with these fields} */
    public static ListOptions of(FieldSelector fields) {
        return NONE.withFieldSelector(fields.toString());
    }

    /** {@return these options for a list that may be as old as this version, and no older} */
    public ListOptions notOlderThan(ResourceVersion version) {
        return withResourceVersion(version.text()).withResourceVersionMatch(version.isNone() ? "" : "NotOlderThan");
    }

    @Override
    public void addTo(BiConsumer<String, String> query) {
        QueryOptions.add(query, "labelSelector", labelSelector);
        QueryOptions.add(query, "fieldSelector", fieldSelector);
        QueryOptions.add(query, "resourceVersion", resourceVersion);
        QueryOptions.add(query, "resourceVersionMatch", resourceVersionMatch);
        QueryOptions.add(query, "limit", limit == 0 ? "" : Integer.toString(limit));
        QueryOptions.add(query, "continue", continueToken);
        QueryOptions.addSeconds(query, "timeoutSeconds", timeout);
    }

    /** {@return these options with another value: which labels objects must have} */
    public ListOptions withLabelSelector(String labelSelector) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }

    /** {@return these options with another value: which values fields must have} */
    public ListOptions withFieldSelector(String fieldSelector) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }

    /** {@return these options with another value: the version to list at} */
    public ListOptions withResourceVersion(String resourceVersion) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }

    /** {@return these options with another value: {@code Exact} or {@code NotOlderThan}} */
    public ListOptions withResourceVersionMatch(String resourceVersionMatch) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }

    /** {@return these options with another value: how many objects a page may have} */
    public ListOptions withLimit(int limit) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }

    /** {@return these options with another value: where to go on} */
    public ListOptions withContinueToken(String continueToken) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }

    /** {@return these options with another value: how long the server may take} */
    public ListOptions withTimeout(Duration timeout) {
        return new ListOptions(
                labelSelector, fieldSelector, resourceVersion, resourceVersionMatch, limit, continueToken, timeout);
    }
}
