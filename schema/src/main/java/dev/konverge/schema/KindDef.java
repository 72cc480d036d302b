package dev.konverge.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind: a type with a name in an API group, whose objects start with {@code kind} and {@code apiVersion}.
 *
 * <p>A type that has a place in many groups at once ({@code DeleteOptions}) is a kind of the core group here. The list
 * of a kind, whose name is that of the kind and {@code List}, is not told apart.
 *
 * @param group the API group, empty for core
 * @param version the version
 * @param kind the name
 * @param type the full name of the type
 * @param resource where objects of it are served, or null for a kind that only travels in requests or in
 *     subresources
 */
public record KindDef(
        String group,
        String version,
        String kind,
        String type,
        @Nullable ResourceDef resource) {
    /**
     * Where and how objects of a kind are served.
     *
     * @param plural the name in the path
     * @param singular the name for one
     * @param shortNames abbreviations that kubectl takes
     * @param categories groups of resources that kubectl takes, such as {@code all}
     * @param namespaced whether objects live in a namespace
     * @param verbs what can be done with them, sorted
     * @param subresources the subresources, sorted by name
     */
    public record ResourceDef(
            String plural,
            String singular,
            List<String> shortNames,
            List<String> categories,
            boolean namespaced,
            List<String> verbs,
            List<SubresourceDef> subresources) {
        /** Copies its arguments. */
        public ResourceDef {
            shortNames = List.copyOf(shortNames);
            categories = List.copyOf(categories);
            verbs = List.copyOf(verbs);
            subresources = List.copyOf(subresources);
        }
    }

    /**
     * A subresource.
     *
     * @param name its name in the path, such as {@code status}
     * @param group the group of the kind it takes and gives
     * @param version the version of that kind
     * @param kind the name of that kind
     * @param verbs what can be done with it, sorted
     */
    public record SubresourceDef(String name, String group, String version, String kind, List<String> verbs) {
        /** Copies its arguments. */
        public SubresourceDef {
            verbs = List.copyOf(verbs);
        }
    }

    /** {@return {@code v1} or {@code apps/v1}} */
    public String apiVersion() {
        return apiVersion(group, version);
    }

    /** {@return {@code v1} for version v1 of the core group, {@code apps/v1} for version v1 of group apps} */
    static String apiVersion(String group, String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
