package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What some built-in kinds demand of their objects, beyond what the schema says. */
final class KindChecks {
    /** The parts of kinds that are looked at only if they change. */
    private static final Map<String, String> FORGIVEN =
            Map.of("Endpoints", "subsets", "EndpointSlice.discovery.k8s.io", "endpoints");

    private KindChecks() {}

    /** Adds what is wrong with an object, new or not. */
    static void whole(String kind, Json.Obj object, Report report) {
        Json.Obj spec = Tree.object(object, "spec");
        switch (kind) {
            case "Pod" -> PodChecks.spec(spec, "spec", List.of(), report);
            case "PodTemplate" ->
                PodChecks.template(Tree.object(object, "template", "spec"), "template.spec", List.of(), report);
            case "Deployment.apps" -> WorkloadChecks.deployment(object, report);
            case "ReplicaSet.apps" -> WorkloadChecks.spec(object, "ReplicaSet", "deployment", report);
            case "StatefulSet.apps" -> WorkloadChecks.statefulSet(object, report);
            case "DaemonSet.apps" -> WorkloadChecks.spec(object, "DaemonSet", "daemonset", report);
            case "ReplicationController" -> WorkloadChecks.replicationController(object, report);
            case "Job.batch" -> JobChecks.job(object, report);
            case "CronJob.batch" -> JobChecks.cronJob(object, report);
            case "Service" -> ServiceChecks.whole(object, report);
            case "ConfigMap" -> ConfigChecks.configMap(object, report);
            case "Secret" -> ConfigChecks.secret(object, report);
            case "Lease.coordination.k8s.io" -> lease(spec, report);
            case "PodDisruptionBudget.policy" -> budget(spec, report);
            case "HorizontalPodAutoscaler.autoscaling" -> autoscaler(spec, report);
            case "Ingress.networking.k8s.io" -> ingress(spec, report);
            case "Event" -> EventChecks.core(object, report);
            case "Event.events.k8s.io" -> EventChecks.ofGroup(object, report);
            case "CertificateSigningRequest.certificates.k8s.io" -> certificateRequest(spec, report);
            case "PriorityClass.scheduling.k8s.io" -> priorityClass(object, report);
            case "Namespace" -> namespace(spec, report);
            case "Node" -> NodeChecks.whole(object, report);
            case "ControllerRevision.apps" -> revision(object, report);
            default -> RbacChecks.create(kind, object, report);
        }
    }

    /** Adds what an object may not have from the beginning. */
    static void created(String kind, Json.Obj object, Report report) {
        if (kind.equals("Pod")) {
            PodChecks.created(Tree.object(object, "spec"), report);
        }
    }

    /** {@return whether a mistake in a field is let pass because the object had it before} */
    static boolean isForgiven(String kind, Json.Obj next, Json.Obj live, String field) {
        if (kind.equals("StatefulSet.apps") && field.startsWith("spec.volumeClaimTemplates[")) {
            // They cannot change.
            return true;
        }
        String part = FORGIVEN.get(kind);
        return part != null && field.startsWith(part + "[") && Objects.equals(next.get(part), live.get(part));
    }

