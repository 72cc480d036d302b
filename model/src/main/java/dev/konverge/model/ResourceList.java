package dev.konverge.model;

import java.util.List;

/**
 * What a list request gives: some or all objects of a collection, and the version of the collection.
 *
 * @param <T> the type of the objects
 * @param metadata the list's own metadata: version, and the token to go on with where there is more
 * @param items the objects
 */
public record ResourceList<T extends Resource>(ListMeta metadata, List<T> items) {
    /** Copies its arguments. */
    public ResourceList {
        items = List.copyOf(items);
    }

    /** {@return the version of the collection that was read} */
    public ResourceVersion version() {
        return ResourceVersion.of(metadata.resourceVersion());
    }
}
