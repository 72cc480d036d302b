package dev.konverge.controller;

import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.RestMapper;
import dev.konverge.client.WriteOptions;
import dev.konverge.model.ApplyPatch;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** The writes of one controller: to the server, or, for a plan, to a server that only tells what it would do. */
final class Writes {
    private final ClientSet clients;
    private final String manager;
    private final Plan plan;

    /** Asks nobody before it is asked. */
    private final RestMapper mapper;

    Writes(ClientSet clients, String manager, Plan plan) {
        this.clients = clients;
        this.manager = manager;
        this.plan = plan;
        this.mapper = clients.mapper();
    }

    ClientSet clients() {
        return clients;
    }

    Plan plan() {
        return plan;
    }

    void tellFailure(Key key, Throwable failure) {
        plan.tellFailure(manager, key, failure);
    }

    /** {@return a type that says where its objects are served} The server is asked if need be, once a term. */
    <R extends Resource> ResourceType<R> served(ResourceType<R> type) {
        return mapper.served(type);
    }

    private WriteOptions options() {
        return WriteOptions.NONE.withFieldManager(manager).withDryRun(plan.isDryRun());
    }

    private <R extends Resource> ResourceClient<R> client(ResourceType<R> type, Key key) {
        ResourceClient<R> all = clients.resource(type);
        return type.namespaced() ? all.in(key.namespace()) : all;
    }

    <R extends Resource> R apply(ResourceType<R> type, Key key, RawJson intent, Optional<R> before) {
        R after = client(type, key).apply(key, new ApplyPatch(intent), applyOptions());
        plan.tell(Plan.Operation.APPLY, type, before, Optional.of(after));
        return after;
    }

    private dev.konverge.client.ApplyOptions applyOptions() {
        // What a controller declares is its own: whoever changed it by hand is overruled, not asked.
        return dev.konverge.client.ApplyOptions.by(manager).withForce(true).withDryRun(plan.isDryRun());
    }

    <R extends Resource> R create(ResourceType<R> type, R object) {
        R after = client(type, object.key()).create(object, options());
        plan.tell(Plan.Operation.CREATE, type, Optional.empty(), Optional.of(after));
        return after;
    }

    /** {@return an object as the server has it, with what its type does not know, unless it has another version by now} */
    <R extends Resource> Optional<Json.Obj> findWhole(ResourceType<R> type, R object) {
        ResourceType<Unstructured> tree =
                ResourceType.of(type.groupVersionKind(), Unstructured.CODEC).served(type.plural(), type.namespaced());
        return client(tree, object.key())
                .find(object.key())
                .filter(whole -> Objects.equals(
                        whole.metadata().resourceVersion(), object.metadata().resourceVersion()))
                .map(Unstructured::content);
    }

    /**
     * Sends a difference to an object.
     *
     * @param stored the object as the server has it, which in a plan is not how it was last seen
     */
    <R extends Resource> R patch(
            ResourceType<R> type, R before, R stored, MergePatch difference, String... subresource) {
        R after = client(type, before.key()).patch(before.key(), onlyAt(before, difference), options(), subresource);
        plan.tell(Plan.Operation.EDIT, type, Optional.of(stored), Optional.of(after));
        return after;
    }

    /** Another's change in between must not be overwritten unseen. */
    private static MergePatch onlyAt(Resource object, MergePatch difference) {
        String version = object.metadata().resourceVersion();
        if (version == null) {
            throw new IllegalArgumentException(object.kind() + " \"" + object.key()
                    + "\" has no version: only an object from a read or a write can be changed");
        }
        Json.Obj document = (Json.Obj) difference.document();
        return new MergePatch(Trees.with(
                document,
                "metadata",
                Trees.with(Trees.objectIn(document, "metadata"), "resourceVersion", Json.of(version))));
    }

    /**
     * Deletes this very object. {@return it, if it stays for a while; nothing if it is gone}
     *
     * @param stored the object as the server has it, which in a plan is not how it was last seen
     * @param how changes the options; which object it is, and whether it is tried only, they do not change
     */
    <R extends Resource> Optional<R> delete(
            ResourceType<R> type, R object, R stored, Consumer<DeleteOptions.Builder> how) {
        String uid = object.metadata().uid();
        if (uid == null) {
            throw new IllegalArgumentException(object.kind() + " \"" + object.key()
                    + "\" has no uid: only an object from a read or a write can be deleted");
        }
        // The server's default for jobs is to leave their pods, which nobody means.
        DeleteOptions options = DeleteOptions.builder()
                .propagationPolicy("Background")
                .build()
                .with(how)
                .with(o -> o.preconditions(p -> p.uid(uid)).dryRun(plan.isDryRun() ? List.of("All") : List.of()));
        try {
            Optional<R> rest = client(type, object.key()).delete(object.key(), options);
            plan.tell(Plan.Operation.DELETE, type, Optional.of(stored), Optional.empty());
            return rest;
        } catch (ApiException.NotFound gone) {
            return Optional.empty();
        } catch (ApiException.Conflict conflict) {
            return findDeleted(type, object.key(), uid, conflict);
        }
    }

    /**
     * Most often another object has taken its name, so this one is gone. But a server may have other reasons, such as a namespace that is being emptied
     * already: that one stays for a while.
     */
    private <R extends Resource> Optional<R> findDeleted(
            ResourceType<R> type, Key key, String uid, ApiException.Conflict conflict) {
        Optional<R> there = client(type, key)
                .find(key)
                .filter(object -> uid.equals(object.metadata().uid()));
        if (there.isPresent() && there.get().metadata().deletionTimestamp() == null) {
            throw conflict;
        }
        return there;
    }
}
