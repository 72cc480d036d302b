package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The defaults of a pod that a pod template does not have, and those of a pod's spec that depend on other fields of it. */
final class PodDefaults {
    private PodDefaults() {}

    /** Fills in a pod. */
    static void fill(Map<String, Json> pod) {
        Map<String, Json> spec = new LinkedHashMap<>();
        if (pod.get("spec") instanceof Json.Obj given) {
            spec.putAll(given.fields());
        }
        boolean hostNetwork = spec.get("hostNetwork") instanceof Json.Bool flag && flag.value();
        containers(spec, "containers", hostNetwork);
        containers(spec, "initContainers", hostNetwork);
        if (spec.getOrDefault("enableServiceLinks", Json.Null.INSTANCE) instanceof Json.Null) {
            spec.put("enableServiceLinks", Json.Bool.TRUE);
        }
        pod.put("spec", new Json.Obj(spec));
    }

    /** Keeps the old name of the service account in step with the new one. */
    static void fillSpec(Map<String, Json> spec) {
        Json name = spec.get("serviceAccountName");
        Json oldName = spec.get("serviceAccount");
        if (name == null && oldName != null) {
            spec.put("serviceAccountName", oldName);
        } else if (name != null) {
            spec.put("serviceAccount", name);
        }
    }

    private static void containers(Map<String, Json> spec, String list, boolean hostNetwork) {
        if (spec.get(list) instanceof Json.Arr containers) {
            List<Json> filled = containers.items().stream()
                    .map(container -> container instanceof Json.Obj object ? container(object, hostNetwork) : container)
                    .toList();
            spec.put(list, new Json.Arr(filled));
        }
    }

    private static Json container(Json.Obj container, boolean hostNetwork) {
        Json.Obj filled = container;
        if (Tree.has(container, "resources", "limits")) {
            Map<String, Json> resources =
                    new LinkedHashMap<>(Tree.object(container, "resources").fields());
            ComputedDefaults.merge(resources, "limits", "requests");
            filled = Tree.with(filled, new Json.Obj(resources), "resources");
        }
        if (hostNetwork && Tree.has(container, "ports")) {
            List<Json> ports = Tree.objects(container, "ports").stream()
                    .<Json>map(PodDefaults::hostPort)
                    .toList();
            filled = Tree.with(filled, new Json.Arr(ports), "ports");
        }
        return filled;
    }

    private static Json.Obj hostPort(Json.Obj port) {
        boolean unset = Tree.number(port, "hostPort") == 0;
        return unset ? Tree.withFrom(port, Tree.of("hostPort", Tree.number(port, "containerPort")), "hostPort") : port;
    }
}
