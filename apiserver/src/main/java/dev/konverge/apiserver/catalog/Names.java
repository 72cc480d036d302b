package dev.konverge.apiserver.catalog;

import java.util.List;

/**
 * How a resource is called.
 *
 * @param kind the kind of its objects
 * @param listKind the kind of their lists
 * @param plural the name in the path
 * @param singular the name for one
 * @param shortNames abbreviations that kubectl takes
 * @param categories groups of resources that kubectl takes, such as {@code all}
 */
public record Names(
        String kind,
        String listKind,
        String plural,
        String singular,
        List<String> shortNames,
        List<String> categories) {
    /** Copies its arguments. */
    public Names {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }
}
