package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/** A new node takes no pods until somebody says that it is ready. */
final class NodeTaints implements Admission.Plugin {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (!write.creates("", "nodes")) {
            return object;
        }
        boolean there = Tree.objects(object, "spec", "taints").stream()
                .anyMatch(taint -> Tree.text(taint, "key").equals(NOT_READY));
        if (there) {
            return object;
        }
        List<Json> taints = new ArrayList<>(Tree.list(object, "spec", "taints"));
        taints.add(Tree.of("key", NOT_READY, "effect", "NoSchedule"));
        return Tree.with(object, new Json.Arr(taints), "spec", "taints");
    }
}