    /** Adds what may not change in an object and has; {@link Immutables} knows more of that. */
    static void changes(String kind, Json.Obj next, Json.Obj live, Report report) {
        Json.Obj spec = Tree.object(next, "spec");
        Json.Obj old = Tree.object(live, "spec");
        switch (kind) {
            case "Pod" -> PodUpdateChecks.check(next, live, report);
            case "Deployment.apps", "ReplicaSet.apps", "DaemonSet.apps" ->
                report.immutable(spec, old, "spec", "selector");
            case "StatefulSet.apps" -> WorkloadChecks.statefulSetUpdate(next, live, report);
            case "Job.batch" -> JobUpdateChecks.check(next, live, report);
            case "Service" -> ServiceChecks.changes(next, live, report);
            case "ConfigMap" -> ConfigChecks.sealed(next, live, report, "data", "binaryData");
            case "Secret" -> {
                report.immutable(next, live, "", "type");
                ConfigChecks.sealed(next, live, report, "data");
            }
            case "PersistentVolumeClaim" -> ClaimChecks.update(next, live, report);
            case "PersistentVolume" -> PersistentVolumeChecks.update(next, live, report);
            case "VolumeAttributesClass.storage.k8s.io" -> {
                for (String field : List.of("driverName", "parameters")) {
                    if (!Objects.equals(next.get(field), live.get(field))) {
                        report.forbidden(field, "updates to " + field + " are forbidden.");
                    }
                }
            }
            case "CSINode.storage.k8s.io" -> StorageChecks.nodeUpdate(spec, old, report);
            case "ServiceCIDR.networking.k8s.io" -> NetworkChecks.rangesUpdate(spec, old, report);
            case "ResourceQuota" -> {
                boolean same = Set.copyOf(Tree.strings(spec, "scopes")).equals(Set.copyOf(Tree.strings(old, "scopes")));
                if (!same) {
                    report.invalid("spec.scopes", spec.get("scopes"), MetadataChecks.IMMUTABLE);
                }
            }
            case "Node" -> NodeChecks.changes(next, live, report);
            case "Event.events.k8s.io" -> EventChecks.changes(next, live, report);
            case "PriorityClass.scheduling.k8s.io" -> {
                if (Tree.number(next, "value") != Tree.number(live, "value")) {
                    report.forbidden("value", "may not be changed in an update.");
                }
            }
            default -> RbacChecks.update(kind, next, live, report);
        }
    }

    /** Adds what is wrong with a change through a subresource. */
    static void updateSubresource(String kind, String subresource, Json.Obj next, Json.Obj live, Report report) {
        boolean replicas = List.of("Deployment.apps", "ReplicaSet.apps", "StatefulSet.apps", "ReplicationController")
                .contains(kind);
        if (subresource.equals("status") && replicas) {
            WorkloadChecks.status(kind, Tree.object(next, "status"), report);
        }
        if (subresource.equals("status") && kind.equals("Service")) {
            ServiceChecks.status(next, report);
        }
        if (subresource.equals("status") && kind.equals("Pod")) {
            String node = Tree.text(next, "spec", "nodeName");
            if (!node.equals(Tree.text(live, "spec", "nodeName"))) {
                report.forbidden("status.nodeName", "may not be changed directly");
            }
        }
    }

