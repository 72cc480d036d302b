package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The cells of built-in kinds that are more than the value of one field, in the order of their columns. */
final class KindCells {
    private static final String NONE = "<none>";
    private static final String UNSET = "<unset>";
    private static final Map<String, String> MODES = Map.of(
            "ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX", "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");

    private KindCells() {}

    static List<Object> of(String kind, Json.Obj o, Instant now) {
        return switch (kind) {
            case "Pod" -> PodCells.of(o, now);
            case "ConfigMap" ->
                List.of((long) Tree.object(o, "data").fields().size()
                        + Tree.object(o, "binaryData").fields().size());
            case "Endpoints" -> List.of(endpoints(o));
            case "Event", "Event.events.k8s.io" -> EventCells.of(o, now);
            case "Node" -> NodeCells.of(o);
            case "PersistentVolume" -> List.of(modes(Tree.strings(o, "spec", "accessModes")), phase(o), claim(o));
            case "PersistentVolumeClaim" -> claimCells(o);
            case "PodTemplate" -> {
                List<Object> cells = new ArrayList<>(containers(o, "template"));
                cells.add(labels(Tree.texts(o, "template", "metadata", "labels")));
                yield cells;
            }
            case "ReplicationController" -> {
                List<Object> cells = new ArrayList<>(containers(o, "spec", "template"));
                cells.add(labels(Tree.texts(o, "spec", "selector")));
                yield cells;
            }
            case "ResourceQuota" -> quota(o);
            case "Service" -> service(o);
            case "ControllerRevision.apps" -> List.of(controller(o));
            case "DaemonSet.apps" -> {
                List<Object> cells = new ArrayList<>();
                cells.add(labels(Tree.texts(o, "spec", "template", "spec", "nodeSelector")));
                cells.addAll(containers(o, "spec", "template"));
                cells.add(selector(o, "spec", "selector"));
                yield cells;
            }
            case "Deployment.apps" -> {
                List<Object> cells = new ArrayList<>();
                cells.add(ready(o));
                cells.addAll(containers(o, "spec", "template"));
                cells.add(selector(o, "spec", "selector"));
                yield cells;
            }
            case "ReplicaSet.apps" -> {
                List<Object> cells = new ArrayList<>(containers(o, "spec", "template"));
                cells.add(selector(o, "spec", "selector"));
                yield cells;
            }
            case "StatefulSet.apps" -> {
                List<Object> cells = new ArrayList<>();
                cells.add(ready(o));
                cells.addAll(containers(o, "spec", "template"));
                yield cells;
            }
            case "HorizontalPodAutoscaler.autoscaling" -> List.of(scaleTarget(o), AutoscalerTargets.of(o));
            case "CronJob.batch" -> cronJob(o, now);
            case "Job.batch" -> job(o, now);
            case "CertificateSigningRequest.certificates.k8s.io" -> certificateRequest(o);
            case "EndpointSlice.discovery.k8s.io" -> endpointSlice(o);
            case "FlowSchema.flowcontrol.apiserver.k8s.io" -> List.of(isTrue(o, "Dangling") ? "True" : "False");
            case "Ingress.networking.k8s.io" -> List.of(hosts(o), addresses(o), tlsPorts(o));
            case "IngressClass.networking.k8s.io" -> List.of(parameters(o));
            case "IPAddress.networking.k8s.io" -> List.of(parent(o));
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
                List.of(Tree.has(o, "spec", "paramKind")
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

    private static String ready(Json.Obj o) {
        return Tree.number(o, "status", "readyReplicas") + "/" + Tree.number(o, "spec", "replicas");
    }

    /** The names and the images of the containers of a pod template. */
    static List<Object> containers(Json.Obj o, String... template) {
        Json.Obj spec = Tree.object(Tree.object(o, template), "spec");
        List<String> names = new ArrayList<>();
        List<String> images = new ArrayList<>();
        for (Json.Obj container : Tree.objects(spec, "containers")) {
            names.add(Tree.text(container, "name"));
            images.add(Tree.text(container, "image"));
        }
        return List.of(String.join(",", names), String.join(",", images));
    }

    static String labels(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return NONE;
        }
        List<String> pairs = new ArrayList<>();
        new TreeMap<>(labels).forEach((key, value) -> pairs.add(key + "=" + value));
        return String.join(",", pairs);
    }

    private static String selector(Json.Obj o, String... path) {
        String text = SelectorText.of(Tree.object(o, path));
        return text.isEmpty() ? NONE : text;
    }

    private static String listed(List<String> items, String none) {
        return items.isEmpty() ? none : String.join(",", items);
    }

    private static String phase(Json.Obj o) {
        return Tree.has(o, "metadata", "deletionTimestamp") ? "Terminating" : Tree.text(o, "status", "phase");
    }

    private static String modes(List<String> modes) {
        return String.join(
                ",",
                modes.stream().distinct().map(mode -> MODES.getOrDefault(mode, mode)).toList());
    }

    private static String claim(Json.Obj o) {
        return Tree.has(o, "spec", "claimRef")
                ? Tree.text(o, "spec", "claimRef", "namespace") + "/" + Tree.text(o, "spec", "claimRef", "name")
                : "";
    }

    private static List<Object> claimCells(Json.Obj o) {
        boolean bound = !Tree.text(o, "spec", "volumeName").isEmpty();
        return List.of(
                phase(o),
                bound ? Tree.text(o, "status", "capacity", "storage") : "",
                bound ? modes(Tree.strings(o, "status", "accessModes")) : "");
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

    private static List<Object> service(Json.Obj o) {
        List<String> addresses = Tree.strings(o, "spec", "clusterIPs");
        List<String> ports = new ArrayList<>();
        for (Json.Obj port : Tree.objects(o, "spec", "ports")) {
            long node = Tree.number(port, "nodePort");
            ports.add(Tree.number(port, "port") + (node > 0 ? ":" + node : "") + "/" + Tree.text(port, "protocol"));
        }
        return List.of(
                addresses.isEmpty() ? NONE : addresses.get(0),
                externalAddress(o),
                listed(ports, NONE),
                labels(Tree.texts(o, "spec", "selector")));
    }

    private static String externalAddress(Json.Obj o) {
        List<String> external = Tree.strings(o, "spec", "externalIPs");
        return switch (ServiceFields.type(o)) {
            case "ClusterIP", "NodePort" -> listed(external, NONE);
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>();
                String balanced = addresses(o);
                if (!balanced.isEmpty()) {
                    all.add(balanced);
                }
                all.addAll(external);
                yield listed(all, "<pending>");
            }
            case "ExternalName" -> Tree.text(o, "spec", "externalName");
            default -> "<unknown>";
        };
    }

    private static String addresses(Json.Obj o) {
        TreeSet<String> found = new TreeSet<>();
        for (Json.Obj point : Tree.objects(o, "status", "loadBalancer", "ingress")) {
            String ip = Tree.text(point, "ip");
            String name = ip.isEmpty() ? Tree.text(point, "hostname") : ip;
            if (!name.isEmpty()) {
                found.add(name);
            }
        }
        return String.join(",", found);
    }

    private static String controller(Json.Obj o) {
        for (Json.Obj owner : Tree.objects(o, "metadata", "ownerReferences")) {
            if (Tree.flag(owner, "controller")) {
                String version = Tree.text(owner, "apiVersion");
                int slash = version.indexOf('/');
                String group = slash < 0 ? "" : "." + version.substring(0, slash);
                return (Tree.text(owner, "kind") + group).toLowerCase(Locale.ROOT) + "/" + Tree.text(owner, "name");
            }
        }
        return NONE;
    }

    private static String scaleTarget(Json.Obj o) {
        return Tree.text(o, "spec", "scaleTargetRef", "kind") + "/" + Tree.text(o, "spec", "scaleTargetRef", "name");
    }

    private static List<Object> cronJob(Json.Obj o, Instant now) {
        String last = Tree.text(o, "status", "lastScheduleTime");
        List<Object> cells = new ArrayList<>();
        cells.add(last.isEmpty() ? NONE : Ages.since(last, now));
        cells.addAll(containers(o, "spec", "jobTemplate", "spec", "template"));
        cells.add(selector(o, "spec", "jobTemplate", "spec", "selector"));
        return cells;
    }

    private static List<Object> job(Json.Obj o, Instant now) {
        List<Object> cells = new ArrayList<>();
        cells.add(jobStatus(o));
        cells.add(completions(o));
        cells.add(jobDuration(o, now));
        cells.addAll(containers(o, "spec", "template"));
        cells.add(selector(o, "spec", "selector"));
        return cells;
    }

    private static String jobStatus(Json.Obj o) {
        if (isTrue(o, "Complete")) {
            return "Complete";
        }
        if (isTrue(o, "Failed")) {
            return "Failed";
        }
        if (Tree.has(o, "metadata", "deletionTimestamp")) {
            return "Terminating";
        }
        for (String type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (isTrue(o, type)) {
                return type;
            }
        }
        return "Running";
    }

    private static String completions(Json.Obj o) {
        long succeeded = Tree.number(o, "status", "succeeded");
        long parallel = Tree.number(o, "spec", "parallelism");
        if (Tree.has(o, "spec", "completions")) {
            return succeeded + "/" + Tree.number(o, "spec", "completions");
        }
        return succeeded + "/1" + (parallel > 1 ? " of " + parallel : "");
    }

    private static String jobDuration(Json.Obj o, Instant now) {
        String start = Tree.text(o, "status", "startTime");
        String end = Tree.text(o, "status", "completionTime");
        if (start.isEmpty()) {
            return "";
        }
        return end.isEmpty()
                ? Ages.since(start, now)
                : Ages.of(Duration.between(Instant.parse(start), Instant.parse(end)));
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

    private static String endpoints(Json.Obj o) {
        List<String> all = new ArrayList<>();
        for (Json.Obj subset : Tree.objects(o, "subsets")) {
            List<Json.Obj> ports = Tree.objects(subset, "ports");
            for (Json.Obj port : ports.isEmpty() ? List.of(Json.Obj.EMPTY) : ports) {
                for (Json.Obj address : Tree.objects(subset, "addresses")) {
                    String ip = Tree.text(address, "ip");
                    all.add(ports.isEmpty() ? ip : hostPort(ip, Tree.number(port, "port")));
                }
            }
        }
        return Tree.list(o, "subsets").isEmpty() ? NONE : few(all, ",", 3);
    }

    private static String hostPort(String ip, long port) {
        return ip.contains(":") ? "[" + ip + "]:" + port : ip + ":" + port;
    }

    /** The first of them, and how many more there are. */
    static String few(List<String> items, String separator, int most) {
        return items.size() <= most
                ? String.join(separator, items)
                : String.join(separator, items.subList(0, most)) + " + " + (items.size() - most) + " more...";
    }

    private static List<Object> endpointSlice(Json.Obj o) {
        List<String> ports = new ArrayList<>();
        for (Json.Obj port : Tree.objects(o, "ports")) {
            String name = Tree.text(port, "name");
            ports.add(Tree.has(port, "port") ? Long.toString(Tree.number(port, "port")) : name.isEmpty() ? "*" : name);
        }
        List<String> addresses = new ArrayList<>();
        for (Json.Obj endpoint : Tree.objects(o, "endpoints")) {
            addresses.addAll(Tree.strings(endpoint, "addresses"));
        }
        return List.of(
                ports.isEmpty() ? UNSET : few(ports, ",", 3), addresses.isEmpty() ? UNSET : few(addresses, ",", 3));
    }

    private static String hosts(Json.Obj o) {
        List<String> hosts = new ArrayList<>();
        for (Json.Obj rule : Tree.objects(o, "spec", "rules")) {
            String host = Tree.text(rule, "host");
            if (!host.isEmpty()) {
                hosts.add(host);
            }
        }
        return hosts.isEmpty() ? "*" : few(hosts, ",", 3);
    }

    private static String tlsPorts(Json.Obj o) {
        return Tree.list(o, "spec", "tls").isEmpty() ? "80" : "80, 443";
    }

    private static String parameters(Json.Obj o) {
        Json.Obj parameters = Tree.object(o, "spec", "parameters");
        if (parameters.fields().isEmpty()) {
            return NONE;
        }
        String group = Tree.text(parameters, "apiGroup");
        return Tree.text(parameters, "kind") + (group.isEmpty() ? "" : "." + group) + "/"
                + Tree.text(parameters, "name");
    }

    private static String parent(Json.Obj o) {
        Json.Obj parent = Tree.object(o, "spec", "parentRef");
        List<String> parts = new ArrayList<>();
        for (String field : List.of("group", "resource", "namespace", "name")) {
            String part = Tree.text(parent, field);
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts.isEmpty() ? NONE : String.join("/", parts);
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
            String namespace = Tree.text(subject, "namespace");
            String name = Tree.text(subject, "name");
            subjects.computeIfAbsent(Tree.text(subject, "kind"), any -> new ArrayList<>())
                    .add(namespace.isEmpty() ? name : namespace + "/" + name);
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
