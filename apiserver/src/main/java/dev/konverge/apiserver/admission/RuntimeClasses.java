package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods get from the class of their runtime what it costs, and where it can be had. */
final class RuntimeClasses implements Admission.Plugin {
    private static final GroupResource CLASSES = new GroupResource("node.k8s.io", "runtimeclasses");

    private final Cluster cluster;

    RuntimeClasses(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        Optional<Json.Obj> named = write.creates("", "pods") ? named(write, object) : Optional.empty();
        return named.map(found -> scheduled(write, priced(write, object, found), found))
                .orElse(object);
    }

    /** Refuses a pod that says something else than its class of what its runtime costs. */
    void validate(Write write) {
        Json.Obj pod = write.object();
        if (pod == null || !write.creates("", "pods")) {
            return;
        }
        Json.Obj overhead = overhead(named(write, pod).orElse(Json.Obj.EMPTY));
        Json.Obj given = Tree.object(pod, "spec", "overhead");
        if (overhead.fields().isEmpty() && !given.fields().isEmpty()) {
            throw write.forbidden("pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
        }
        if (!overhead.equals(given)) {
            throw write.forbidden("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
    }

    private Optional<Json.Obj> named(Write write, Json.Obj pod) {
        if (!Tree.has(pod, "spec", "runtimeClassName")) {
            return Optional.empty();
        }
        String name = Tree.text(pod, "spec", "runtimeClassName");
        return Optional.of(cluster.find(new ObjectId(CLASSES, "", name))
                .orElseThrow(() -> write.forbidden("pod rejected: RuntimeClass \"" + name + "\" not found")));
    }

    private static Json.Obj overhead(Json.Obj runtime) {
        return Tree.object(runtime, "overhead", "podFixed");
    }

    private static Json.Obj priced(Write write, Json.Obj pod, Json.Obj runtime) {
        Json.Obj overhead = overhead(runtime);
        Json.Obj given = Tree.object(pod, "spec", "overhead");
        if (overhead.fields().isEmpty()) {
            return pod;
        }
        if (!given.fields().isEmpty() && !given.equals(overhead)) {
            throw write.forbidden("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
        return Tree.with(pod, overhead, "spec", "overhead");
    }

    private static Json.Obj scheduled(Write write, Json.Obj pod, Json.Obj runtime) {
        Json.Obj result = pod;
        Map<String, String> own = Tree.texts(pod, "spec", "nodeSelector");
        for (Map.Entry<String, String> label :
                Tree.texts(runtime, "scheduling", "nodeSelector").entrySet()) {
            String key = label.getKey();
            String value = own.getOrDefault(key, label.getValue());
            if (!value.equals(label.getValue())) {
                throw write.forbidden("conflict: runtimeClass.scheduling.nodeSelector[" + key + "] = "
                        + label.getValue() + "; pod.spec.nodeSelector[" + key + "] = " + value);
            }
            result = Tree.with(result, Json.of(value), "spec", "nodeSelector", key);
        }
        List<Json> tolerations = new ArrayList<>(Tree.list(pod, "spec", "tolerations"));
        Tree.list(runtime, "scheduling", "tolerations").stream()
                .filter(toleration -> !tolerations.contains(toleration))
                .forEach(tolerations::add);
        return tolerations.isEmpty() ? result : Tree.with(result, new Json.Arr(tolerations), "spec", "tolerations");
    }
}
