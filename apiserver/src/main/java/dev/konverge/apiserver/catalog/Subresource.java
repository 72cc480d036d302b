package dev.konverge.apiserver.catalog;

import java.util.List;

/**
 * A subresource of a served resource.
 *
 * @param name its name in the path, such as {@code status}
 * @param group the group of the kind it takes and gives
 * @param version the version of that kind
 * @param kind the name of that kind
 * @param verbs what can be done with it, sorted
 */
public record Subresource(String name, String group, String version, String kind, List<String> verbs) {
    /** Copies its argument. */
    public Subresource {
        verbs = List.copyOf(verbs);
    }
}
