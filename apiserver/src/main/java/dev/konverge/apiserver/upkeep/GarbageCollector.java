package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster.Propagation;
import dev.konverge.apiserver.upkeep.OwnerGraph.Dependent;
import dev.konverge.apiserver.upkeep.OwnerGraph.Owner;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes objects whose owners are all gone, and makes owners wait for their dependents or let them go where their deletion says so.
 *
 * <p>An owner is gone when nothing of its name with its uid is there; that is looked up before anything is deleted, never concluded
 * from what was seen. A write to an object that names no owner, has no dependents and is not being deleted costs a look at three
 * fields.
 */
final class GarbageCollector implements Chore {
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final OwnerGraph graph = new OwnerGraph();

    /** Objects that wait for their dependents to be gone, by uid. */
    private final Map<String, ObjectId> waiting = new LinkedHashMap<>();

    /** Objects that wait for their dependents to be let go, by uid. */
    private final Map<String, ObjectId> releasing = new LinkedHashMap<>();

    /** Dependents to be looked at, by uid. */
    private final Set<String> queue = new LinkedHashSet<>();

    /** Dependents of an owner whose kind is not served; it may be some day. */
    private final Set<String> parked = new LinkedHashSet<>();

    /** Of {@link #waiting}: those that may have stopped to wait. */
    private final Set<String> recheck = new LinkedHashSet<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (id.resource().resource().equals("customresourcedefinitions")) {
            queue.addAll(parked);
            parked.clear();
        }
        if (after == null) {
            if (before != null) {
                gone(Tree.text(before, "metadata", "uid"));
            }
            return;
        }
        String uid = Tree.text(after, "metadata", "uid");
        owned(id, uid, OwnerGraph.owners(after));
        if (Tree.has(after, "metadata", "deletionTimestamp")) {
            deleting(id, uid, Tree.strings(after, "metadata", "finalizers"));
        }
    }

    private void gone(String uid) {
        waiting.remove(uid);
        releasing.remove(uid);
        queue.remove(uid);
        parked.remove(uid);
        recheck.remove(uid);
        graph.find(uid).ifPresent(this::recheckOwners);
        graph.remove(uid);
        graph.dependentsOf(uid).forEach(dependent -> queue.add(dependent.uid()));
    }

    private void owned(ObjectId id, String uid, List<Owner> owners) {
        Dependent known = graph.find(uid).orElse(null);
        List<Owner> before = known == null ? List.of() : known.owners();
        if (before.equals(owners)) {
            return;
        }
        if (known != null) {
            recheckOwners(known);
        }
        if (owners.isEmpty()) {
            graph.remove(uid);
            queue.remove(uid);
        } else {
            graph.put(new Dependent(id, uid, owners));
            queue.add(uid);
        }
    }

    private void recheckOwners(Dependent dependent) {
        for (Owner owner : dependent.owners()) {
            if (waiting.containsKey(owner.uid())) {
                recheck.add(owner.uid());
            }
        }
    }

    private void deleting(ObjectId id, String uid, List<String> finalizers) {
        if (finalizers.contains(ORPHAN)) {
            releasing.put(uid, id);
        } else {
            releasing.remove(uid);
        }
        if (!finalizers.contains(FOREGROUND)) {
            waiting.remove(uid);
        } else if (waiting.put(uid, id) == null) {
            recheck.add(uid);
            graph.dependentsOf(uid).forEach(dependent -> queue.add(dependent.uid()));
        }
    }

    @Override
    public void reset() {
        graph.clear();
        waiting.clear();
        releasing.clear();
        queue.clear();
        parked.clear();
        recheck.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        String uid = first(queue);
        if (uid != null) {
            queue.remove(uid);
            graph.find(uid)
                    .ifPresent(
                            dependent -> attempt(() -> collect(dependent, cluster), () -> queue.add(dependent.uid())));
            return true;
        }
        uid = first(releasing.keySet());
        if (uid != null) {
            String owner = uid;
            ObjectId id = releasing.remove(owner);
            if (id != null) {
                release(owner, id, cluster);
            }
            return true;
        }
        uid = first(recheck);
        if (uid != null) {
            recheck.remove(uid);
            finish(uid, cluster);
            return true;
        }
        return false;
    }

    private static @Nullable String first(Set<String> uids) {
        return uids.isEmpty() ? null : uids.iterator().next();
    }

    /** Does one thing; if somebody else was faster, looks again. */
    private static void attempt(Runnable action, Runnable again) {
        try {
            action.run();
        } catch (StatusException e) {
            if (e.reason().equals("Conflict")) {
                again.run();
            } else if (!e.reason().equals("NotFound")) {
                throw e;
            }
        }
    }

    private void collect(Dependent dependent, Cluster cluster) {
        Json.Obj object = cluster.find(dependent.id()).orElse(Json.Obj.EMPTY);
        boolean same = Tree.text(object, "metadata", "uid").equals(dependent.uid());
        if (!same || Tree.has(object, "metadata", "deletionTimestamp")) {
            return;
        }
        Owners owners = Owners.of(dependent, cluster);
        if (owners.isUndecided()) {
            if (owners.hasUnserved()) {
                parked.add(dependent.uid());
            }
            return;
        }
        if (owners.hasSolid()) {
            if (!owners.lost().isEmpty()) {
                cluster.update(dependent.id(), "", now -> withoutOwners(now, dependent.uid(), owners.lost()));
            }
            return;
        }
        delete(dependent, object, owners, cluster);
    }

    private void delete(Dependent dependent, Json.Obj object, Owners owners, Cluster cluster) {
        List<Dependent> own = graph.dependentsOf(dependent.uid());
        Propagation propagation;
        if (owners.hasWaiting() && !own.isEmpty()) {
            if (own.stream().anyMatch(next -> waiting.containsKey(next.uid()))) {
                // A circle would wait for itself for ever.
                cluster.update(dependent.id(), "", now -> unblocked(now, dependent.uid()));
            }
            propagation = Propagation.FOREGROUND;
        } else {
            List<String> finalizers = Tree.strings(object, "metadata", "finalizers");
            propagation = finalizers.contains(ORPHAN)
                    ? Propagation.ORPHAN
                    : finalizers.contains(FOREGROUND) ? Propagation.FOREGROUND : Propagation.BACKGROUND;
        }
        String version = cluster.find(dependent.id())
                .map(found -> Tree.text(found, "metadata", "resourceVersion"))
                .orElse("");
        cluster.delete(dependent.id(), dependent.uid(), version, propagation);
    }

    private void release(String owner, ObjectId id, Cluster cluster) {
        for (Dependent dependent : graph.dependentsOf(owner)) {
            attempt(
                    () -> cluster.update(dependent.id(), "", now -> withoutOwners(now, dependent.uid(), Set.of(owner))),
                    () -> releasing.put(owner, id));
        }
        if (!releasing.containsKey(owner)) {
            attempt(
                    () -> cluster.update(id, "", now -> withoutFinalizer(now, owner, ORPHAN)),
                    () -> releasing.put(owner, id));
        }
    }

    private void finish(String owner, Cluster cluster) {
        ObjectId id = waiting.get(owner);
        if (id == null) {
            return;
        }
        List<Dependent> blocking = graph.dependentsOf(owner).stream()
                .filter(dependent -> dependent.blocks(owner))
                .toList();
        if (blocking.isEmpty()) {
            attempt(
                    () -> cluster.update(id, "", now -> withoutFinalizer(now, owner, FOREGROUND)),
                    () -> recheck.add(owner));
        }
    }

    private static Json.Obj withoutOwners(Json.Obj object, String uid, Set<String> lost) {
        if (!Tree.text(object, "metadata", "uid").equals(uid)) {
            return object;
        }
        List<Json> kept = new ArrayList<>();
        for (Json.Obj owner : Tree.objects(object, "metadata", "ownerReferences")) {
            if (!lost.contains(Tree.text(owner, "uid"))) {
                kept.add(owner);
            }
        }
        return Tree.with(object, kept.isEmpty() ? null : new Json.Arr(kept), "metadata", "ownerReferences");
    }

    private static Json.Obj unblocked(Json.Obj object, String uid) {
        if (!Tree.text(object, "metadata", "uid").equals(uid)) {
            return object;
        }
        List<Json> owners = Tree.objects(object, "metadata", "ownerReferences").stream()
                .<Json>map(owner -> Tree.flag(owner, "blockOwnerDeletion")
                        ? Tree.with(owner, Json.Bool.FALSE, "blockOwnerDeletion")
                        : owner)
                .toList();
        return Tree.with(object, new Json.Arr(owners), "metadata", "ownerReferences");
    }

    private static Json.Obj withoutFinalizer(Json.Obj object, String uid, String finalizer) {
        if (!Tree.text(object, "metadata", "uid").equals(uid)) {
            return object;
        }
        List<String> kept = new ArrayList<>(Tree.strings(object, "metadata", "finalizers"));
        kept.remove(finalizer);
        return Tree.with(object, kept.isEmpty() ? null : Tree.arr(kept), "metadata", "finalizers");
    }
}
