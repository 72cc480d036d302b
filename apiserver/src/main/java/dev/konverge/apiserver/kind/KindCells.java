package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The cells of built-in kinds that are more than the value of one field, in the order of their columns. */
final class KindCells {
    static final String NONE = "<none>";
    static final String UNSET = "<unset>";
    private static final Map<String, String> MODES =
            Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX", "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");

    private KindCells() {}

    static List<Object> of(String kind, Json.Obj o, Instant now) {
        return switch (kind) {
            case "Pod" -> PodCells.of(o, now);
            case "ConfigMap" ->
                List.of((long) Tree.object(o, "data").fields().size()
                        + Tree.object(o, "binaryData").fields().size());
            case "Endpoints" -> List.of(NetworkCells.endpoints(o));
            case "Event", "Event.events.k8s.io" -> EventCells.of(o, now);
            case "Node" -> NodeCells.of(o);
            case "PersistentVolume" -> List.of(modes(Tree.strings(o, "spec", "accessModes")), phase(o), claim(o));
            case "PersistentVolumeClaim" -> claimCells(o);
            case "PodTemplate" -> {
                List<Object> cells = new ArrayList<>(WorkloadCells.containers(o, "template"));
                cells.add(labels(Tree.texts(o, "template", "metadata", "labels")));
                yield cells;
            }
            case "ReplicationController" -> {
                List<Object> cells = new ArrayList<>(WorkloadCells.containers(o, "spec", "template"));
                cells.add(labels(Tree.texts(o, "spec", "selector")));
                yield cells;
            }
            case "ResourceQuota" -> quota(o);
            case "Service" -> NetworkCells.service(o);
            case "ControllerRevision.apps" -> List.of(WorkloadCells.controller(o));
            case "DaemonSet.apps" -> {
                List<Object> cells = new ArrayList<>();
                cells.add(labels(Tree.texts(o, "spec", "template", "spec", "nodeSelector")));
                cells.addAll(WorkloadCells.containers(o, "spec", "template"));
                cells.add(selector(o, "spec", "selector"));
                yield cells;
            }
            case "Deployment.apps" -> {
                List<Object> cells = new ArrayList<>();
                cells.add(WorkloadCells.ready(o));
                cells.addAll(WorkloadCells.containers(o, "spec", "template"));
                cells.add(selector(o, "spec", "selector"));
                yield cells;
            }
            case "ReplicaSet.apps" -> {
                List<Object> cells = new ArrayList<>(WorkloadCells.containers(o, "spec", "template"));
                cells.add(selector(o, "spec", "selector"));
                yield cells;
            }
            case "StatefulSet.apps" -> {
                List<Object> cells = new ArrayList<>();
                cells.add(WorkloadCells.ready(o));
                cells.addAll(WorkloadCells.containers(o, "spec", "template"));
                yield cells;
            }
            case "HorizontalPodAutoscaler.autoscaling" ->
                List.of(WorkloadCells.scaleTarget(o), AutoscalerTargets.of(o));
            case "CronJob.batch" -> WorkloadCells.cronJob(o, now);
            case "Job.batch" -> WorkloadCells.job(o, now);
            case "CertificateSigningRequest.certificates.k8s.io" -> certificateRequest(o);
            case "EndpointSlice.discovery.k8s.io" -> NetworkCells.endpointSlice(o);
            case "FlowSchema.flowcontrol.apiserver.k8s.io" -> List.of(isTrue(o, "Dangling") ? "True" : "False");
            case "ResourceClaim.resource.k8s.io" -> List.of(claimState(o));
            case "Ingress.networking.k8s.io" ->
                List.of(NetworkCells.hosts(o), NetworkCells.addresses(o), NetworkCells.tlsPorts(o));
            case "IngressClass.networking.k8s.io" -> List.of(NetworkCells.parameters(o));
            case "IPAddress.networking.k8s.io" -> List.of(NetworkCells.parent(o));
            case "NetworkPolicy.networking.k8s.io" -> List.of(selector(o, "spec", "podSelector"));
            case "ServiceCIDR.networking.k8s.io" -> List.of(String.join(",", Tree.strings(o, "spec", "cidrs")));
            case "RoleBinding.rbac.authorization.k8s.io", "ClusterRoleBinding.rbac.authorization.k8s.io" -> binding(o);
            case "CSIDriver.storage.k8s.io" ->
                List.of(
                        listed(
                                Tree.objects(o, "spec", "tokenRequests").stream()
                                        .map(request -> Tree.text(request, "audience"))
                                        .toList(),
                                UNSET),
                        listed(Tree.strings(o, "spec", "volumeLifecycleModes"), NONE));
            case "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
                    "MutatingAdmissionPolicy.admissionregistration.k8s.io" ->
                List.of(
                        Tree.has(o, "spec", "paramKind")
                                ? Tree.text(o, "spec", "paramKind", "apiVersion") + "/"
                                        + Tree.text(o, "spec", "paramKind", "kind")
                                : UNSET);
            case "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io",
                    "MutatingAdmissionPolicyBinding.admissionregistration.k8s.io" -> List.of(paramRef(o));
            case "APIService.apiregistration.k8s.io" -> apiService(o);
            case "ComponentStatus" -> List.of("", "", "");
            default -> List.of();
        };
    }

