package dev.konverge.apiserver.admission;

import dev.konverge.apiserver.failure.GroupResource;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.upkeep.Cluster;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Containers that ask for nothing get what the limit ranges of their namespace have for them. */
final class LimitRanges implements Admission.Plugin {
    private static final GroupResource RANGES = new GroupResource("", "limitranges");

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
            for (Json.Obj limit : Tree.objects(range, "spec", "limits")) {
                if (Tree.text(limit, "type").equals("Container")) {
                    pod = limited(limited(pod, "containers", limit), "initContainers", limit);
                }
            }
        }
        return pod;
    }

    private static Json.Obj limited(Json.Obj pod, String list, Json.Obj limit) {
        if (!Tree.has(pod, "spec", list)) {
            return pod;
        }
        List<Json> containers = new ArrayList<>();
        for (Json.Obj container : Tree.objects(pod, "spec", list)) {
            Json.Obj filled = merged(container, "limits", Tree.object(limit, "default"));
            containers.add(merged(filled, "requests", Tree.object(limit, "defaultRequest")));
        }
        return Tree.with(pod, new Json.Arr(containers), "spec", list);
    }

    private static Json.Obj merged(Json.Obj container, String which, Json.Obj defaults) {
        if (defaults.fields().isEmpty()) {
            return container;
        }
        Map<String, Json> amounts =
                new LinkedHashMap<>(Tree.object(container, "resources", which).fields());
        defaults.fields().forEach(amounts::putIfAbsent);
        return Tree.with(container, new Json.Obj(amounts), "resources", which);
    }
}
