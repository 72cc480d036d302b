package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.List;
import java.util.OptionalInt;

/** What the kinds of networking.k8s.io must be like. */
final class NetworkChecks {
    private static final int MAX_CONTROLLER = 250;

    private NetworkChecks() {}

    static void register(TypeChecks checks) {
        checks.before("networking.v1.IPBlock", NetworkChecks::block);
        checks.before("networking.v1.NetworkPolicyPort", NetworkChecks::policyPort);
        checks.after("networking.v1.NetworkPolicyPeer", NetworkChecks::peer);
        checks.before("networking.v1.IngressClassSpec", NetworkChecks::ingressClass);
        checks.before("networking.v1.IngressBackend", NetworkChecks::backend);
        checks.before("networking.v1.IngressRule", NetworkChecks::rule);
        checks.before("networking.v1.ServiceCIDRSpec", NetworkChecks::ranges);
        checks.before("networking.v1.ParentReference", (parent, path, report) -> {
            name(parent, "group", NameSyntax.Rule.SUBDOMAIN, path, report);
            name(parent, "resource", NameSyntax.Rule.PATH_SEGMENT, path, report);
            name(parent, "name", NameSyntax.Rule.PATH_SEGMENT, path, report);
            name(parent, "namespace", NameSyntax.Rule.PATH_SEGMENT, path, report);
        });
    }

    /** Checks a name, if there is one. */
    static void name(Json.Obj object, String field, NameSyntax.Rule rule, String path, Report report) {
        String name = Tree.text(object, field);
        if (!name.isEmpty()) {
            report.invalid(path + "." + field, name, rule.problems(name));
        }
    }

    private static void block(Json.Obj block, String path, Report report) {
        String range = Tree.text(block, "cidr");
        OptionalInt bits = AddressSyntax.bits(range);
        if (!range.isEmpty()) {
            report.invalid(path + ".cidr", range, AddressSyntax.range(range));
        }
        List<String> exceptions = Tree.strings(block, "except");
        for (int i = 0; bits.isPresent() && i < exceptions.size(); i++) {
            String at = path + ".except[" + i + "]";
            OptionalInt inner = AddressSyntax.bits(exceptions.get(i));
            report.invalid(at, exceptions.get(i), AddressSyntax.range(exceptions.get(i)));
            if (inner.isPresent() && bits.getAsInt() >= inner.getAsInt()) {
                report.invalid(at, exceptions.get(i), "must be a strict subset of `cidr`");
            }
        }
    }

    private static void policyPort(Json.Obj port, String path, Report report) {
        Json end = port.get("endPort");
        switch (port.get("port")) {
            case Json.Int number -> {
                report.port(path + ".port", number.value());
                if (end instanceof Json.Int last) {
                    if (last.value() < number.value()) {
                        report.invalid(path + ".endPort", number, "must be greater than or equal to `port`");
                    }
                    report.port(path + ".endPort", last.value());
                }
            }
            case Json.Str name -> {
                if (end != null) {
                    report.invalid(path + ".endPort", end, "may not be specified when `port` is non-numeric");
                }
                report.invalid(path + ".port", name.value(), NameSyntax.portName(name.value()));
            }
            case null, default -> {
                if (end != null) {
                    report.invalid(path + ".endPort", end, "may not be specified when `port` is not specified");
                }
            }
        }
    }

    private static void peer(Json.Obj peer, String path, Report report) {
        if (peer.fields().isEmpty()) {
            report.required(path, "must specify a peer");
        } else if (peer.fields().size() > 1 && Tree.has(peer, "ipBlock")) {
            report.forbidden(path, "may not specify both ipBlock and another peer");
        }
    }