    private static String claimState(Json.Obj claim) {
        List<String> states = new ArrayList<>();
        boolean deleted = Tree.has(claim, "metadata", "deletionTimestamp");
        if (deleted) {
            states.add("deleted");
        }
        if (Tree.has(claim, "status", "allocation")) {
            states.add("allocated");
            if (!Tree.objects(claim, "status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!deleted) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    static String labels(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return NONE;
        }
        List<String> pairs = new ArrayList<>();
        new TreeMap<>(labels).forEach((key, value) -> pairs.add(key + "=" + value));
        return String.join(",", pairs);
    }

    static String selector(Json.Obj o, String... path) {
        String text = SelectorText.of(Tree.object(o, path));
        return text.isEmpty() ? NONE : text;
    }

    static String listed(List<String> items, String none) {
        return items.isEmpty() ? none : String.join(",", items);
    }

    private static String phase(Json.Obj o) {
        return Tree.has(o, "metadata", "deletionTimestamp") ? "Terminating" : Tree.text(o, "status", "phase");
    }

    private static String modes(List<String> modes) {
        return String.join(
                ",",
                modes.stream()
                        .distinct()
                        .map(mode -> MODES.getOrDefault(mode, mode))
                        .toList());
    }

    private static String claim(Json.Obj o) {
        return Tree.has(o, "spec", "claimRef")
                ? Tree.text(o, "spec", "claimRef", "namespace") + "/" + Tree.text(o, "spec", "claimRef", "name")
                : "";
    }

    private static List<Object> claimCells(Json.Obj o) {
        boolean bound = !Tree.text(o, "spec", "volumeName").isEmpty();
        return List.of(
                phase(o), bound ? capacity(o) : "", bound ? modes(Tree.strings(o, "status", "accessModes")) : "");
    }

    private static String capacity(Json.Obj o) {
        String capacity = Tree.text(o, "status", "capacity", "storage");
        return capacity.isEmpty() ? "0" : capacity;
    }

    private static List<Object> quota(Json.Obj o) {
        List<String> requests = new ArrayList<>();
        List<String> limits = new ArrayList<>();
        new TreeMap<>(Tree.texts(o, "status", "hard")).forEach((name, hard) -> {
            String used = Tree.texts(o, "status", "used").getOrDefault(name, "0");
            (name.startsWith("limits.") ? limits : requests).add(name + ": " + used + "/" + hard);
        });
        return List.of(String.join(", ", requests), String.join(", ", limits));
    }

    private static List<Object> certificateRequest(Json.Obj o) {
        String state = "Pending";
        for (String type : List.of("Approved", "Denied", "Failed")) {
            if (condition(o, type) != null) {
                state = state.equals("Pending") ? type : state + "," + type;
            }
        }
        if (!Tree.text(o, "status", "certificate").isEmpty()) {
            state += ",Issued";
        }
        return List.of(
                Tree.has(o, "spec", "expirationSeconds")
                        ? Ages.of(Duration.ofSeconds(Tree.number(o, "spec", "expirationSeconds")))
                        : NONE,
                state);
    }

    /** The first of them, and how many more there are. */
    static String few(List<String> items, String separator, int most) {
        return items.size() <= most
                ? String.join(separator, items)
                : String.join(separator, items.subList(0, most)) + " + " + (items.size() - most) + " more...";
    }

    private static String paramRef(Json.Obj o) {
        Json.Obj reference = Tree.object(o, "spec", "paramRef");
        if (reference.fields().isEmpty()) {
            return UNSET;
        }
        String namespace = Tree.text(reference, "namespace");
        return (namespace.isEmpty() ? "*" : namespace) + "/" + Tree.text(reference, "name");
    }

    private static List<Object> binding(Json.Obj o) {
        Map<String, List<String>> subjects = new TreeMap<>();
        for (Json.Obj subject : Tree.objects(o, "subjects")) {
            String kind = Tree.text(subject, "kind");
            String name = Tree.text(subject, "name");
            subjects.computeIfAbsent(kind, any -> new ArrayList<>())
                    .add(kind.equals("ServiceAccount") ? Tree.text(subject, "namespace") + "/" + name : name);
        }
        return List.of(
                Tree.text(o, "roleRef", "kind") + "/" + Tree.text(o, "roleRef", "name"),
                String.join(", ", subjects.getOrDefault("User", List.of())),
                String.join(", ", subjects.getOrDefault("Group", List.of())),
                String.join(", ", subjects.getOrDefault("ServiceAccount", List.of())));
    }

    private static List<Object> apiService(Json.Obj o) {
        Json.Obj available = condition(o, "Available");
        String state = available == null
                ? "Unknown"
                : Tree.text(available, "status").equals("True")
                        ? "True"
                        : Tree.text(available, "status") + " (" + Tree.text(available, "reason") + ")";
        String service = Tree.has(o, "spec", "service")
                ? Tree.text(o, "spec", "service", "namespace") + "/" + Tree.text(o, "spec", "service", "name")
                : "Local";
        return List.of(service, state);
    }

    static boolean isTrue(Json.Obj o, String type) {
        Json.Obj found = condition(o, type);
        return found != null && Tree.text(found, "status").equals("True");
    }

    static Json.@Nullable Obj condition(Json.Obj o, String type) {
        for (Json.Obj condition : Tree.objects(o, "status", "conditions")) {
            if (Tree.text(condition, "type").equals(type)) {
                return condition;
            }
        }
        return null;
    }
}
