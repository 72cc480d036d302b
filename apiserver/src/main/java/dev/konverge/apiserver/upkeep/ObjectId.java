package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;

/**
 * The place of an object, whatever the version of its API. Another object may take it later.
 *
 * @param resource the resource it is stored as
 * @param namespace its namespace, empty if it has none
 * @param name its name
 */
public record ObjectId(GroupResource resource, String namespace, String name) {
    /** {@return the place of an object of the core group} */
    public static ObjectId core(String resource, String namespace, String name) {
        return new ObjectId(new GroupResource("", resource), namespace, name);
    }

    /**
     * {@return the place that a key of a collection stands for}
     *
     * @param collection the resource with its group, such as {@code deployments.apps}
     * @param key {@code namespace/name}, or the name alone
     */
    public static ObjectId of(String collection, String key) {
        int dot = collection.indexOf('.');
        GroupResource resource = dot < 0
                ? new GroupResource("", collection)
                : new GroupResource(collection.substring(dot + 1), collection.substring(0, dot));
        int slash = key.indexOf('/');
        return new ObjectId(resource, slash < 0 ? "" : key.substring(0, slash), key.substring(slash + 1));
    }

    /** {@return whether it is a place in a collection of the core group} */
    boolean isCore(String plural) {
        return resource.group().isEmpty() && resource.resource().equals(plural);
    }

    @Override
    public String toString() {
        return resource + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