    private static void ingressClass(Json.Obj spec, String path, Report report) {
        String controller = Tree.text(spec, "controller");
        if (controller.length() > MAX_CONTROLLER) {
            report.errors().add(FieldError.tooLong(path + ".controller", MAX_CONTROLLER));
        }
        if (controller.isEmpty()) {
            report.required(path + ".controller");
        }
        report.domainPath(path + ".controller", controller);
        Json.Obj parameters = Tree.object(spec, "parameters");
        String at = path + ".parameters";
        if (!Tree.has(spec, "parameters")) {
            return;
        }
        name(parameters, "apiGroup", NameSyntax.Rule.SUBDOMAIN, at, report);
        name(parameters, "kind", NameSyntax.Rule.PATH_SEGMENT, at, report);
        name(parameters, "name", NameSyntax.Rule.PATH_SEGMENT, at, report);
        String scope = Tree.text(parameters, "scope");
        boolean placed = Tree.has(parameters, "namespace");
        if (!scope.equals("Cluster") && !scope.equals("Namespace")) {
            report.notSupported(at + ".scope", scope, List.of("Cluster", "Namespace"));
        } else if (scope.equals("Namespace") && !placed) {
            report.required(at + ".namespace", "`parameters.scope` is set to 'Namespace'");
        } else if (scope.equals("Cluster") && placed) {
            report.forbidden(at + ".namespace", "`parameters.scope` is set to 'Cluster'");
        } else if (placed) {
            String namespace = Tree.text(parameters, "namespace");
            report.invalid(at + ".namespace", namespace, NameSyntax.label(namespace));
        }
    }

    private static void rule(Json.Obj rule, String path, Report report) {
        String host = Tree.text(rule, "host");
        if (AddressSyntax.isV4(host) || AddressSyntax.isV6(host)) {
            report.invalid(path + ".host", host, "must be a DNS name, not an IP address");
        }
        if (host.contains("*")) {
            report.invalid(path + ".host", host, NameSyntax.wildcard(host));
        } else if (!host.isEmpty()) {
            report.invalid(path + ".host", host, NameSyntax.subdomain(host));
        }
    }

    private static void backend(Json.Obj backend, String path, Report report) {
        boolean resource = Tree.has(backend, "resource");
        boolean service = Tree.has(backend, "service");
        if (resource && service) {
            report.invalid(path, "", "cannot set both resource and service backends");
        } else if (resource) {
            String at = path + ".resource";
            name(Tree.object(backend, "resource"), "apiGroup", NameSyntax.Rule.SUBDOMAIN, at, report);
            name(Tree.object(backend, "resource"), "kind", NameSyntax.Rule.PATH_SEGMENT, at, report);
            name(Tree.object(backend, "resource"), "name", NameSyntax.Rule.PATH_SEGMENT, at, report);
        } else if (service) {
            name(Tree.object(backend, "service"), "name", NameSyntax.Rule.LABEL, path + ".service", report);
            backendPort(Tree.object(backend, "service", "port"), path, report);
        } else {
            report.invalid(path, "", "resource or service backend is required");
        }
    }

    private static void backendPort(Json.Obj port, String path, Report report) {
        String name = Tree.text(port, "name");
        long number = Tree.number(port, "number");
        if (!name.isEmpty() && number != 0) {
            report.invalid(path, "", "cannot set both port name & port number");
        } else if (!name.isEmpty()) {
            report.invalid(path + ".service.port.name", name, NameSyntax.portName(name));
        } else if (number != 0) {
            report.port(path + ".service.port.number", number);
        } else {
            report.required(path, "port name or number is required");
        }
    }

    private static void ranges(Json.Obj spec, String path, Report report) {
        List<String> ranges = Tree.strings(spec, "cidrs");
        String at = path + ".cidrs";
        if (ranges.isEmpty()) {
            report.required(at, "at least one CIDR required");
        } else if (ranges.size() > 2) {
            report.invalid(at, report.inner(spec, "networking.v1.ServiceCIDRSpec"), "may only hold up to 2 values");
        } else {
            for (int i = 0; i < ranges.size(); i++) {
                report.invalid(at + "[" + i + "]", ranges.get(i), AddressSyntax.range(ranges.get(i)));
            }
        }
    }

    /** Checks that a range stays; a second one may be added. */
    static void rangesUpdate(Json.Obj spec, Json.Obj old, Report report) {
        List<String> before = Tree.strings(old, "cidrs");
        List<String> after = Tree.strings(spec, "cidrs");
        if (after.size() < before.size() || after.size() > Math.max(before.size(), 2)) {
            report.invalid("spec.cidrs", spec.get("cidrs"), MetadataChecks.IMMUTABLE);
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            if (!before.get(i).equals(after.get(i))) {
                report.invalid("spec.cidrs[" + i + "]", after.get(i), MetadataChecks.IMMUTABLE);
            }
        }
        if (after.size() > before.size()) {
            ranges(spec, "spec", report);
        }
    }
}
