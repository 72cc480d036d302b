package dev.konverge.apiserver.verb;

/**
 * What a request is about.
 *
 * @param kind the resource
 * @param namespace the namespace, empty for a resource that has none
 * @param name the object's name, empty for a collection or a new object
 * @param subresource the subresource, empty for the object itself
 */
record Target(Kind kind, String namespace, String name, String subresource) {
    /** {@return the key of the object in its collection} */
    String key() {
        return kind.key(namespace, name);
    }
}
