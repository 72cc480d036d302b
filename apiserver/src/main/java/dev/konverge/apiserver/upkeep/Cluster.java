package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The server as its own upkeep uses it: with the rights of everything, and through the same verbs as any client.
 *
 * <p>Objects are in the version in which they are stored. Every write may throw
 * {@link dev.konverge.apiserver.failure.StatusException}.
 */
public interface Cluster {
    /**
     * A resource that is served.
     *
     * @param name its name, whatever the version
     * @param namespaced whether its objects live in a namespace
     * @param deletable whether its objects can be deleted
     */
    record ServedResource(GroupResource name, boolean namespaced, boolean deletable) {}

    /** What becomes of the dependents of an object that is deleted. */
    enum Propagation {
        /** They are deleted after it. */
        BACKGROUND,
        /** They are deleted before it. */
        FOREGROUND,
        /** They stay and lose their owner. */
        ORPHAN
    }

    /** {@return the resource that holds objects of a kind, if that is served} */
    Optional<ServedResource> findResource(String apiVersion, String kind);

    /** {@return all resources that are served, each once whatever the number of its versions} */
    List<ServedResource> resources();

    /** {@return an object with its resource version, if it is there} */
    Optional<Json.Obj> find(ObjectId id);

    /** {@return the objects of a resource in a namespace, or in all if it is empty, in the order of their names} */
    List<Json.Obj> list(GroupResource resource, String namespace);

    /** Creates an object. */
    void create(GroupResource resource, String namespace, Json.Obj object);

    /**
     * Changes an object.
     *
     * @param id which one
     * @param subresource the endpoint, such as {@code status}, or empty for the object itself
     * @param change makes the new state of the current one; may be called again if somebody else writes in between; what it gives
     *     back unchanged is not written
     */
    void update(ObjectId id, String subresource, UnaryOperator<Json.Obj> change);

    /**
     * Deletes an object the way a client does that says nothing about grace.
     *
     * @param id which one
     * @param uid refuses if it is another by now
     * @param resourceVersion refuses if it has changed since, unless it is empty
     * @param propagation what becomes of its dependents
     */
    void delete(ObjectId id, String uid, String resourceVersion, Propagation propagation);

    /** Deletes an object whose time is over: it is given no time of grace, and its dependents are deleted after it. */
    void deleteAtOnce(ObjectId id, String uid);
}
