package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.model.Json;
import java.util.Comparator;
import java.util.Optional;

/** Claims and ingresses without a class get the one that is marked as the usual one. */
final class DefaultClasses implements Admission.Plugin {
    private static final GroupResource STORAGE = new GroupResource("storage.k8s.io", "storageclasses");
    private static final GroupResource INGRESS = new GroupResource("networking.k8s.io", "ingressclasses");

    private final Cluster cluster;

    DefaultClasses(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (write.creates("", "persistentvolumeclaims")) {
            boolean named = Tree.has(object, "spec", "storageClassName")
                    || Tree.has(object, "metadata", "annotations", "volume.beta.kubernetes.io/storage-class");
            return named
                    ? object
                    : withClass(object, STORAGE, "storageclass.kubernetes.io/is-default-class", "storageClassName");
        }
        if (write.creates("networking.k8s.io", "ingresses")) {
            boolean named = Tree.has(object, "spec", "ingressClassName")
                    || Tree.has(object, "metadata", "annotations", "kubernetes.io/ingress.class");
            return named
                    ? object
                    : withClass(object, INGRESS, "ingressclass.kubernetes.io/is-default-class", "ingressClassName");
        }
        return object;
    }

    private Json.Obj withClass(Json.Obj object, GroupResource classes, String mark, String field) {
        Optional<Json.Obj> usual = cluster.list(classes, "").stream()
                .filter(found ->
                        Tree.text(found, "metadata", "annotations", mark).equals("true"))
                .max(Comparator.comparing((Json.Obj found) -> Tree.text(found, "metadata", "creationTimestamp")));
        return usual.map(found -> Tree.with(object, Tree.at(found, "metadata", "name"), "spec", field))
                .orElse(object);
    }
}
