package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import java.util.List;

/**
 * All that one must know of a kind of object to work with it: its names, where it is served, and how it is read and
 * written.
 *
 * <p>It is passed along where other libraries pass a class and look up the rest in a registry. Each built-in kind has
 * one as a constant, {@code Pod.TYPE}.
 *
 * @param <T> the type of the objects
 * @param groupVersionKind the full name of the kind
 * @param codec how objects are read and written
 * @param plural the name in paths, such as {@code pods}; empty where it is not known, and for kinds that only travel
 *     through subresources
 * @param singular the name for one, such as {@code pod}
 * @param namespaced whether objects live in a namespace
 * @param shortNames abbreviations that kubectl takes, such as {@code po}
 * @param categories groups of resources that kubectl takes, such as {@code all}
 * @param verbs what can be done with objects, sorted; empty where it is not known
 * @param subresources the names of the subresources, such as {@code status}, sorted
 */
public record ResourceType<T extends Resource>(
        GroupVersionKind groupVersionKind,
        Codec<T> codec,
        String plural,
        String singular,
        boolean namespaced,
        List<String> shortNames,
        List<String> categories,
        List<String> verbs,
        List<String> subresources) {
    /** Copies its arguments. */
    public ResourceType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = List.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    /** {@return the type of a kind, without a place in the API: {@link #served} gives it one} */
    public static <T extends Resource> ResourceType<T> of(String group, String version, String kind, Codec<T> codec) {
        return of(new GroupVersionKind(group, version, kind), codec);
    }

    /** {@return the type of a kind, without a place in the API: {@link #served} gives it one} */
    public static <T extends Resource> ResourceType<T> of(GroupVersionKind kind, Codec<T> codec) {
        return new ResourceType<>(kind, codec, "", "", false, List.of(), List.of(), List.of(), List.of());
    }

    /** {@return this type with a place in the API, and nothing else known of it} */
    public ResourceType<T> served(String plural, boolean namespaced) {
        return served(plural, "", namespaced, List.of(), List.of(), List.of(), List.of());
    }

    /** {@return this type with a place in the API} */
    public ResourceType<T> served(
            String plural,
            String singular,
            boolean namespaced,
            List<String> shortNames,
            List<String> categories,
            List<String> verbs,
            List<String> subresources) {
        return new ResourceType<>(
                groupVersionKind, codec, plural, singular, namespaced, shortNames, categories, verbs, subresources);
    }

    /** {@return the API group, empty for core} */
    public String group() {
        return groupVersionKind.group();
    }

    /** {@return the version} */
    public String version() {
        return groupVersionKind.version();
    }

    /** {@return the name of the kind} */
    public String kind() {
        return groupVersionKind.kind();
    }

    /** {@return the usual name of the kind of lists; a custom resource definition may choose another} */
    public String listKind() {
        return kind() + "List";
    }

    /** {@return the group and version as objects carry them: {@code apps/v1}, or {@code v1} for the core group} */
    public String apiVersion() {
        return groupVersionKind.apiVersion();
    }

    /** {@return whether it says where objects are served} */
    public boolean isServed() {
        return !plural.isEmpty();
    }

    /**
     * {@return the full name of the resource}
     *
     * @throws IllegalStateException if it does not say where objects are {@linkplain #isServed() served}
     */
    public GroupVersionResource groupVersionResource() {
        if (!isServed()) {
            throw new IllegalStateException("where " + this + " is served is not known");
        }
        return groupVersionKind.groupVersion().withResource(plural);
    }

    /** {@return whether there is a subresource of that name, such as {@code status}} */
    public boolean hasSubresource(String name) {
        return subresources.contains(name);
    }

    /** {@return {@code apps/v1, Kind=Deployment}} */
    @Override
    public String toString() {
        return groupVersionKind.toString();
    }
}
