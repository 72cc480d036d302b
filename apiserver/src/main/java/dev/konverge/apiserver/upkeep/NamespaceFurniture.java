package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sees to it that every namespace has its service account {@code default} and the certificate of the cluster's authority. */
final class NamespaceFurniture implements Chore {
    private static final GroupResource ACCOUNTS = new GroupResource("", "serviceaccounts");
    private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");
    private static final String ACCOUNT = "default";
    private static final String CERTIFICATE = "kube-root-ca.crt";
    private static final String DESCRIPTION =
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the "
                    + "internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of "
                    + "Kubernetes clusters.";

    private final String certificate;
    private final Set<String> queue = new LinkedHashSet<>();

    /** Publishes a certificate in PEM form; none if it is empty. */
    NamespaceFurniture(String certificate) {
        this.certificate = certificate;
    }

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (id.isCore("namespaces")) {
            if (before == null && after != null) {
                queue.add(id.name());
            }
        } else if (id.isCore("serviceaccounts") && id.name().equals(ACCOUNT)) {
            if (after == null) {
                queue.add(id.namespace());
            }
        } else if (id.isCore("configmaps") && id.name().equals(CERTIFICATE)) {
            queue.add(id.namespace());
        }
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
        String namespace = queue.iterator().next();
        queue.remove(namespace);
        Json.Obj found =
                cluster.find(ObjectId.core("namespaces", "", namespace)).orElse(null);
        if (found != null && !Tree.has(found, "metadata", "deletionTimestamp")) {
            furnish(namespace, cluster);
        }
        return true;
    }

    private void furnish(String namespace, Cluster cluster) {
        if (cluster.find(new ObjectId(ACCOUNTS, namespace, ACCOUNT)).isEmpty()) {
            create(cluster, ACCOUNTS, namespace, object("ServiceAccount", namespace, ACCOUNT));
        }
        if (certificate.isEmpty()) {
            return;
        }
        ObjectId id = new ObjectId(CONFIG_MAPS, namespace, CERTIFICATE);
        Json.Obj data = Tree.of("ca.crt", certificate);
        Json.Obj there = cluster.find(id).orElse(null);
        if (there == null) {
            Json.Obj described = Tree.with(
                    object("ConfigMap", namespace, CERTIFICATE),
                    Json.of(DESCRIPTION),
                    "metadata",
                    "annotations",
                    "kubernetes.io/description");
            create(cluster, CONFIG_MAPS, namespace, Tree.with(described, data, "data"));
        } else if (!Tree.object(there, "data").equals(data)) {
            cluster.update(id, "", object -> Tree.with(object, data, "data"));
        }
    }

    private static Json.Obj object(String kind, String namespace, String name) {
        return Tree.of("apiVersion", "v1", "kind", kind, "metadata", Tree.of("name", name, "namespace", namespace));
    }

    private static void create(Cluster cluster, GroupResource resource, String namespace, Json.Obj object) {
        try {
            cluster.create(resource, namespace, object);
        } catch (StatusException e) {
            // The namespace is being deleted, or somebody else was faster: either way there is nothing left to do.
            if (!e.reason().equals("Forbidden")
                    && !e.reason().equals("AlreadyExists")
                    && !e.reason().equals("NotFound")) {
                throw e;
            }
        }
    }
}
