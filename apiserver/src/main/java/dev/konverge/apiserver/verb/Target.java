package dev.konverge.apiserver.verb;

import dev.konverge.model.Json;
import org.jspecify.annotations.Nullable;

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

    /** {@return what is to be written here, for those who are asked whether it may be} */
    Gate.Attempt attempt(Gate.Operation operation, Json.@Nullable Obj object, Json.@Nullable Obj old, Caller caller) {
        return new Gate.Attempt(
                operation,
                kind.served(),
                namespace,
                name,
                subresource,
                object,
                old,
                caller.dryRun(),
                caller.user(),
                caller.warnings(),
                caller.asked().options(),
                caller.deadline());
    }
}
