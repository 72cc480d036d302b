package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;

/**
 * What the probes of a container and the handlers of its life must be like.
 *
 * @param report takes what is wrong
 */
record HandlerChecks(Report report) {
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    static void of(Json.Obj container, String at, Report report) {
        HandlerChecks checks = new HandlerChecks(report);
        checks.lifecycle(container, at);
        checks.probes(container, at);
    }

    private void lifecycle(Json.Obj container, String at) {
        for (String moment : List.of("postStart", "preStop")) {
            if (Tree.has(container, "lifecycle", moment)) {
                handler(Tree.object(container, "lifecycle", moment), at + ".lifecycle." + moment);
            }
        }
    }

    private void probes(Json.Obj container, String at) {
        for (String kind : PROBES) {
            if (Tree.has(container, kind)) {
                probe(Tree.object(container, kind), kind, at + "." + kind);
            }
        }
    }

    private void handler(Json.Obj owner, String at) {
        List<String> present = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep").stream()
                .filter(kind -> Tree.has(owner, kind))
                .toList();
        if (present.isEmpty()) {
            report.required(at, "must specify a handler type");
        }
        present.stream()
                .skip(1)
                .forEach(kind -> report.forbidden(at + "." + kind, "may not specify more than 1 handler type"));
        if (!present.isEmpty() && present.get(0).equals("exec")) {
            if (Tree.list(owner, "exec", "command").isEmpty()) {
                report.required(at + ".exec.command");
            }
        } else if (!present.isEmpty() && List.of("httpGet", "tcpSocket").contains(present.get(0))) {
            Json.Obj action = Tree.object(owner, present.get(0));
            report.portOrName(at + "." + present.get(0) + ".port", action.get("port"));
        }
    }

    private void probe(Json.Obj probe, String kind, String at) {
        handler(probe, at);
        report.nonNegative(
                probe,
                at,
                "initialDelaySeconds",
                "timeoutSeconds",
                "periodSeconds",
                "successThreshold",
                "failureThreshold");
        Json grace = probe.get("terminationGracePeriodSeconds");
        if (grace instanceof Json.Int seconds && seconds.value() <= 0) {
            report.invalid(at + ".terminationGracePeriodSeconds", grace, "must be greater than 0");
        }
        if (kind.equals("readinessProbe")) {
            if (grace != null) {
                report.invalid(at + ".terminationGracePeriodSeconds", grace, "must not be set for readinessProbes");
            }
        } else if (Tree.number(probe, "successThreshold") != 1) {
            report.invalid(at + ".successThreshold", probe.get("successThreshold"), "must be 1");
        }
    }
}
