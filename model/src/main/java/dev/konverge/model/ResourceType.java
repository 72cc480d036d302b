package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that one must know of a kind of object to work with it: its names, where it is served, and how it is read and
 * written.
 *
 * <p>It is passed along where other libraries pass a class and look up the rest in a registry. Each built-in kind has
 * one as a constant, {@code Pod.TYPE}.
 *
 * @param <T> the type of the objects
 * @param groupVersionKind the full name of the kind
 * @param plural the name in paths, such as {@code pods}; empty where it is not known, and for kinds that are only sent
 *     to subresources
 * @param singular the name for one, such as {@code pod}
 * @param listKind the name of the kind of lists, such as {@code PodList}
 * @param shortNames abbreviations that kubectl takes, such as {@code po}
 * @param categories groups of resources that kubectl takes, such as {@code all}
 * @param namespaced whether objects live in a namespace
 * @param verbs what can be done with them, sorted; empty where it is not known
 * @param subresources the subresources, sorted by name
 * @param codec how objects are read and written
 */
public record ResourceType<T extends Resource>(
        GroupVersionKind groupVersionKind,
        String plural,
        String singular,
        String listKind,
        List<String> shortNames,
        List<String> categories,
        boolean namespaced,
        List<String> verbs,
        List<Subresource> subresources,
        Codec<T> codec) {
    /**
     * A part of an object, or an action on it, with a path of its own.
     *
     * @param name the last segment of the path, such as {@code status}
     * @param kind the kind that it takes and gives
     * @param verbs what can be done with it, sorted
     */
    public record Subresource(String name, GroupVersionKind kind, List<String> verbs) {
        /** Copies its arguments. */
        public Subresource {
            verbs = List.copyOf(verbs);
        }
    }

    /** Copies its arguments. */
    public ResourceType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = List.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    /** {@return a builder of the type of a kind, cluster-scoped and without a place in the API until told otherwise} */
    public static <T extends Resource> Builder<T> builder(GroupVersionKind kind, Codec<T> codec) {
        return new Builder<>(kind, codec);
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

    /** {@return the group and version as objects carry them: {@code apps/v1}, or {@code v1} for the core group} */
    public String apiVersion() {
        return groupVersionKind.apiVersion();
    }

    /** {@return whether it says where objects are served} */
    public boolean isAddressable() {
        return !plural.isEmpty();
    }

    /**
     * {@return the full name of the resource}
     *
     * @throws IllegalStateException if it is not {@linkplain #isAddressable() known} where objects are served
     */
    public GroupVersionResource groupVersionResource() {
        if (!isAddressable()) {
            throw new IllegalStateException("where " + groupVersionKind + " is served is not known");
        }
        return groupVersionKind.groupVersion().withResource(plural);
    }

    /** {@return the subresource of that name, if there is one} */
    public Optional<Subresource> findSubresource(String name) {
        return subresources.stream().filter(s -> s.name().equals(name)).findFirst();
    }

    /** {@return whether there is a subresource of that name} */
    public boolean hasSubresource(String name) {
        return findSubresource(name).isPresent();
    }

    /** {@return {@code apps/v1, Kind=Deployment}} */
    @Override
    public String toString() {
        return groupVersionKind.toString();
    }

    /**
     * Collects the parts of a type.
     *
     * @param <T> the type of the objects
     */
    public static final class Builder<T extends Resource> {
        private final GroupVersionKind kind;
        private final Codec<T> codec;
        private String plural = "";
        private String singular;
        private String listKind;
        private List<String> shortNames = List.of();
        private List<String> categories = List.of();
        private boolean namespaced;
        private List<String> verbs = List.of();
        private final List<Subresource> subresources = new ArrayList<>();

        private Builder(GroupVersionKind kind, Codec<T> codec) {
            this.kind = kind;
            this.codec = codec;
            this.singular = kind.kind().toLowerCase(java.util.Locale.ROOT);
            this.listKind = kind.kind() + "List";
        }

        /** Sets the name in paths. */
        public Builder<T> plural(String plural) {
            this.plural = plural;
            return this;
        }

        /** Sets the name for one; the kind in lower case unless told otherwise. */
        public Builder<T> singular(String singular) {
            this.singular = singular;
            return this;
        }

        /** Sets the name of the kind of lists; the kind followed by {@code List} unless told otherwise. */
        public Builder<T> listKind(String listKind) {
            this.listKind = listKind;
            return this;
        }

        /** Sets the abbreviations. */
        public Builder<T> shortNames(String... shortNames) {
            this.shortNames = List.of(shortNames);
            return this;
        }

        /** Sets the categories. */
        public Builder<T> categories(String... categories) {
            this.categories = List.of(categories);
            return this;
        }

        /** Says whether objects live in a namespace. */
        public Builder<T> namespaced(boolean namespaced) {
            this.namespaced = namespaced;
            return this;
        }

        /** Sets what can be done with objects. */
        public Builder<T> verbs(String... verbs) {
            this.verbs = List.of(verbs);
            return this;
        }

        /** Adds a subresource that takes and gives a kind. */
        public Builder<T> subresource(String name, GroupVersionKind kind, String... verbs) {
            subresources.add(new Subresource(name, kind, List.of(verbs)));
            return this;
        }

        /** {@return the type} */
        public ResourceType<T> build() {
            return new ResourceType<>(
                    kind, plural, singular, listKind, shortNames, categories, namespaced, verbs, subresources, codec);
        }
    }
}
