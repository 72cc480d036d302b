package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts pods on nodes. */
public final class PodBinding {
    private static final GroupResource BINDING = new GroupResource("", "pods/binding");

    private PodBinding() {}

    /** {@return what is wrong with a Binding} */
    public static List<FieldError> errors(Json.Obj binding) {
        String kind = Tree.text(binding, "target", "kind");
        List<FieldError> errors = new ArrayList<>();
        if (!kind.isEmpty() && !kind.equals("Node")) {
            errors.add(FieldError.notSupported("target.kind", Json.of(kind), List.of("Node", "<empty>")));
        }
        if (Tree.text(binding, "target", "name").isEmpty()) {
            errors.add(FieldError.required("target.name", ""));
        }
        return errors;
    }

    /**
     * {@return a pod on the node that a Binding names}
     *
     * @throws StatusException 409 if it is on one already, or cannot be on any
     */
    public static Json.Obj bound(Json.Obj pod, Json.Obj binding, Instant now) {
        String name = Tree.text(pod, "metadata", "name");
        requireFree(pod, name);
        requireSame(pod, binding, name);
        Json.Obj next = Tree.with(pod, Tree.at(binding, "target", "name"), "spec", "nodeName");
        next = Tree.without(next, "status", "nominatedNodeName");
        for (String map : List.of("annotations", "labels")) {
            Map<String, Json> merged =
                    new LinkedHashMap<>(Tree.object(pod, "metadata", map).fields());
            merged.putAll(Tree.object(binding, "metadata", map).fields());
            next = Tree.with(next, merged.isEmpty() ? null : new Json.Obj(merged), "metadata", map);
        }
        return Tree.with(next, scheduled(pod, now), "status", "conditions");
    }

    private static void requireFree(Json.Obj pod, String name) {
        String node = Tree.text(pod, "spec", "nodeName");
        if (Tree.has(pod, "metadata", "deletionTimestamp")) {
            throw conflict(name, "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        if (!node.isEmpty()) {
            throw conflict(name, "pod " + name + " is already assigned to node \"" + node + "\"");
        }
        if (!Tree.list(pod, "spec", "schedulingGates").isEmpty()) {
            throw conflict(name, "pod " + name + " has non-empty .spec.schedulingGates");
        }
    }

    private static void requireSame(Json.Obj pod, Json.Obj binding, String name) {
        String uid = Tree.text(binding, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(Tree.text(pod, "metadata", "uid"))) {
            throw conflict(
                    name,
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + Tree.text(pod, "metadata", "uid"));
        }
    }

    private static StatusException conflict(String name, String why) {
        return Failures.conflict(BINDING, name, why);
    }

    private static Json.Arr scheduled(Json.Obj pod, Instant now) {
        List<Json> conditions = new ArrayList<>();
        for (Json.Obj condition : Tree.objects(pod, "status", "conditions")) {
            if (!Tree.text(condition, "type").equals("PodScheduled")) {
                conditions.add(condition);
            }
        }
        conditions.add(Tree.of(
                "type",
                "PodScheduled",
                "status",
                "True",
                "lastProbeTime",
                Json.Null.INSTANCE,
                "lastTransitionTime",
                TimeFormat.TIME.format(now)));
        return new Json.Arr(conditions);
    }
}
