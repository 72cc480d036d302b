package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.quota.Amounts;
import dev.konverge.apiserver.quota.PodAmounts;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Containers that ask for nothing get what the limit ranges of their namespace have for them; what asks for too little or too much is
 * refused.
 */
final class LimitRanges implements Admission.Plugin {
    private static final GroupResource RANGES = new GroupResource("", "limitranges");
    private static final String NOTE = "kubernetes.io/limit-ranger";

    private final Cluster cluster;

    LimitRanges(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public Json.Obj admit(Write write, Json.Obj object) {
        if (!write.creates("", "pods")) {
            return object;
        }
        Json.Obj pod = object;
        for (Json.Obj range : cluster.list(RANGES, write.namespace())) {
            pod = filled(pod, range);
        }
        return pod;
    }

    private static Json.Obj filled(Json.Obj pod, Json.Obj range) {
        Map<String, Json> requests = new LinkedHashMap<>();
        Map<String, Json> limits = new LinkedHashMap<>();
        for (Json.Obj limit : Tree.objects(range, "spec", "limits")) {
            if (Tree.text(limit, "type").equals("Container")) {
                requests.putAll(Tree.object(limit, "defaultRequest").fields());
                limits.putAll(Tree.object(limit, "default").fields());
            }
        }
        List<String> notes = new ArrayList<>();
        Json.Obj done = filled(pod, "containers", "container", requests, limits, notes);
        done = filled(done, "initContainers", "init container", requests, limits, notes);
        return notes.isEmpty()
                ? done
                : Tree.with(
                        done,
                        Json.of("LimitRanger plugin set: " + String.join("; ", notes)),
                        "metadata",
                        "annotations",
                        NOTE);
    }

    private static Json.Obj filled(
            Json.Obj pod,
            String list,
            String what,
            Map<String, Json> requests,
            Map<String, Json> limits,
            List<String> notes) {
        if (!Tree.has(pod, "spec", list)) {
            return pod;
        }
        List<Json> containers = new ArrayList<>();
        for (Json.Obj container : Tree.objects(pod, "spec", list)) {
            String name = what + " " + Tree.text(container, "name");
            List<String> ownNotes = new ArrayList<>();
            Json.Obj limited = filled(container, "limits", limits, " limit for " + name, ownNotes);
            containers.add(filled(limited, "requests", requests, " request for " + name, ownNotes));
            // Requests are told of first.
            notes.addAll(ownNotes.reversed());
        }
        return Tree.with(pod, new Json.Arr(containers), "spec", list);
    }

    private static Json.Obj filled(
            Json.Obj container, String which, Map<String, Json> usual, String note, List<String> notes) {
        Map<String, Json> amounts =
                new LinkedHashMap<>(Tree.object(container, "resources", which).fields());
        TreeSet<String> set = new TreeSet<>(usual.keySet());
        set.removeAll(amounts.keySet());
        if (set.isEmpty()) {
            return container;
        }
        set.forEach(name -> amounts.put(name, usual.getOrDefault(name, Json.Null.INSTANCE)));
        notes.add(String.join(", ", set) + note);
        return Tree.with(container, new Json.Obj(amounts), "resources", which);
    }

    /**
     * Lets a write pass.
     *
     * @throws dev.konverge.apiserver.failure.StatusException if it asks for too little or too much
     */
    void validate(Write write) {
        Json.Obj object = write.object();
        boolean pod = write.creates("", "pods");
        boolean claim = write.creates("", "persistentvolumeclaims") || write.updates("", "persistentvolumeclaims");
        boolean leaving = write.old() != null && Tree.has(write.old(), "metadata", "deletionTimestamp");
        if (object == null || !(pod || claim) || leaving) {
            return;
        }
        for (Json.Obj range : cluster.list(RANGES, write.namespace())) {
            List<String> faults = new ArrayList<>();
            for (Json.Obj limit : Tree.objects(range, "spec", "limits")) {
                if (pod) {
                    checkPod(new LimitRange(limit), object, faults);
                } else {
                    new LimitRange(limit).checkClaim(Amounts.at(object, "spec", "resources", "requests"), faults);
                }
            }
            if (!faults.isEmpty()) {
                throw write.forbidden(faults.size() == 1 ? faults.getFirst() : "[" + String.join(", ", faults) + "]");
            }
        }
    }

    private static void checkPod(LimitRange limit, Json.Obj pod, List<String> faults) {
        switch (limit.type()) {
            case "Container" -> {
                for (String list : List.of("containers", "initContainers")) {
                    for (Json.Obj container : Tree.objects(pod, "spec", list)) {
                        limit.check(
                                Amounts.at(container, "resources", "requests"),
                                Amounts.at(container, "resources", "limits"),
                                faults);
                    }
                }
            }
            case "Pod" -> limit.check(PodAmounts.requests(pod), PodAmounts.limits(pod), faults);
            default -> {}
        }
    }
}
