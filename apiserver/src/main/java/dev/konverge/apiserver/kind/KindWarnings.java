package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What users are told of objects that are accepted, but mean less than they seem to, or will not be for ever. */
final class KindWarnings {
    private KindWarnings() {}

    /** {@return the warnings of an object of a kind} */
    static List<String> of(String kind, Json.Obj object) {
        Json.Obj spec = Tree.object(object, "spec");
        return switch (kind) {
            case "Service" -> service(object, spec);
            case "Pod" -> pod(spec, "spec");
            case "PodTemplate" -> pod(Tree.object(object, "template", "spec"), "template.spec");
            case "Deployment.apps", "ReplicaSet.apps", "DaemonSet.apps", "StatefulSet.apps", "Job.batch" ->
                pod(Tree.object(spec, "template", "spec"), "spec.template.spec");
            case "ReplicationController" -> pod(Tree.object(spec, "template", "spec"), "spec.template.spec");
            case "CronJob.batch" ->
                pod(
                        Tree.object(spec, "jobTemplate", "spec", "template", "spec"),
                        "spec.jobTemplate.spec.template.spec");
            case "EndpointSlice.discovery.k8s.io" ->
                Tree.text(object, "addressType").equals("FQDN")
                        ? List.of("spec.addressType: FQDN endpoints are deprecated")
                        : List.of();
            case "Node" ->
                Tree.has(spec, "externalID")
                        ? List.of("spec.externalID: this field is deprecated, and is unused by Kubernetes")
                        : List.of();
            case "CSIDriver.storage.k8s.io" ->
                !Tree.list(spec, "tokenRequests").isEmpty() && !Tree.has(spec, "serviceAccountTokenInSecrets")
                        ? List.of(
                                "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true"
                                        + " to prevent possible logging of tokens in volume attributes")
                        : List.of();
            default -> List.of();
        };
    }

    private static List<String> service(Json.Obj service, Json.Obj spec) {
        List<String> warnings = new ArrayList<>();
        boolean headless = Tree.text(spec, "clusterIP").equals("None");
        boolean alias = ServiceFields.type(service).equals("ExternalName");
        boolean external = !Tree.list(spec, "externalIPs").isEmpty();
        if (headless && !Tree.text(spec, "loadBalancerIP").isEmpty()) {
            warnings.add("spec.loadBalancerIP is ignored for headless services");
        }
        if (headless && external) {
            warnings.add("spec.externalIPs is ignored for headless services");
        }
        if (headless && !Tree.text(spec, "sessionAffinity").equals("None")) {
            warnings.add("spec.SessionAffinity is ignored for headless services");
        }
        if (external && !headless && !alias) {
            warnings.add("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
        }
        if (alias && external) {
            warnings.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
        }
        if (!alias && !Tree.text(spec, "externalName").isEmpty()) {
            warnings.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
        }
        if (Tree.text(spec, "trafficDistribution").equals("PreferClose")) {
            warnings.add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
        }
        return warnings;
    }

    private static List<String> pod(Json.Obj spec, String path) {
        List<String> warnings = new ArrayList<>();
        List<Json.Obj> constraints = Tree.objects(spec, "topologySpreadConstraints");
        for (int i = 0; i < constraints.size(); i++) {
            if (!Tree.has(constraints.get(i), "labelSelector")) {
                warnings.add(path + ".topologySpreadConstraints[" + i
                        + "].labelSelector: a null labelSelector results in matching no pod");
            }
        }
        pullSecrets(spec, path + ".imagePullSecrets", warnings);
        for (String list : List.of("initContainers", "containers")) {
            List<Json.Obj> containers = Tree.objects(spec, list);
            for (int i = 0; i < containers.size(); i++) {
                hidden(containers.get(i), path + "." + list + "[" + i + "]", warnings);
            }
        }
        if (Tree.number(spec, "terminationGracePeriodSeconds") < 0) {
            warnings.add(
                    path
                            + ".terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1");
        }
        return warnings;
    }

    private static void pullSecrets(Json.Obj spec, String path, List<String> warnings) {
        List<String> names = Tree.objects(spec, "imagePullSecrets").stream()
                .map(secret -> Tree.text(secret, "name"))
                .toList();
        for (int i = 0; i < names.size(); i++) {
            if (names.indexOf(names.get(i)) < i) {
                warnings.add(path + "[" + i + "].name: duplicate name \"" + names.get(i) + "\"");
            }
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).isEmpty()) {
                warnings.add(path + "[" + i + "].name: invalid empty name \"\"");
            }
        }
    }

    private static void hidden(Json.Obj container, String at, List<String> warnings) {
        Set<String> names = new HashSet<>();
        List<Json.Obj> variables = Tree.objects(container, "env");
        for (int i = 0; i < variables.size(); i++) {
            String name = Tree.text(variables.get(i), "name");
            if (!names.add(name)) {
                warnings.add(at + ".env[" + i + "]: hides previous definition of \"" + name
                        + "\", which may be dropped when using apply");
            }
        }
        List<Json.Obj> ports = Tree.objects(container, "ports");
        for (int i = 0; i < ports.size(); i++) {
            for (int j = 0; j < i; j++) {
                boolean same = Tree.number(ports.get(i), "containerPort") == Tree.number(ports.get(j), "containerPort")
                        && Tree.text(ports.get(i), "protocol").equals(Tree.text(ports.get(j), "protocol"));
                if (same) {
                    warnings.add(at + ".ports[" + i + "]: duplicate port definition with " + at + ".ports[" + j + "]");
                }
            }
        }
    }
}
