package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the ports of a Service must be like. */
final class ServicePortChecks {
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private ServicePortChecks() {}

    /** Checks each port by itself, and their names. */
    static void each(Json.Obj spec, Report report) {
        List<Json.Obj> ports = Tree.objects(spec, "ports");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            String at = "spec.ports[" + i + "]";
            Json.Obj port = ports.get(i);
            name(port, at, ports.size() > 1, names, report);
            report.port(at + ".port", Tree.number(port, "port"));
            String protocol = Tree.text(port, "protocol");
            if (!PROTOCOLS.contains(protocol)) {
                report.notSupported(at + ".protocol", protocol, PROTOCOLS);
            }
            report.portOrName(at + ".targetPort", port.get("targetPort"));
            String application = Tree.text(port, "appProtocol");
            if (!application.isEmpty()) {
                report.invalid(at + ".appProtocol", application, NameSyntax.qualified(application));
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

    /** Checks what the type of the Service and the other ports say of a port. */
    static void together(Json.Obj spec, String type, Report report) {
        List<Json.Obj> ports = Tree.objects(spec, "ports");
        for (int i = 0; i < ports.size() && type.equals("ClusterIP"); i++) {
            if (Tree.number(ports.get(i), "nodePort") != 0) {
                report.forbidden("spec.ports[" + i + "].nodePort", "may not be used when `type` is 'ClusterIP'");
            }
        }
        Set<String> nodePorts = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            long node = Tree.number(ports.get(i), "nodePort");
            if (node != 0 && !nodePorts.add(Tree.text(ports.get(i), "protocol") + node)) {
                report.duplicate("spec.ports[" + i + "].nodePort", Json.of(node));
            }
        }
        Set<String> numbers = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Json.Obj kept =
                    Tree.withFrom(Tree.withFrom(Json.Obj.EMPTY, ports.get(i), "protocol"), ports.get(i), "port");
            if (!numbers.add(kept.toString())) {
                report.duplicate("spec.ports[" + i + "]", report.inner(kept, "core.v1.ServicePort"));
            }
        }
    }
}
