package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Set;

/** What the environment of a container must be like. */
final class EnvironmentChecks {
    /** The fields of a pod that a variable can have the value of, in the order in which they are offered. */
    private static final List<String> FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    private static final Set<String> SUBSCRIPTED = Set.of("metadata.labels", "metadata.annotations");

    private EnvironmentChecks() {}

    static void of(Json.Obj container, String at, Report report) {
        List<Json.Obj> variables = Tree.objects(container, "env");
        for (int i = 0; i < variables.size(); i++) {
            String place = at + ".env[" + i + "]";
            String name = Tree.text(variables.get(i), "name");
            if (name.isEmpty()) {
                report.required(place + ".name");
            } else {
                report.invalid(place + ".name", name, NameSyntax.environmentName(name));
            }
            if (Tree.has(variables.get(i), "valueFrom")) {
                source(variables.get(i), place + ".valueFrom", report);
            }
        }
        List<Json.Obj> sources = Tree.objects(container, "envFrom");
        for (int i = 0; i < sources.size(); i++) {
            many(sources.get(i), at + ".envFrom", i, report);
        }
    }

    private static void source(Json.Obj variable, String at, Report report) {
        Json.Obj source = Tree.object(variable, "valueFrom");
        if (Tree.has(source, "fieldRef")) {
            field(Tree.text(source, "fieldRef", "fieldPath"), at + ".fieldRef", report);
        }
        for (String key : List.of("configMapKeyRef", "secretKeyRef")) {
            String name = Tree.text(source, key, "key");
            if (Tree.text(source, key, "name").isEmpty() && Tree.has(source, key)) {
                report.required(at + "." + key + ".name");
            }
            if (!name.isEmpty()) {
                report.invalid(at + "." + key + ".key", name, NameSyntax.configKey(name));
            }
        }
        if (source.fields().isEmpty()) {
            report.invalid(
                    at,
                    "",
                    "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
        } else if (!Tree.text(variable, "value").isEmpty()) {
            report.invalid(at, "", "may not be specified when `value` is not empty");
        } else if (source.fields().size() > 1) {
            report.invalid(at, "", "may not have more than one field specified at a time");
        }
    }

    private static void field(String path, String at, Report report) {
        int bracket = path.indexOf("['");
        boolean subscripted = bracket > 0 && path.endsWith("']");
        if (path.isEmpty()) {
            report.required(at + ".fieldPath");
        } else if (subscripted && !SUBSCRIPTED.contains(path.substring(0, bracket))) {
            report.invalid(
                    at + ".fieldPath", path, "error converting fieldPath: field label does not support subscript");
        } else if (!subscripted && SUBSCRIPTED.contains(path)) {
            report.notSupported(at + ".fieldPath", path, FIELDS);
        } else if (!subscripted && !FIELDS.contains(path)) {
            report.invalid(at + ".fieldPath", path, "error converting fieldPath: field label not supported: " + path);
        }
    }

    private static void many(Json.Obj source, String path, int index, Report report) {
        String at = path + "[" + index + "]";
        String prefix = Tree.text(source, "prefix");
        if (!prefix.isEmpty()) {
            report.invalid(at + ".prefix", prefix, NameSyntax.environmentName(prefix));
        }
        int count = 0;
        for (String kind : List.of("configMapRef", "secretRef")) {
            if (Tree.has(source, kind)) {
                count++;
                if (Tree.text(source, kind, "name").isEmpty()) {
                    report.required(at + "." + kind + ".name");
                }
            }
        }
        if (count == 0) {
            report.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`");
        } else if (count > 1) {
            report.invalid(path, "", "may not have more than one field specified at a time");
        }
    }
}
