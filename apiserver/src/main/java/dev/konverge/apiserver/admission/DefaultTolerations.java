package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Pods stay for five minutes on a node that cannot be reached, unless they say otherwise. */
final class DefaultTolerations implements Admission.Plugin {
    private static final long SECONDS = 300;
    private static final List<String> TAINTS =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (!write.creates("", "pods") && !write.updates("", "pods")) {
            return object;
        }
        List<Json> tolerations = new ArrayList<>(Tree.list(object, "spec", "tolerations"));
        int before = tolerations.size();
        for (String taint : TAINTS) {
            boolean tolerated = Tree.objects(object, "spec", "tolerations").stream()
                    .anyMatch(toleration -> concerns(toleration, taint));
            if (!tolerated) {
                tolerations.add(Tree.of(
                        "key", taint, "operator", "Exists", "effect", "NoExecute", "tolerationSeconds", SECONDS));
            }
        }
        return tolerations.size() == before
                ? object
                : Tree.with(object, new Json.Arr(tolerations), "spec", "tolerations");
    }

    private static boolean concerns(Json.Obj toleration, String taint) {
        return Set.of("", taint).contains(Tree.text(toleration, "key"))
                && Set.of("", "NoExecute").contains(Tree.text(toleration, "effect"));
    }
}
