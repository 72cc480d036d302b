package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What a Service must be like, and what may change in it. */
final class ServiceChecks {
    private static final String BALANCED = "may only be used when `type` is 'LoadBalancer'";
    private static final List<String> DISTRIBUTIONS = List.of("PreferClose", "PreferSameZone", "PreferSameNode");
    private static final int LONGEST_AFFINITY = 86400;

    private ServiceChecks() {}

    static void whole(Json.Obj service, Report report) {
        Json.Obj spec = Tree.object(service, "spec");
        String type = ServiceFields.type(service);
        boolean headless = isHeadless(service);
        if (Tree.list(spec, "ports").isEmpty() && !headless && !type.equals("ExternalName")) {
            report.required("spec.ports");
        }
        if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
            report.invalid("spec.clusterIPs[0]", "None", "may not be set to 'None' for " + type + " services");
        }
        if (type.equals("ExternalName")) {
            alias(spec, report);
        }
        ServicePortChecks.each(spec, report);
        MetadataChecks.labels(Tree.texts(spec, "selector"), "spec.selector", report.errors());
        affinity(spec, report);
        ServiceFamilies.check(service, report.errors());
        List<String> external = Tree.strings(spec, "externalIPs");
        for (int i = 0; i < external.size(); i++) {
            EndpointChecks.outside(external.get(i), "spec.externalIPs[" + i + "]", report);
        }
        offered(spec, "type", List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"), report);
        ServicePortChecks.together(spec, type, report);
        balancer(spec, type, report);
        traffic(service, spec, report);
        String distribution = Tree.text(spec, "trafficDistribution");
        if (Tree.has(spec, "trafficDistribution") && !DISTRIBUTIONS.contains(distribution)) {
            report.notSupported("spec.trafficDistribution", distribution, DISTRIBUTIONS);
        }
    }

    private static boolean isHeadless(Json.Obj service) {
        return Tree.strings(service, "spec", "clusterIPs").equals(List.of("None"));
    }

