package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What Endpoints and EndpointSlices must be like. */
final class EndpointChecks {
    private EndpointChecks() {}

    static void register(TypeChecks checks) {
        checks.before("core.v1.Endpoints", EndpointChecks::endpoints);
        checks.before("discovery.v1.EndpointSlice", EndpointChecks::slice);
    }

    private static void endpoints(Json.Obj endpoints, String path, Report report) {
        List<Json.Obj> subsets = Tree.objects(endpoints, "subsets");
        for (int i = 0; i < subsets.size(); i++) {
            String at = "subsets[" + i + "]";
            Json.Obj subset = subsets.get(i);
            if (Tree.list(subset, "addresses").isEmpty()
                    && Tree.list(subset, "notReadyAddresses").isEmpty()) {
                report.required(at, "must specify `addresses` or `notReadyAddresses`");
            }
            for (String field : List.of("addresses", "notReadyAddresses")) {
                List<Json.Obj> addresses = Tree.objects(subset, field);
                for (int j = 0; j < addresses.size(); j++) {
                    address(addresses.get(j), at + "." + field + "[" + j + "]", isOwn(endpoints), report);
                }
            }
            ports(Tree.objects(subset, "ports"), at + ".ports", report);
        }
    }

    /** {@return whether these are the endpoints of the server itself}, which it writes whatever its address is */
    private static boolean isOwn(Json.Obj object) {
        return Tree.text(object, "metadata", "namespace").equals("default")
                && Tree.text(object, "metadata", "name").equals("kubernetes");
    }

    private static void address(Json.Obj address, String at, boolean own, Report report) {
        String ip = Tree.text(address, "ip");
        report.invalid(at + ".ip", ip, AddressSyntax.address(ip));
        NetworkChecks.name(address, "hostname", NameSyntax.Rule.LABEL, at, report);
        NetworkChecks.name(address, "nodeName", NameSyntax.Rule.SUBDOMAIN, at, report);
        if (!own) {
            endpoint(ip, at + ".ip", report);
        }
    }

    private static void ports(List<Json.Obj> ports, String path, Report report) {
        for (int i = 0; i < ports.size(); i++) {
            String at = path + "[" + i + "]";
            if (ports.size() > 1 && Tree.text(ports.get(i), "name").isEmpty()) {
                report.required(at + ".name");
            }
            NetworkChecks.name(ports.get(i), "name", NameSyntax.Rule.LABEL, at, report);
            report.port(at + ".port", Tree.number(ports.get(i), "port"));
            String protocol = Tree.text(ports.get(i), "appProtocol");
            if (!protocol.isEmpty()) {
                report.invalid(at + ".appProtocol", protocol, NameSyntax.qualified(protocol));
            }
        }
    }

    /** Checks that an address can be that of an endpoint: not one that means something else on every machine. */
    private static void endpoint(String ip, String at, Report report) {
        if (!AddressSyntax.address(ip).isEmpty()) {
            report.invalid(at, ip, "must be a valid IP address");
        } else if (ip.equals("0.0.0.0") || ip.equals("::")) {
            report.invalid(at, ip, "may not be unspecified (" + ip + ")");
        } else if (ip.startsWith("127.") || ip.equals("::1")) {
            report.invalid(at, ip, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
        } else if (ip.startsWith("169.254.") || ip.matches("fe[89ab][0-9a-f]:.*")) {
            report.invalid(at, ip, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
        } else if (ip.startsWith("224.0.0.") || ip.startsWith("ff02:")) {
            report.invalid(at, ip, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
        }
    }

    /** Checks an address outside of the cluster. */
    static void outside(String ip, String at, Report report) {
        List<String> problems = AddressSyntax.address(ip);
        report.invalid(at, ip, problems);
        if (problems.isEmpty()) {
            endpoint(ip, at, report);
        }
    }

    private static void slice(Json.Obj slice, String path, Report report) {
        Set<String> names = new HashSet<>();
        List<Json.Obj> ports = Tree.objects(slice, "ports");
        for (int i = 0; i < ports.size(); i++) {
            String at = "ports[" + i + "]";
            NetworkChecks.name(ports.get(i), "name", NameSyntax.Rule.LABEL, at, report);
            if (!names.add(Tree.text(ports.get(i), "name"))) {
                report.duplicate(at + ".name", Json.of(Tree.text(ports.get(i), "name")));
            }
            String protocol = Tree.text(ports.get(i), "appProtocol");
            if (!protocol.isEmpty()) {
                report.invalid(at + ".appProtocol", protocol, NameSyntax.qualified(protocol));
            }
        }
        List<Json.Obj> endpoints = Tree.objects(slice, "endpoints");
        for (int i = 0; i < endpoints.size(); i++) {
            String at = "endpoints[" + i + "]";
            addresses(endpoints.get(i), slice, at + ".addresses", report);
            NetworkChecks.name(endpoints.get(i), "nodeName", NameSyntax.Rule.SUBDOMAIN, at, report);
            NetworkChecks.name(endpoints.get(i), "hostname", NameSyntax.Rule.LABEL, at, report);
        }
    }

    private static void addresses(Json.Obj endpoint, Json.Obj slice, String at, Report report) {
        String type = Tree.text(slice, "addressType");
        List<String> addresses = Tree.strings(endpoint, "addresses");
        if (addresses.isEmpty()) {
            report.required(at, "must contain at least 1 address");
        }
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i);
            String place = at + "[" + i + "]";
            boolean v4 = type.equals("IPv4");
            if (type.equals("FQDN")) {
                qualifiedDomain(address, place, report);
            } else if (!AddressSyntax.address(address).isEmpty()) {
                report.invalid(place, address, AddressSyntax.address(address));
            } else {
                if (v4 != AddressSyntax.isV4(address)) {
                    report.invalid(at, address, "must be an " + type + " address");
                }
                if (!isOwn(slice)) {
                    endpoint(address, place, report);
                }
            }
        }
    }

    private static void qualifiedDomain(String domain, String at, Report report) {
        List<String> problems = NameSyntax.subdomain(domain);
        report.invalid(at, domain, problems);
        if (problems.isEmpty() && !domain.contains(".")) {
            report.invalid(at, domain, "should be a domain with at least two segments separated by dots");
        }
    }
}
