package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps an IPAddress object for every address that a Service has. */
final class AddressRecords implements Chore {
    private static final GroupResource ADDRESSES = new GroupResource("networking.k8s.io", "ipaddresses");

    /** Addresses to be looked at, and the Service that has it as far as seen; null if none. */
    private final Map<String, @Nullable ObjectId> queue = new LinkedHashMap<>();

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (!id.isCore("services")) {
            return;
        }
        Set<String> old = addresses(before);
        Set<String> fresh = addresses(after);
        if (old.equals(fresh)) {
            return;
        }
        old.forEach(address -> queue.put(address, null));
        fresh.forEach(address -> queue.put(address, id));
    }

    private static Set<String> addresses(Json.@Nullable Obj service) {
        Set<String> addresses = new LinkedHashSet<>();
        if (service != null) {
            addresses.addAll(Tree.strings(service, "spec", "clusterIPs"));
            addresses.remove("None");
        }
        return addresses;
    }

    @Override
    public void reset() {
        queue.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant now) {
        if (queue.isEmpty()) {
            return false;
        }
        String address = queue.keySet().iterator().next();
        ObjectId service = queue.remove(address);
        ObjectId id = new ObjectId(ADDRESSES, "", address);
        try {
            Json.Obj there = cluster.find(id).orElse(null);
            boolean right = there != null && service != null && isOf(service, there);
            if (there != null && !right) {
                // That of a Service which is gone. Another may have its address by now, but no record changes hands.
                cluster.delete(id, Tree.text(there, "metadata", "uid"), "", Cluster.Propagation.BACKGROUND);
            }
            if (service != null && !right) {
                cluster.create(ADDRESSES, "", record(address, service));
            }
        } catch (StatusException e) {
            if (!List.of("NotFound", "AlreadyExists", "Conflict").contains(e.reason())) {
                throw e;
            }
        }
        return true;
    }

    private static boolean isOf(ObjectId service, Json.Obj record) {
        Json.Obj parent = Tree.object(record, "spec", "parentRef");
        return Tree.text(parent, "namespace").equals(service.namespace())
                && Tree.text(parent, "name").equals(service.name());
    }

    private static Json.Obj record(String address, ObjectId service) {
        return Tree.of(
                "apiVersion",
                "networking.k8s.io/v1",
                "kind",
                "IPAddress",
                "metadata",
                Tree.of(
                        "name",
                        address,
                        "labels",
                        Tree.of(
                                "ipaddress.kubernetes.io/ip-family", "IPv4",
                                "ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io")),
                "spec",
                Tree.of(
                        "parentRef",
                        Tree.of(
                                "group",
                                "",
                                "resource",
                                "services",
                                "namespace",
                                service.namespace(),
                                "name",
                                service.name())));
    }
}
