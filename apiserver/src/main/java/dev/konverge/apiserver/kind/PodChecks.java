package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a pod must be like, wherever its spec stands; texts that must be there are the schema's to demand.
 *
 * <p>Fields are looked at in the order in which Kubernetes does it, and what the schema says of each comes right after what is said here.
 */
final class PodChecks {
    private static final String TYPE = "core.v1.PodSpec";

    private final Json.Obj spec;
    private final String path;
    private final Report report;
    /** The volumes that may be mounted, and whether they can be used as devices. */
    private final Map<String, Boolean> volumes = new HashMap<>();
    /** The fields that were looked at. */
    private final Set<String> seen = new HashSet<>();

    private PodChecks(Json.Obj spec, String path, Report report) {
        this.spec = spec;
        this.path = path;
        this.report = report;
    }

    static void register(TypeChecks checks) {
        // Whoever has a pod in it knows when its turn comes.
        checks.instead(TYPE, (spec, path, report) -> {});
    }

    /**
     * Checks the spec of a pod.
     *
     * @param moreVolumes names of volumes that come from elsewhere
     */
    static void spec(Json.Obj spec, String path, List<String> moreVolumes, Report report) {
        PodChecks checks = new PodChecks(spec, path, report);
        moreVolumes.forEach(name -> checks.volumes.put(name, true));
        checks.run();
    }

    /** Checks the spec of a template of pods. */
    static void template(Json.Obj spec, String path, List<String> moreVolumes, Report report) {
        spec(spec, path, moreVolumes, report);
        if (!Tree.list(spec, "ephemeralContainers").isEmpty()) {
            report.forbidden(path + ".ephemeralContainers", "ephemeral containers not allowed in pod template");
        }
    }