    private static void offered(Json.Obj spec, String field, List<String> known, Report report) {
        String value = Tree.text(spec, field);
        if (!value.isEmpty() && !known.contains(value)) {
            report.notSupported("spec." + field, value, known);
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

    private static void affinity(Json.Obj spec, Report report) {
        offered(spec, "sessionAffinity", List.of("ClientIP", "None"), report);
        long seconds = Tree.numberOr(1, spec, "sessionAffinityConfig", "clientIP", "timeoutSeconds");
        boolean sticky = Tree.text(spec, "sessionAffinity").equals("ClientIP");
        if (sticky && (seconds <= 0 || seconds > LONGEST_AFFINITY)) {
            report.invalid(
                    "spec.sessionAffinityConfig.clientIP.timeoutSeconds",
                    Json.of(seconds),
                    "must be greater than 0 and less than " + LONGEST_AFFINITY);
        }
    }

    private static void balancer(Json.Obj spec, String type, Report report) {
        boolean balanced = type.equals("LoadBalancer");
        List<String> ranges = Tree.strings(spec, "loadBalancerSourceRanges");
        String at = "spec.LoadBalancerSourceRanges";
        if (!ranges.isEmpty() && !balanced) {
            report.forbidden(at, BALANCED);
        }
        for (int i = 0; i < ranges.size(); i++) {
            String range = ranges.get(i).strip();
            report.invalid(at + "[" + i + "]", range, AddressSyntax.range(range));
        }
        if (Tree.has(spec, "allocateLoadBalancerNodePorts") && !balanced) {
            report.forbidden("spec.allocateLoadBalancerNodePorts", BALANCED);
        }
        balancerClass(spec, balanced, report);
    }

    private static void balancerClass(Json.Obj spec, boolean balanced, Report report) {
        String name = Tree.text(spec, "loadBalancerClass");
        if (!Tree.has(spec, "loadBalancerClass")) {
            return;
        }
        if (balanced) {
            report.invalid("spec.loadBalancerClass", name, NameSyntax.qualified(name));
        } else {
            report.forbidden("spec.loadBalancerClass", BALANCED);
        }
    }

    private static void traffic(Json.Obj service, Json.Obj spec, Report report) {
        List<String> policies = List.of("Cluster", "Local");
        String policy = Tree.text(spec, "externalTrafficPolicy");
        if (ServiceFields.isExternal(service)) {
            offered(spec, "externalTrafficPolicy", policies, report);
        } else if (!policy.isEmpty()) {
            report.invalid("spec.externalTrafficPolicy", policy, "may only be set for externally-accessible services");
        }
        long port = Tree.number(spec, "healthCheckNodePort");
        boolean checked = ServiceFields.needsHealthCheckPort(service);
        if (!checked && port != 0) {
            report.invalid(
                    "spec.healthCheckNodePort",
                    Json.of(port),
                    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
        } else if (checked) {
            report.port("spec.healthCheckNodePort", port);
        }
        offered(spec, "internalTrafficPolicy", policies, report);
    }

    /** {@return whether a Service has an address, but no name by which one could say whose the address is} */
    static boolean isNobodys(Json.Obj service) {
        String address = Tree.text(service, "spec", "clusterIP");
        return Tree.text(service, "metadata", "name").isEmpty() && !address.isEmpty() && !address.equals("None");
    }

    /** {@return what is wrong with such a Service}: the address is written down before anything else is looked at */
    static FieldError nobodys(Json.Obj service) {
        return FieldError.invalid(
                "spec.clusterIPs",
                Tree.arr(List.of("")),
                "failed to allocate IP: IPAddress.networking.k8s.io \""
                        + Tree.text(service, "spec", "clusterIP")
                        + "\" is invalid: spec.parentRef.name: Required value");
    }

    /** Checks what may not change in a Service. */
    static void changes(Json.Obj next, Json.Obj live, Report report) {
        boolean alias = ServiceFields.type(next).equals("ExternalName")
                || ServiceFields.type(live).equals("ExternalName");
        if (!alias) {
            addresses(next, live, report);
            families(next, live, report);
        }
        boolean balanced = ServiceFields.type(next).equals("LoadBalancer");
        boolean stays = balanced && ServiceFields.type(live).equals("LoadBalancer");
        Json name = Tree.at(next, "spec", "loadBalancerClass");
        if (stays && !Objects.equals(name, Tree.at(live, "spec", "loadBalancerClass"))) {
            report.invalid("spec.loadBalancerClass", name, "may not change once set");
        }
        balancerClass(Tree.object(next, "spec"), balanced, report);
        boolean checked = ServiceFields.needsHealthCheckPort(next) && ServiceFields.needsHealthCheckPort(live);
        long port = Tree.number(next, "spec", "healthCheckNodePort");
        if (checked && port != Tree.number(live, "spec", "healthCheckNodePort")) {
            report.forbidden("spec.healthCheckNodePort", MetadataChecks.IMMUTABLE);
        }
    }

    private static void addresses(Json.Obj next, Json.Obj live, Report report) {
        List<String> before = Tree.strings(live, "spec", "clusterIPs");
        List<String> after = Tree.strings(next, "spec", "clusterIPs");
        if (isHeadless(live) && isHeadless(next)) {
            return;
        }
        if (before.size() == after.size()) {
            for (int i = 0; i < before.size(); i++) {
                if (!before.get(i).equals(after.get(i))) {
                    report.invalid("spec.clusterIPs[" + i + "]", Tree.arr(after), "may not change once set");
                }
            }
        } else if (after.isEmpty()) {
            report.invalid("spec.clusterIPs[0]", Json.Null.INSTANCE, "primary clusterIP can not be unset");
        } else if (!before.isEmpty() && !before.get(0).equals(after.get(0))) {
            report.invalid("spec.clusterIPs[0]", Tree.arr(after), "may not change once set");
        }
    }

    private static void families(Json.Obj next, Json.Obj live, Report report) {
        List<String> before = Tree.strings(live, "spec", "ipFamilies");
        List<String> after = Tree.strings(next, "spec", "ipFamilies");
        if (isHeadless(live) || isHeadless(next)) {
            return;
        }
        List<String> shown =
                new ArrayList<>(before.size() == after.size() ? after : Tree.strings(next, "spec", "clusterIPs"));
        boolean changed =
                !before.isEmpty() && !after.isEmpty() && !before.get(0).equals(after.get(0));
        if (changed) {
            report.invalid("spec.ipFamilies[0]", Tree.arr(shown), "may not change once set");
        }
    }

    /** Checks the status of a Service. */
    static void status(Json.Obj service, Report report) {
        List<Json.Obj> ingress = Tree.objects(service, "status", "loadBalancer", "ingress");
        String at = "status.loadBalancer.ingress";
        if (!ingress.isEmpty() && !ServiceFields.type(service).equals("LoadBalancer")) {
            report.forbidden(at, "may only be used when `spec.type` is 'LoadBalancer'");
            return;
        }
        for (int i = 0; i < ingress.size(); i++) {
            entry(ingress.get(i), at + "[" + i + "]", report);
        }
    }

    private static void entry(Json.Obj entry, String at, Report report) {
        String ip = Tree.text(entry, "ip");
        String mode = Tree.text(entry, "ipMode");
        Set<String> modes = new HashSet<>(List.of("Proxy", "VIP"));
        if (!ip.isEmpty()) {
            report.invalid(at + ".ip", ip, AddressSyntax.address(ip));
        }
        if (!mode.isEmpty() && ip.isEmpty()) {
            report.forbidden(at + ".ipMode", "may not be specified when `ip` is not set");
        } else if (!mode.isEmpty() && !modes.contains(mode)) {
            report.notSupported(at + ".ipMode", mode, List.of("Proxy", "VIP"));
        }
        String host = Tree.text(entry, "hostname");
        if (!host.isEmpty()) {
            report.invalid(at + ".hostname", host, NameSyntax.subdomain(host));
            if (AddressSyntax.address(host).isEmpty()) {
                report.invalid(at + ".hostname", host, "must be a DNS name, not an IP address");
            }
        }
    }
}
