package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets claims and volumes that are being deleted go when nobody uses them any more. */
final class StorageRelease implements Chore {
    private static final GroupResource PODS = new GroupResource("", "pods");

    /** Those that are being deleted and protected. */
    private final Set<ObjectId> held = new LinkedHashSet<>();

    /** Of these: the ones to be looked at. */
    private final Set<ObjectId> queue = new LinkedHashSet<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        boolean protectable = id.isCore("persistentvolumeclaims") || id.isCore("persistentvolumes");
        if (protectable) {
            boolean deleting = after != null
                    && Tree.has(after, "metadata", "deletionTimestamp")
                    && Tree.strings(after, "metadata", "finalizers").contains(finalizer(id));
            if (deleting) {
                held.add(id);
                queue.add(id);
            } else {
                held.remove(id);
                queue.remove(id);
            }
        } else if (!held.isEmpty() && id.isCore("pods") && after == null) {
            held.stream()
                    .filter(claim -> claim.namespace().equals(id.namespace()))
                    .forEach(queue::add);
        }
    }

    private static String finalizer(ObjectId id) {
        return id.isCore("persistentvolumes") ? "kubernetes.io/pv-protection" : "kubernetes.io/pvc-protection";
    }

    @Override
    public void reset() {
        held.clear();
        queue.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        if (queue.isEmpty()) {
            return false;
        }
        ObjectId id = queue.iterator().next();
        queue.remove(id);
        Json.Obj object = cluster.find(id).orElse(null);
        if (object != null && !isUsed(id, object, cluster)) {
            try {
                cluster.update(id, "", found -> without(found, finalizer(id)));
            } catch (StatusException e) {
                if (!e.reason().equals("NotFound")) {
                    throw e;
                }
            }
        }
        return true;
    }

    private static boolean isUsed(ObjectId id, Json.Obj object, Cluster cluster) {
        if (id.isCore("persistentvolumes")) {
            return Tree.text(object, "status", "phase").equals("Bound");
        }
        return cluster.list(PODS, id.namespace()).stream()
                .flatMap(pod -> Tree.objects(pod, "spec", "volumes").stream())
                .anyMatch(volume ->
                        Tree.text(volume, "persistentVolumeClaim", "claimName").equals(id.name()));
    }

    private static Json.Obj without(Json.Obj object, String finalizer) {
        List<String> kept = new ArrayList<>(Tree.strings(object, "metadata", "finalizers"));
        kept.remove(finalizer);
        return Tree.with(object, kept.isEmpty() ? null : Tree.arr(kept), "metadata", "finalizers");
    }
}
