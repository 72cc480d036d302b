package dev.konverge.apiserver.verb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.apiserver.apply.ManagedFields;
import dev.konverge.apiserver.catalog.Origin;
import dev.konverge.apiserver.catalog.Served;
import dev.konverge.apiserver.crd.Conversion;
import dev.konverge.apiserver.crd.CustomDefinition;
import dev.konverge.apiserver.crd.CustomKind;
import dev.konverge.apiserver.crd.Establishment;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Follows the stored definitions of custom resources: leads each to being established, keeps the catalog, and clears away the
 * objects of one that is deleted.
 *
 * <p>Done by whoever writes a definition, before its request is answered, so that the next request finds the resource served.
 */
final class Definitions {
    /** Where definitions are stored. */
    static final String COLLECTION = "customresourcedefinitions.apiextensions.k8s.io";

    private final Platform platform;
    private final Store store;
    private final Structures structures;
    private final Function<Json.Obj, Conversion> conversions;
    private final Consumer<List<Served>> serve;
    private final ReentrantLock lock = new ReentrantLock();

    /** Replaced under the lock, read by everyone. */
    private volatile Map<String, Known> known = Map.of();

    /** Set once, before the first request. */
    private Supplier<ManagedFields> statusOwnership = () -> {
        throw new IllegalStateException("definitions are followed before they are used");
    };

    /**
     * @param conversions makes what converts of what a definition says about it
     * @param serve takes all custom resources that are to be served, each time they change
     */
    Definitions(
            Platform platform,
            Store store,
            Structures structures,
            Function<Json.Obj, Conversion> conversions,
            Consumer<List<Served>> serve) {
        this.platform = platform;
        this.conversions = conversions;
        this.store = store;
        this.structures = structures;
        this.serve = serve;
    }

    /**
     * A definition that is known.
     *
     * @param essence the parts of it that matter to what is served
     * @param definition what it says
     * @param served what is served of it
     * @param kinds what the verbs know about each version
     */
    private record Known(Json.Obj essence, CustomDefinition definition, List<Served> served, Map<String, Kind> kinds) {}

    void use(Supplier<ManagedFields> ownership) {
        this.statusOwnership = ownership;
    }

    /** Takes over what another one knows of the same store. */
    void adopt(Definitions other) {
        lock.lock();
        try {
            known = other.known;
            publish();
        } finally {
            lock.unlock();
        }
    }

    /** {@return what the verbs know about a custom resource, if it is still served} */
    Optional<Kind> find(Served served) {
        return findKnown(served).map(found -> found.kinds.get(served.version()));
    }

    /** {@return the definition of a custom resource, if it is still there} */
    Optional<CustomKind> findCustom(Served served) {
        return findKnown(served).flatMap(found -> found.definition.findKind(served.version()));
    }

    private Optional<Known> findKnown(Served served) {
        return served.origin() instanceof Origin.Custom origin
                ? Optional.ofNullable(known.get(origin.definition()))
                : Optional.empty();
    }

    /** Takes note of a write to a collection. */
    void wrote(Kind kind) {
        boolean terminating = kind.served().isCustom() && !kind.served().allows("create");
        // Inside of what this does itself it would only be told what it knows.
        if (!lock.isHeldByCurrentThread() && (kind.collection().equals(COLLECTION) || terminating)) {
            follow();
        }
    }

