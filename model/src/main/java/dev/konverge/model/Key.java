package dev.konverge.model;

import org.jspecify.annotations.Nullable;

/**
 * The namespace and the name of an object: what tells it from the others of its kind.
 *
 * <p>The text form is {@code namespace/name}, or {@code name} alone where the namespace is empty. Keys are ordered as
 * the API server orders a list: by {@code namespace/name}, so {@code a-b/x} comes before {@code a/x}.
 *
 * @param namespace the namespace, empty for a cluster-scoped object
 * @param name the name, empty for an object that the server has yet to name
 */
public record Key(String namespace, String name) implements Comparable<Key> {
    /** Refuses a slash, which no name may hold and which would make the text form ambiguous. */
    public Key {
        if (namespace.indexOf('/') >= 0 || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a slash in the key of namespace \"" + namespace + "\" and name \"" + name + "\"");
        }
    }

    /** {@return the key of a cluster-scoped object} */
    public static Key of(String name) {
        return new Key("", name);
    }

    /** {@return the key of an object in a namespace; cluster-scoped if the namespace is empty} */
    public static Key of(String namespace, String name) {
        return new Key(namespace, name);
    }

    /**
     * {@return the key that a text stands for} A leading slash stands for an empty namespace.
     *
     * @throws IllegalArgumentException if the text has more than one slash
     */
    public static Key parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return new Key("", text);
        }
        if (text.indexOf('/', slash + 1) >= 0) {
            throw new IllegalArgumentException("unexpected key format: \"" + text + "\"");
        }
        return new Key(text.substring(0, slash), text.substring(slash + 1));
    }

    /** {@return whether there is a namespace} */
    public boolean isNamespaced() {
        return !namespace.isEmpty();
    }

    @Override
    public int compareTo(Key other) {
        if (namespace.equals(other.namespace)) {
            return name.compareTo(other.name);
        }
        // With the slash, because '-' and '.' sort before it and nothing sorts before the end of a text.
        return (namespace + '/').compareTo(other.namespace + '/');
    }

    // By hand, here and in other records that maps are asked by: what a record gets is put together from method
    // handles, which only the
    // second compiler makes code of, and a small controller runs without it.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Key that && name.equals(that.name) && namespace.equals(that.namespace);
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    /** {@return {@code namespace/name}, or the name alone where the namespace is empty} */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + '/' + name;
    }
}
