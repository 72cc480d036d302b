package dev.konverge.client;

import java.util.function.BiConsumer;

/**
 * How one object is read.
 *
 * @param resourceVersion how fresh the object must be at least; empty for the latest, {@code 0} for what is at hand
 */
public record GetOptions(String resourceVersion) implements QueryOptions {
    /** The latest state. */
    public static final GetOptions NONE = new GetOptions("");

    @Override
    public void addTo(BiConsumer<String, String> query) {
        QueryOptions.add(query, "resourceVersion", resourceVersion);
    }

    /** {@return these options with another value: how fresh the object must be at least} */
    public GetOptions withResourceVersion(String resourceVersion) {
        return new GetOptions(resourceVersion);
    }
}
