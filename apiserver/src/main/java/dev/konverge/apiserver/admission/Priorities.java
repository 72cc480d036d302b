package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.apiserver.upkeep.ObjectId;
import dev.konverge.model.Json;
import java.util.Objects;

/** Pods get the priority of the class they name, or of the one for those that name none. */
final class Priorities implements Admission.Plugin {
    private static final GroupResource CLASSES = new GroupResource("scheduling.k8s.io", "priorityclasses");
    private static final String PREEMPTION = "preemptionPolicy";

    private final Cluster cluster;

    Priorities(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        Json.Obj old = write.old();
        if (write.updates("", "pods") && old != null) {
            return withOld(withOld(object, old, "priority"), old, PREEMPTION);
        }
        if (!write.creates("", "pods")) {
            return object;
        }
        String name = Tree.text(object, "spec", "priorityClassName");
        Json.Obj found = name.isEmpty() ? usual() : named(write, name);
        Json value = Json.of(Tree.number(found, "value"));
        Json given = Tree.at(object, "spec", "priority");
        if (given != null && !Objects.equals(given, value)) {
            throw write.forbidden("the integer value of priority (" + given
                    + ") must not be provided in pod spec; priority admission controller computed " + value
                    + " from the given PriorityClass name");
        }
        Json.Obj pod = Tree.with(object, value, "spec", "priority");
        if (name.isEmpty() && Tree.has(found, "metadata", "name")) {
            pod = Tree.with(pod, Tree.at(found, "metadata", "name"), "spec", "priorityClassName");
        }
        String preemption = Tree.text(found, PREEMPTION);
        String computed = preemption.isEmpty() ? "PreemptLowerPriority" : preemption;
        String wanted = Tree.text(pod, "spec", PREEMPTION);
        if (!wanted.isEmpty() && !wanted.equals(computed)) {
            throw write.forbidden("the string value of PreemptionPolicy (" + wanted
                    + ") must not be provided in pod spec; priority admission controller computed " + computed
                    + " from the given PriorityClass name");
        }
        return Tree.with(pod, Json.of(computed), "spec", PREEMPTION);
    }

    /** {@return a pod that has what it was given when it was created, if the client left it out} */
    private static Json.Obj withOld(Json.Obj pod, Json.Obj old, String field) {
        return Tree.has(pod, "spec", field) ? pod : Tree.withFrom(pod, old, "spec", field);
    }

    private Json.Obj named(Write write, String name) {
        return cluster.find(new ObjectId(CLASSES, "", name))
                .orElseThrow(() -> write.forbidden("no PriorityClass with name " + name + " was found"));
    }

    private Json.Obj usual() {
        return cluster.list(CLASSES, "").stream()
                .filter(priority -> Tree.flag(priority, "globalDefault"))
                .findFirst()
                .orElse(Json.Obj.EMPTY);
    }
}
