package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.quota.Amounts;
import dev.konverge.apiserver.quota.Quota;
import dev.konverge.apiserver.quota.Usage;
import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is used in namespaces that have quotas, and writes it where admission reads it.
 *
 * <p>Admission charges for a creation before it is stored, and a count in between would take that back. So a creation is no reason to
 * count, nor is a charge; only a while later it is counted whether all that was charged for has come to be.
 */
final class QuotaStatus implements Chore {
    private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");
    private static final GroupResource PODS = new GroupResource("", "pods");

    /** After what time it is counted whether what was charged for is there, as a real server does. */
    private static final Duration RECOUNT = Duration.ofMinutes(5);

    /** The quotas there are, by namespace. */
    private final Map<String, Set<ObjectId>> quotas = new HashMap<>();

    /** Of these: the ones to be counted anew. */
    private final Set<ObjectId> queue = new LinkedHashSet<>();

    /** And those whose use was written since they were last counted on that account. */
    private final Set<ObjectId> charged = new LinkedHashSet<>();

    /** When {@link #charged} are counted; null while there are none. */
    private @Nullable Instant recount;

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (id.resource().equals(QUOTAS)) {
            observeQuota(id, before, after);
        }
        Set<ObjectId> concerned = quotas.get(id.namespace());
        if (concerned != null && before != null && mayUseOther(id.resource(), before, after)) {
            queue.addAll(concerned);
        }
    }

    private void observeQuota(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (after == null) {
            quotas.getOrDefault(id.namespace(), Set.of()).remove(id);
            queue.remove(id);
            charged.remove(id);
            return;
        }
        quotas.computeIfAbsent(id.namespace(), any -> new LinkedHashSet<>()).add(id);
        Amounts hard = Amounts.at(after, "spec", "hard");
        if (before == null
                || !hard.equals(Amounts.at(before, "spec", "hard"))
                || !hard.equals(Amounts.at(after, "status", "hard"))) {
            queue.add(id);
        }
        if (before == null || !Amounts.at(before, "status", "used").equals(Amounts.at(after, "status", "used"))) {
            charged.add(id);
        }
    }

    /** Whether an object may use more or less than before, or be of the concern of other quotas. */
    private static boolean mayUseOther(GroupResource resource, Json.Obj before, Json.@Nullable Obj after) {
        return after == null
                || !Usage.of(resource, before, Instant.EPOCH).equals(Usage.of(resource, after, Instant.EPOCH))
                || (resource.equals(PODS) && hasOtherScope(before, after));
    }

    /** Only pods have scopes, and a pod uses nothing once its time of grace is over. */
    private static boolean hasOtherScope(Json.Obj before, Json.Obj after) {
        return !Tree.object(before, "spec").equals(Tree.object(after, "spec"))
                || Tree.has(before, "metadata", "deletionTimestamp")
                        != Tree.has(after, "metadata", "deletionTimestamp");
    }

    @Override
    public void reset() {
        quotas.clear();
        queue.clear();
        charged.clear();
        recount = null;
    }

    @Override
    public Optional<Instant> findDeadline() {
        return Optional.ofNullable(recount);
    }

    private void recountAt(Instant now) {
        if (recount != null && !recount.isAfter(now)) {
            queue.addAll(charged);
            charged.clear();
            recount = null;
        }
        if (charged.isEmpty()) {
            recount = null;
        } else if (recount == null) {
            recount = now.plus(RECOUNT);
        }
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        recountAt(now);
        if (queue.isEmpty()) {
            return false;
        }
        ObjectId id = queue.iterator().next();
        queue.remove(id);
        if (cluster.find(id).isEmpty()) {
            return true;
        }
        try {
            cluster.update(id, "status", quota -> counted(cluster, quota, now));
        } catch (StatusException e) {
            if (!e.reason().equals("NotFound")) {
                throw e;
            }
        }
        return true;
    }

    private static Json.Obj counted(Cluster cluster, Json.Obj quota, Instant now) {
        Amounts hard = Amounts.at(quota, "spec", "hard");
        Amounts used = used(cluster, new Quota(quota), hard, now);
        Amounts shown = Amounts.at(quota, "status", "used");
        boolean same = Amounts.at(quota, "status", "hard").equals(hard) && shown.equals(used);
        return same
                ? quota
                : Tree.with(
                        Tree.with(quota, Tree.object(quota, "spec", "hard"), "status", "hard"),
                        used.toJson(),
                        "status",
                        "used");
    }

    private static Amounts used(Cluster cluster, Quota quota, Amounts hard, Instant now) {
        String namespace = Tree.text(quota.object(), "metadata", "namespace");
        Amounts used = Amounts.NONE;
        for (String name : hard.values().keySet()) {
            used = used.with(name, Quantity.ZERO);
        }
        for (GroupResource resource : resources(cluster, hard)) {
            for (Json.Obj object : cluster.list(resource, namespace)) {
                if (quota.concerns(resource, object)) {
                    used = used.plus(
                            Usage.of(resource, object, now).only(hard.values().keySet()));
                }
            }
        }
        return used;
    }

    /** The resources whose objects can use something that is limited. */
    private static Set<GroupResource> resources(Cluster cluster, Amounts hard) {
        Set<GroupResource> resources = new LinkedHashSet<>();
        for (String name : hard.values().keySet()) {
            if (name.startsWith("count/")) {
                resources.add(
                        ObjectId.of(name.substring("count/".length()), "any").resource());
            } else if (name.endsWith("persistentvolumeclaims") || name.endsWith("requests.storage")) {
                resources.add(new GroupResource("", "persistentvolumeclaims"));
            } else if (name.startsWith("services")) {
                resources.add(new GroupResource("", "services"));
            } else if (Usage.isPlainCount(name)) {
                resources.add(new GroupResource("", name));
            } else {
                resources.add(PODS);
            }
        }
        Set<GroupResource> served = new LinkedHashSet<>();
        cluster.resources().forEach(known -> served.add(known.name()));
        resources.retainAll(served);
        return resources;
    }
}
