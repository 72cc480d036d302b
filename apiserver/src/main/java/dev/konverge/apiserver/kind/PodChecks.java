package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a pod must be like, wherever its spec stands; texts that must be there are the schema's to demand. */
final class PodChecks {
    private final Json.Obj spec;
    private final String path;
    private final Report report;
    /** The volumes that may be mounted, and whether they can be used as devices. */
    private final Map<String, Boolean> volumes = new HashMap<>();

    private PodChecks(Json.Obj spec, String path, Report report) {
        this.spec = spec;
        this.path = path;
        this.report = report;
    }

    /**
     * Checks the spec of a pod or of a template.
     *
     * @param moreVolumes names of volumes that come from elsewhere
     */
    static void spec(Json.Obj spec, String path, List<String> moreVolumes, Report report) {
        PodChecks checks = new PodChecks(spec, path, report);
        moreVolumes.forEach(name -> checks.volumes.put(name, true));
        checks.run();
    }

    private void run() {
        volumes();
        claims();
        new ContainerChecks(spec, path, volumes, report).run();
        offered("restartPolicy", List.of("Always", "OnFailure", "Never"));
        offered("dnsPolicy", List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"));
        MetadataChecks.labels(Tree.texts(spec, "nodeSelector"), path + ".nodeSelector", report.errors());
        gates();
        name("serviceAccountName", NameSyntax.Rule.SUBDOMAIN);
        name("nodeName", NameSyntax.Rule.SUBDOMAIN);
        Json deadline = spec.get("activeDeadlineSeconds");
        if (deadline instanceof Json.Int seconds && (seconds.value() < 1 || seconds.value() > Integer.MAX_VALUE)) {
            report.invalid(path + ".activeDeadlineSeconds", deadline, "must be between 1 and 2147483647, inclusive");
        }
        name("hostname", NameSyntax.Rule.LABEL);
        name("subdomain", NameSyntax.Rule.LABEL);
        aliases();
        name("priorityClassName", NameSyntax.Rule.SUBDOMAIN);
        name("runtimeClassName", NameSyntax.Rule.SUBDOMAIN);
        AmountChecks.overhead(spec, "overhead", path + ".overhead", report);
        String system = Tree.text(spec, "os", "name");
        if (!system.isEmpty() && !Set.of("linux", "windows").contains(system)) {
            report.notSupported(path + ".os", system, List.of("linux", "windows"));
        }
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

    private void name(String field, NameSyntax.Rule rule) {
        NetworkChecks.name(spec, field, rule, path, report);
    }

    private void volumes() {
        List<Json.Obj> list = Tree.objects(spec, "volumes");
        for (int i = 0; i < list.size(); i++) {
            String at = path + ".volumes[" + i + "]";
            String name = Tree.text(list.get(i), "name");
            int before = report.errors().size();
            VolumeChecks.sources(list.get(i), at, report);
            if (!name.isEmpty()) {
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
        Set<String> seen = new HashSet<>();
        List<Json.Obj> gates = Tree.objects(spec, "schedulingGates");
        for (int i = 0; i < gates.size(); i++) {
            String at = path + ".schedulingGates[" + i + "]";
            String name = Tree.text(gates.get(i), "name");
            report.invalid(at, name, NameSyntax.qualified(name));
            if (!seen.add(name)) {
                report.duplicate(at, Json.of(name));
            }
        }
        List<Json.Obj> readiness = Tree.objects(spec, "readinessGates");
        for (int i = 0; i < readiness.size(); i++) {
            String type = Tree.text(readiness.get(i), "conditionType");
            report.invalid(path + ".readinessGates[" + i + "].conditionType", type, NameSyntax.qualified(type));
        }
    }

    private void aliases() {
        List<Json.Obj> aliases = Tree.objects(spec, "hostAliases");
        for (int i = 0; i < aliases.size(); i++) {
            String at = path + ".hostAliases[" + i + "]";
            String ip = Tree.text(aliases.get(i), "ip");
            report.invalid(at + ".ip", ip, AddressSyntax.address(ip));
            List<String> names = Tree.strings(aliases.get(i), "hostnames");
            for (int j = 0; j < names.size(); j++) {
                report.invalid(at + ".hostnames[" + j + "]", names.get(j), NameSyntax.subdomain(names.get(j)));
            }
        }
    }

    private void claims() {
        List<Json.Obj> claims = Tree.objects(spec, "resourceClaims");
        for (int i = 0; i < claims.size(); i++) {
            String at = path + ".resourceClaims[" + i + "]";
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
        }
    }
}