    /** Does all that the stored definitions call for. */
    void follow() {
        lock.lock();
        try {
            boolean changed = true;
            while (changed) {
                changed = false;
                for (Stored stored : store.state().objects(COLLECTION).from("")) {
                    changed |= advance(stored);
                }
                refresh(store.state());
                for (Stored stored : store.state().objects(COLLECTION).from("")) {
                    changed |= clear(stored);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean advance(Stored stored) {
        if (Metadata.isDeleting(stored.content())) {
            return false;
        }
        List<Json.Obj> others = new ArrayList<>();
        for (Stored other : store.state().objects(COLLECTION).from("")) {
            if (!other.key().equals(stored.key())) {
                others.add(other.content());
            }
        }
        Optional<Json.Obj> next = Establishment.findNext(
                stored.content(), others, platform.clock().now());
        // Somebody else may write in between: then the loop looks again.
        next.ifPresent(state -> store.write(COLLECTION, stored.key(), stored, Metadata.stored(owned(stored, state))));
        return next.isPresent();
    }

    /** The status is the server's own, and said to be. */
    private Json.Obj owned(Stored stored, Json.Obj next) {
        return statusOwnership
                .get()
                .onUpdate(
                        stored.content(),
                        next,
                        "kube-apiserver",
                        platform.clock().now());
    }

    @GuardedBy("lock")
    private void refresh(State state) {
        Map<String, Known> next = new LinkedHashMap<>();
        boolean changed = false;
        for (Stored stored : state.objects(COLLECTION).from("")) {
            Known before = known.get(stored.key());
            Json.Obj essence = essence(stored.content());
            boolean same = before != null && before.essence.equals(essence);
            changed |= !same;
            next.put(stored.key(), same && before != null ? before : read(stored, essence));
        }
        if (changed || next.size() != known.size()) {
            Map<String, Known> before = known;
            known = next;
            publish();
            wakeWatches(before);
        }
    }

    @GuardedBy("lock")
    private void publish() {
        serve.accept(known.values().stream()
                .flatMap(definition -> definition.served.stream())
                .toList());
    }

    /** Watches of what is no longer served as it was look again, and end. */
    private void wakeWatches(Map<String, Known> before) {
        for (Known old : before.values()) {
            old.served.stream()
                    .map(served -> served.collection().toString())
                    .distinct()
                    .forEach(store::wakeAll);
        }
    }

    private static Json.Obj essence(Json.Obj definition) {
        List<Json> conditions = new ArrayList<>();
        for (Json.Obj condition : Tree.objects(definition, "status", "conditions")) {
            conditions.add(Tree.of("type", Tree.text(condition, "type"), "status", Tree.text(condition, "status")));
        }
        return Tree.of(
                "spec", Tree.object(definition, "spec"),
                "names", Tree.object(definition, "status", "acceptedNames"),
                "conditions", new Json.Arr(conditions),
                "deleting", Metadata.isDeleting(definition));
    }

    private Known read(Stored stored, Json.Obj essence) {
        CustomDefinition definition = CustomDefinition.of(stored.content(), structures, conversions);
        List<Served> served = definition.served();
        Map<String, Kind> kinds = new LinkedHashMap<>();
        for (Served one : served) {
            definition
                    .findKind(one.version())
                    .ifPresent(kind -> kinds.put(
                            one.version(),
                            new Kind(
                                    one,
                                    kind.rules(),
                                    kind.structure(),
                                    new CustomForm(kind, definition),
                                    definition.versions())));
        }
        return new Known(essence, definition, served, kinds);
    }

    /** Deletes the objects of a definition that is on its way out, and lets it go when none is left. */
    @GuardedBy("lock")
    private boolean clear(Stored stored) {
        Json.Obj definition = stored.content();
        if (!Metadata.isDeleting(definition) || !Metadata.finalizers(definition).contains(DefinitionDeletion.CLEANUP)) {
            return false;
        }
        // A definition is called what the collection of its objects is called.
        String collection = stored.key();
        Instant now = platform.clock().now();
        String time = TimeFormat.TIME.format(now);
        if (!deleteAll(collection, now)) {
            return true;
        }
        if (store.state().count(collection) == 0) {
            return release(stored, time);
        }
        Json.Obj waiting = DefinitionDeletion.withCondition(
                definition,
                "Terminating",
                "True",
                "InstanceDeletionInProgress",
                "CustomResource deletion is in progress",
                time);
        if (!waiting.equals(definition)) {
            store.write(COLLECTION, stored.key(), stored, Metadata.stored(waiting));
        }
        return false;
    }

    @GuardedBy("lock")
    private boolean release(Stored stored, String time) {
        List<String> finalizers = new ArrayList<>(Metadata.finalizers(stored.content()));
        finalizers.remove(DefinitionDeletion.CLEANUP);
        if (finalizers.isEmpty()) {
            return store.write(COLLECTION, stored.key(), stored, null) != null;
        }
        Json.Obj next = DefinitionDeletion.withCondition(
                stored.content(), "Terminating", "False", "InstanceDeletionCompleted", "removed all instances", time);
        next = Tree.with(next, Tree.arr(finalizers), "metadata", "finalizers");
        return store.write(COLLECTION, stored.key(), stored, Metadata.stored(next)) != null;
    }

    /**
     * Deletes objects as they are stored, whatever versions are served, and asks nobody: there is nothing left to be kept.
     *
     * @return whether nobody else wrote in between
     */
    private boolean deleteAll(String collection, Instant now) {
        boolean all = true;
        for (Stored object : store.state().objects(collection).from("")) {
            Json.Obj content = object.content();
            if (!Metadata.isDeleting(content)) {
                Json.Obj next = Metadata.finalizers(content).isEmpty() ? null : Deleting.marked(content, now);
                all &= store.write(collection, object.key(), object, next) != null;
            }
        }
        return all;
    }
}
