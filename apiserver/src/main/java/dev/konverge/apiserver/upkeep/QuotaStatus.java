package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.quota.Amounts;
import dev.konverge.apiserver.quota.Quota;
import dev.konverge.apiserver.quota.Usage;
import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts what is used in namespaces that have quotas, and writes it where admission reads it. */
final class QuotaStatus implements Chore {
    private static final GroupResource QUOTAS = new GroupResource("", "resourcequotas");

    /** The quotas there are, by namespace. */
    private final Map<String, Set<ObjectId>> quotas = new HashMap<>();

    /** Of these: the ones to be counted anew. */
    private final Set<ObjectId> queue = new LinkedHashSet<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (id.resource().equals(QUOTAS)) {
            if (after == null) {
                quotas.getOrDefault(id.namespace(), Set.of()).remove(id);
                queue.remove(id);
            } else {
                quotas.computeIfAbsent(id.namespace(), any -> new LinkedHashSet<>())
                        .add(id);
                queue.add(id);
            }
        }
        // What is changed without more or less being used shows in the count, which is then not written.
        Set<ObjectId> concerned = quotas.get(id.namespace());
        if (concerned != null) {
            queue.addAll(concerned);
        }
    }

    @Override
    public void reset() {
        quotas.clear();
        queue.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
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
                resources.add(new GroupResource("", "pods"));
            }
        }
        Set<GroupResource> served = new LinkedHashSet<>();
        cluster.resources().forEach(known -> served.add(known.name()));
        resources.retainAll(served);
        return resources;
    }
}
