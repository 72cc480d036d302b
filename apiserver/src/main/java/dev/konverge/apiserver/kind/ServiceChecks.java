package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a Service must be like. */
final class ServiceChecks {
    private ServiceChecks() {}

    static void create(Json.Obj service, Report report) {
        Json.Obj spec = Tree.object(service, "spec");
        String type = ServiceFields.type(service);
        boolean headless = Tree.strings(spec, "clusterIPs").equals(List.of("None"));
        if (Tree.list(spec, "ports").isEmpty() && !headless && !type.equals("ExternalName")) {
            report.required("spec.ports");
        }
        if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
            report.invalid("spec.clusterIPs[0]", "None", "may not be set to 'None' for " + type + " services");
        }
        if (type.equals("ExternalName")) {
            alias(spec, report);
        }
        ports(spec, type, report);
        MetadataChecks.labels(Tree.texts(spec, "selector"), "spec.selector", report.errors());
        if (Tree.has(spec, "allocateLoadBalancerNodePorts") && !type.equals("LoadBalancer")) {
            report.forbidden("spec.allocateLoadBalancerNodePorts", "may only be used when `type` is 'LoadBalancer'");
        }
    }

    private static void alias(Json.Obj spec, Report report) {
        for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
            if (Tree.has(spec, field)) {
                report.forbidden("spec." + field, "may not be set for ExternalName services");
            }
        }
        String name = Tree.text(spec, "externalName");
        String trimmed = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (trimmed.isEmpty()) {
            report.required("spec.externalName");
        } else {
            report.invalid("spec.externalName", trimmed, NameSyntax.subdomain(trimmed));
        }
    }

    private static void ports(Json.Obj spec, String type, Report report) {
        List<Json.Obj> ports = Tree.objects(spec, "ports");
        Set<String> names = new HashSet<>();
        Set<String> nodePorts = new HashSet<>();
        Set<String> numbers = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            String at = "spec.ports[" + i + "]";
            Json.Obj port = ports.get(i);
            name(port, at, ports.size() > 1, names, report);
            report.port(at + ".port", Tree.number(port, "port"));
            target(port, at, report);
            String protocol = Tree.text(port, "protocol");
            long node = Tree.number(port, "nodePort");
            if (node != 0 && type.equals("ClusterIP")) {
                report.forbidden(at + ".nodePort", "may not be used when `type` is 'ClusterIP'");
            }
            if (node != 0 && !nodePorts.add(protocol + node)) {
                report.duplicate(at + ".nodePort", Json.of(node));
            }
            if (!numbers.add(protocol + Tree.number(port, "port"))) {
                // Kubernetes shows its own, inner form of a port here.
                Json.Obj shown = Tree.of(
                        "Name",
                        "",
                        "Protocol",
                        protocol,
                        "AppProtocol",
                        Json.Null.INSTANCE,
                        "Port",
                        Tree.number(port, "port"),
                        "TargetPort",
                        0,
                        "NodePort",
                        0);
                report.duplicate(at, shown);
            }
        }
    }

    private static void name(Json.Obj port, String at, boolean needed, Set<String> names, Report report) {
        String name = Tree.text(port, "name");
        if (name.isEmpty()) {
            if (needed) {
                report.required(at + ".name");
            }
            return;
        }
        report.invalid(at + ".name", name, NameSyntax.label(name));
        if (!names.add(name)) {
            report.duplicate(at + ".name", Json.of(name));
        }
    }

    private static void target(Json.Obj port, String at, Report report) {
        switch (port.get("targetPort")) {
            case Json.Int number -> report.port(at + ".targetPort", number.value());
            case Json.Str text -> report.invalid(at + ".targetPort", text.value(), NameSyntax.portName(text.value()));
            case null, default -> {}
        }
    }

    static void update(Json.Obj next, Json.Obj live, Report report) {
        boolean alias = ServiceFields.type(next).equals("ExternalName")
                || ServiceFields.type(live).equals("ExternalName");
        List<String> before = Tree.strings(live, "spec", "clusterIPs");
        List<String> after = ServiceFields.clusterIps(next, live);
        if (alias || before.isEmpty() || (before.equals(List.of("None")) && before.equals(after))) {
            return;
        }
        if (after.isEmpty()) {
            report.invalid("spec.clusterIPs[0]", Json.Null.INSTANCE, "primary clusterIP can not be unset");
        } else if (!before.get(0).equals(after.get(0))) {
            report.invalid("spec.clusterIPs[0]", Tree.arr(after), "may not change once set");
        }
    }
}