    /** Checks what a pod may not have from the beginning. */
    static void created(Json.Obj spec, Report report) {
        if (!Tree.list(spec, "ephemeralContainers").isEmpty()) {
            report.forbidden("spec.ephemeralContainers", "cannot be set on create");
        }
        if (Tree.has(spec, "nodeName") && !Tree.list(spec, "schedulingGates").isEmpty()) {
            report.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
    }

    private void run() {
        field("volumes", this::volumes);
        field("resourceClaims", this::claims);
        ContainerChecks containers = new ContainerChecks(spec, path, volumes, report);
        field("containers", containers::main);
        field("initContainers", containers::init);
        field("ephemeralContainers", containers::ephemeral);
        field("resources", () -> ResourceChecks.ofPod(spec, path + ".resources", report));
        containers.hostPorts();
        field("restartPolicy", () -> offered("restartPolicy", List.of("Always", "OnFailure", "Never")));
        field(
                "dnsPolicy",
                () -> offered("dnsPolicy", List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")));
        field(
                "nodeSelector",
                () -> MetadataChecks.labels(Tree.texts(spec, "nodeSelector"), path + ".nodeSelector", report.errors()));
        field("securityContext", this::security);
        field("imagePullSecrets", () -> {});
        field("affinity", () -> {});
        PodNameChecks names = new PodNameChecks(spec, path, report);
        field("dnsConfig", names::resolution);
        field("readinessGates", this::readiness);
        field("schedulingGates", this::gates);
        field("topologySpreadConstraints", () -> {});
        field("hostnameOverride", names::override);
        name("serviceAccountName", NameSyntax.Rule.SUBDOMAIN);
        name("nodeName", NameSyntax.Rule.SUBDOMAIN);
        field("activeDeadlineSeconds", this::deadline);
        name("hostname", NameSyntax.Rule.LABEL);
        name("subdomain", NameSyntax.Rule.LABEL);
        field("tolerations", () -> {});
        field("hostAliases", names::aliases);
        name("priorityClassName", NameSyntax.Rule.SUBDOMAIN);
        name("runtimeClassName", NameSyntax.Rule.SUBDOMAIN);
        field("preemptionPolicy", () -> {});
        field("overhead", () -> AmountChecks.overhead(spec, "overhead", path + ".overhead", report));
        field("os", this::system);
        for (String other : report.schema().fields(TYPE)) {
            if (!seen.contains(other)) {
                field(other, () -> {});
            }
        }
    }

    /** Looks at one field: what is particular to it, then what the schema says. */
    private void field(String field, Runnable own) {
        seen.add(field);
        own.run();
        report.schema().field(spec, TYPE, field, path, field, report);
    }

    private void name(String field, NameSyntax.Rule rule) {
        field(field, () -> NetworkChecks.name(spec, field, rule, path, report));
    }

    private void deadline() {
        Json deadline = spec.get("activeDeadlineSeconds");
        if (deadline instanceof Json.Int seconds && (seconds.value() < 1 || seconds.value() > Integer.MAX_VALUE)) {
            report.invalid(path + ".activeDeadlineSeconds", deadline, "must be between 1 and 2147483647, inclusive");
        }
    }

    private void system() {
        String system = Tree.text(spec, "os", "name");
        if (!system.isEmpty() && !Set.of("linux", "windows").contains(system)) {
            report.notSupported(path + ".os", system, List.of("linux", "windows"));
        }
    }

    private void security() {
        String relabeling = Tree.text(spec, "securityContext", "seLinuxChangePolicy");
        if (!relabeling.isEmpty() && !relabeling.equals("Recursive")) {
            // The other value is a feature that is off.
            report.notSupported(path + ".securityContext.seLinuxChangePolicy", relabeling, List.of("Recursive"));
        }
    }

    private void offered(String field, List<String> known) {
        String value = Tree.text(spec, field);
        if (!value.isEmpty() && !known.contains(value)) {
            report.notSupported(path + "." + field, value, known);
        }
    }

    private void volumes() {
        List<Json.Obj> list = Tree.objects(spec, "volumes");
        for (int i = 0; i < list.size(); i++) {
            String at = path + ".volumes[" + i + "]";
            String name = Tree.text(list.get(i), "name");
            int before = report.errors().size();
            VolumeChecks.sources(list.get(i), at, report);
            if (name.isEmpty()) {
                report.required(at + ".name");
            } else {
                report.invalid(at + ".name", name, NameSyntax.label(name));
            }
            if (volumes.containsKey(name)) {
                report.duplicate(at + ".name", Json.of(name));
            }
            if (report.errors().size() == before) {
                boolean device = Tree.has(list.get(i), "persistentVolumeClaim") || Tree.has(list.get(i), "ephemeral");
                volumes.put(name, device);
            }
        }
    }

    private void gates() {
        Set<String> names = new HashSet<>();
        List<Json.Obj> gates = Tree.objects(spec, "schedulingGates");
        for (int i = 0; i < gates.size(); i++) {
            String at = path + ".schedulingGates[" + i + "]";
            String name = Tree.text(gates.get(i), "name");
            report.invalid(at, name, NameSyntax.qualified(name));
            if (!names.add(name)) {
                report.duplicate(at, Json.of(name));
            }
        }
    }

    private void readiness() {
        List<Json.Obj> readiness = Tree.objects(spec, "readinessGates");
        for (int i = 0; i < readiness.size(); i++) {
            String type = Tree.text(readiness.get(i), "conditionType");
            report.invalid(path + ".readinessGates[" + i + "].conditionType", type, NameSyntax.qualified(type));
        }
    }

    private void claims() {
        Set<String> names = new HashSet<>();
        List<Json.Obj> claims = Tree.objects(spec, "resourceClaims");
        for (int i = 0; i < claims.size(); i++) {
            String at = path + ".resourceClaims[" + i + "]";
            String name = Tree.text(claims.get(i), "name");
            if (name.isEmpty()) {
                report.required(at + ".name");
            } else if (names.add(name)) {
                report.invalid(at + ".name", name, NameSyntax.label(name));
            } else {
                report.duplicate(at + ".name", Json.of(name));
            }
            boolean claim = Tree.has(claims.get(i), "resourceClaimName");
            boolean template = Tree.has(claims.get(i), "resourceClaimTemplateName");
            if (claim == template) {
                report.invalid(
                        at,
                        report.inner(claims.get(i), "core.v1.PodResourceClaim"),
                        claim
                                ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
                                : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
            NetworkChecks.name(claims.get(i), "resourceClaimName", NameSyntax.Rule.SUBDOMAIN, at, report);
            NetworkChecks.name(claims.get(i), "resourceClaimTemplateName", NameSyntax.Rule.SUBDOMAIN, at, report);
        }
    }
}