    private static void namespace(Json.Obj spec, Report report) {
        for (String finalizer : Tree.strings(spec, "finalizers")) {
            List<String> problems = NameSyntax.qualified(finalizer);
            report.invalid("spec.finalizers", finalizer, problems);
            if (problems.isEmpty() && !MetadataChecks.isStandardFinalizer(finalizer)) {
                report.invalid(
                        "spec.finalizers",
                        finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }

    private static void revision(Json.Obj object, Report report) {
        if (!Tree.has(object, "data")) {
            report.required("data", "data is mandatory");
        } else if (!(object.get("data") instanceof Json.Obj)) {
            report.required("data", "data must be a valid JSON object");
        }
        report.nonNegative(object, "", "revision");
    }

    private static void lease(Json.Obj spec, Report report) {
        if (Tree.has(spec, "leaseDurationSeconds") && Tree.number(spec, "leaseDurationSeconds") <= 0) {
            report.invalid("spec.leaseDurationSeconds", spec.get("leaseDurationSeconds"), "must be greater than 0");
        }
        report.nonNegative(spec, "spec", "leaseTransitions");
    }

    private static void budget(Json.Obj spec, Report report) {
        if (Tree.has(spec, "minAvailable") && Tree.has(spec, "maxUnavailable")) {
            // Kubernetes shows its own, inner form of the spec here.
            Json.Obj shown = Tree.of(
                    "MinAvailable", orNull(spec, "minAvailable"),
                    "Selector", orNull(spec, "selector"),
                    "MaxUnavailable", orNull(spec, "maxUnavailable"),
                    "UnhealthyPodEvictionPolicy", orNull(spec, "unhealthyPodEvictionPolicy"));
            report.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set");
        }
        for (String field : List.of("minAvailable", "maxUnavailable")) {
            report.intOrPercent(spec, "spec", field);
            report.atMostAll(spec, "spec", field);
        }
        report.selector(Tree.object(spec, "selector"), "spec.selector");
    }

    private static Json orNull(Json.Obj spec, String field) {
        Json value = spec.get(field);
        return value == null ? Json.Null.INSTANCE : value;
    }

    private static void autoscaler(Json.Obj spec, Report report) {
        long least = Tree.numberOr(1, spec, "minReplicas");
        long most = Tree.number(spec, "maxReplicas");
        if (least < 1) {
            report.invalid("spec.minReplicas", spec.get("minReplicas"), "must be greater than or equal to 1");
        }
        if (most == 0) {
            report.required("spec.maxReplicas", "must be set and greater than 0");
        } else if (most < 0) {
            report.invalid("spec.maxReplicas", spec.get("maxReplicas"), "must be greater than or equal to 1");
        }
        if (most < least) {
            report.invalid(
                    "spec.maxReplicas", spec.get("maxReplicas"), "must be greater than or equal to `minReplicas`");
        }
        Json.Obj target = Tree.object(spec, "scaleTargetRef");
        AutoscalerChecks.reference(target, "spec.scaleTargetRef", report);
        // The only kind of the core group that can be scaled.
        boolean core = Tree.text(target, "kind").equals("ReplicationController");
        if (!core && !Tree.text(target, "apiVersion").contains("/")) {
            report.invalid(
                    "spec.scaleTargetRef.apiVersion",
                    Tree.text(target, "apiVersion"),
                    "apiVersion must specify API group");
        }
    }

    private static void ingress(Json.Obj spec, Report report) {
        if (Tree.list(spec, "rules").isEmpty() && !Tree.has(spec, "defaultBackend")) {
            report.invalid("spec", Json.Null.INSTANCE, "either `defaultBackend` or `rules` must be specified");
        }
        List<Json.Obj> rules = Tree.objects(spec, "rules");
        for (int i = 0; i < rules.size(); i++) {
            List<Json.Obj> paths = Tree.objects(rules.get(i), "http", "paths");
            if (Tree.has(rules.get(i), "http") && paths.isEmpty()) {
                report.required("spec.rules[" + i + "].http.paths");
            }
            for (int j = 0; j < paths.size(); j++) {
                ingressPath(paths.get(j), "spec.rules[" + i + "].http.paths[" + j + "]", report);
            }
        }
    }

    private static void ingressPath(Json.Obj path, String at, Report report) {
        if (!Tree.has(path, "pathType")) {
            report.required(at + ".pathType", "pathType must be specified");
            return;
        }
        String text = Tree.text(path, "path");
        boolean free = Tree.text(path, "pathType").equals("ImplementationSpecific") && text.isEmpty();
        if (!free && !text.startsWith("/")) {
            report.invalid(at + ".path", text, "must be an absolute path");
        }
    }

    private static void certificateRequest(Json.Obj spec, Report report) {
        String request = Tree.text(spec, "request");
        String text = "";
        try {
            text = new String(Base64.getMimeDecoder().decode(request), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException notOne) {
            text = "";
        }
        if (!text.contains("-----BEGIN CERTIFICATE REQUEST-----")) {
            report.invalid("spec.request", request, "PEM block type must be CERTIFICATE REQUEST");
        }
    }

    private static void priorityClass(Json.Obj object, Report report) {
        boolean system = Tree.text(object, "metadata", "name").startsWith("system-");
        if (!system && Tree.number(object, "value") > 1_000_000_000) {
            report.forbidden("value", "maximum allowed value of a user defined priority is 1000000000");
        }
    }
}
