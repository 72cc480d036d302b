package dev.konverge.client;

import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;

/**
 * Where a client looks for objects.
 *
 * @param resource the resource
 * @param scope whether objects live in namespaces
 * @param namespace the namespace, empty for all
 */
record Place(GroupVersionResource resource, Scope scope, String namespace) {
    /** Whether objects of a resource live in namespaces. */
    enum Scope {
        NAMESPACED,
        CLUSTER,
        /** As told by the caller each time: nothing is known of the resource. */
        UNKNOWN
    }

    static Place of(ResourceType<?> type) {
        return new Place(type.groupVersionResource(), type.namespaced() ? Scope.NAMESPACED : Scope.CLUSTER, "");
    }

    Place in(String namespace) {
        if (scope == Scope.CLUSTER && !namespace.isEmpty()) {
            throw new IllegalArgumentException(
                    resource.resource() + " do not live in namespaces, so not in \"" + namespace + '"');
        }
        return new Place(resource, scope, namespace.isEmpty() ? "" : Target.segment("namespace", namespace));
    }

    /** {@return the full key of an object of that name} */
    Key key(String name) {
        return checked(new Key(namespace, name));
    }

    /** {@return the full key of an object, whose namespace may be left to this place} */
    Key key(Key key) {
        if (!namespace.isEmpty() && key.isNamespaced() && !key.namespace().equals(namespace)) {
            throw new IllegalArgumentException("this client looks for " + resource.resource() + " in \"" + namespace
                    + "\", not for \"" + key + '"');
        }
        return checked(key.isNamespaced() ? key : new Key(namespace, key.name()));
    }

    /** {@return the full key of an object that is to be written} */
    Key key(Resource object) {
        return key(object.key());
    }

    private Key checked(Key key) {
        if (scope == Scope.NAMESPACED && !key.isNamespaced()) {
            throw new IllegalArgumentException(resource.resource() + " live in namespaces: say which one \""
                    + key.name() + "\" is in, with in(namespace) or in its key");
        }
        if (scope == Scope.CLUSTER && key.isNamespaced()) {
            throw new IllegalArgumentException(
                    resource.resource() + " do not live in namespaces, so not in \"" + key.namespace() + '"');
        }
        return key;
    }
}
