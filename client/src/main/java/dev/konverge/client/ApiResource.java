package dev.konverge.client;

import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.GroupVersionResource;
import java.util.List;

/**
 * A resource that a server has.
 *
 * @param groupVersion where it is served
 * @param name the plural name, such as {@code pods}; with a slash for a subresource, {@code pods/status}
 * @param singular the name for one; empty if the server does not say
 * @param kind the kind of its objects
 * @param namespaced whether objects live in namespaces
 * @param verbs what can be done with them
 * @param shortNames abbreviations that kubectl takes
 * @param categories groups of resources that kubectl takes, such as {@code all}
 */
public record ApiResource(
        GroupVersion groupVersion,
        String name,
        String singular,
        GroupVersionKind kind,
        boolean namespaced,
        List<String> verbs,
        List<String> shortNames,
        List<String> categories) {
    /** Copies its arguments. */
    public ApiResource {
        verbs = List.copyOf(verbs);
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    /** {@return the full name} */
    public GroupVersionResource groupVersionResource() {
        return groupVersion.withResource(name);
    }

    /** {@return whether it is a part of another resource} */
    public boolean isSubresource() {
        return name.indexOf('/') >= 0;
    }
}
