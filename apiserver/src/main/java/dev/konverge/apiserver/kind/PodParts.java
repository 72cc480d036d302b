package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/** The parts of a pod that have endpoints of their own, and one that is not in use. */
final class PodParts {
    private static final String GROUP = "schedulingGroup";

    private PodParts() {}

    /** {@return an object without the group that its pods are scheduled with}, a feature that is off, unless it had one before */
    static Json.Obj withoutGroup(String kind, Json.Obj next, Json.Obj live) {
        String[] group = switch (kind) {
            case "Pod" -> new String[] {"spec", GROUP};
            case "PodTemplate" -> new String[] {"template", "spec", GROUP};
            case "CronJob.batch" -> new String[] {"spec", "jobTemplate", "spec", "template", "spec", GROUP};
            default -> new String[] {"spec", "template", "spec", GROUP};
        };
        return Tree.has(next, group) && !Tree.has(live, group) ? Tree.without(next, group) : next;
    }

    /** {@return the stored pod with that part of the new state which the endpoint is for} */
    static Json.Obj only(String subresource, Json.Obj next, Json.Obj live) {
        Json.Obj pod = Tree.with(live, Tree.at(next, "metadata", "managedFields"), "metadata", "managedFields");
        pod = Tree.withFrom(pod, next, "metadata", "resourceVersion");
        if (subresource.equals("ephemeralcontainers")) {
            return Tree.withFrom(pod, next, "spec", "ephemeralContainers");
        }
        pod = resized(pod, next, "containers");
        return resized(pod, next, "initContainers");
    }

    private static Json.Obj resized(Json.Obj pod, Json.Obj next, String list) {
        List<Json.Obj> now = Tree.objects(pod, "spec", list);
        List<Json.Obj> wanted = Tree.objects(next, "spec", list);
        if (now.size() != wanted.size() || now.isEmpty()) {
            return pod;
        }
        List<Json> merged = new ArrayList<>(now.size());
        for (int i = 0; i < now.size(); i++) {
            Json.Obj container = Tree.withFrom(now.get(i), wanted.get(i), "resources");
            merged.add(Tree.withFrom(container, wanted.get(i), "resizePolicy"));
        }
        return Tree.with(pod, new Json.Arr(merged), "spec", list);
    }
}
