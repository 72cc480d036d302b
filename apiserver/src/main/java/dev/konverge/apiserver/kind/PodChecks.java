package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a pod must be like, wherever its spec stands; texts that must be there are the schema's to demand. */
final class PodChecks {
    private final Json.Obj spec;
    private final String path;
    private final Report report;
    private final Set<String> volumes = new HashSet<>();

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
        checks.volumes.addAll(moreVolumes);
        checks.run();
    }

    private void run() {
        volumes();
        Set<String> names = new HashSet<>();
        if (Tree.list(spec, "containers").isEmpty()) {
            report.required(path + ".containers");
        }
        containers("containers", names);
        containers("initContainers", names);
        containers("ephemeralContainers", names);
        MetadataChecks.labels(Tree.texts(spec, "nodeSelector"), path + ".nodeSelector", report.errors());
        name("serviceAccountName", NameSyntax.Rule.SUBDOMAIN);
        name("nodeName", NameSyntax.Rule.SUBDOMAIN);
        name("hostname", NameSyntax.Rule.LABEL);
        name("subdomain", NameSyntax.Rule.LABEL);
        Json deadline = spec.get("activeDeadlineSeconds");
        if (deadline instanceof Json.Int seconds && (seconds.value() < 1 || seconds.value() > Integer.MAX_VALUE)) {
            report.invalid(path + ".activeDeadlineSeconds", deadline, "must be between 1 and 2147483647, inclusive");
        }
        tolerations();
    }

    private void name(String field, NameSyntax.Rule rule) {
        String value = Tree.text(spec, field);
        if (!value.isEmpty()) {
            report.invalid(path + "." + field, value, rule.problems(value));
        }
    }

    private void volumes() {
        List<Json.Obj> list = Tree.objects(spec, "volumes");
        for (int i = 0; i < list.size(); i++) {
            String at = path + ".volumes[" + i + "]";
            String name = Tree.text(list.get(i), "name");
            int before = report.errors().size();
            if (list.get(i).fields().size() > 2) {
                report.forbidden(at + "." + secondSource(list.get(i)), "may not specify more than 1 volume type");
            }
            if (!name.isEmpty()) {
                report.invalid(at + ".name", name, NameSyntax.label(name));
            }
            if (volumes.contains(name)) {
                report.duplicate(at + ".name", Json.of(name));
            }
            if (report.errors().size() == before) {
                volumes.add(name);
            }
        }
    }

    private static String secondSource(Json.Obj volume) {
        List<String> sources = new ArrayList<>(volume.fields().keySet());
        sources.remove("name");
        // Kubernetes looks for this one first.
        boolean empty = sources.remove("emptyDir");
        return sources.get(empty ? 0 : 1);
    }

    private void containers(String list, Set<String> names) {
        List<Json.Obj> containers = Tree.objects(spec, list);
        for (int i = 0; i < containers.size(); i++) {
            String at = path + "." + list + "[" + i + "]";
            Json.Obj container = containers.get(i);
            String name = Tree.text(container, "name");
            String image = Tree.text(container, "image");
            if (name.isEmpty()) {
                report.required(at + ".name");
            } else {
                report.invalid(at + ".name", name, NameSyntax.label(name));
            }
            if (image.isEmpty()) {
                report.required(at + ".image");
            }
            container(container, at);
            if (!image.equals(image.strip())) {
                report.invalid(at + ".image", image, "must not have leading or trailing whitespace");
            }
            if (!name.isEmpty() && !names.add(name)) {
                report.duplicate(at + ".name", Json.of(name));
            }
            probes(container, at);
        }
    }

    private void container(Json.Obj container, String at) {
        ports(container, at);
        environment(container, at);
        mounts(container, at);
        resources(Tree.object(container, "resources"), at + ".resources");
    }

    private void probes(Json.Obj container, String at) {
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (Tree.has(container, probe)) {
                probe(Tree.object(container, probe), at + "." + probe);
            }
        }
    }

    private void ports(Json.Obj container, String at) {
        Set<String> names = new HashSet<>();
        List<Json.Obj> ports = Tree.objects(container, "ports");
        for (int i = 0; i < ports.size(); i++) {
            String place = at + ".ports[" + i + "]";
            String name = Tree.text(ports.get(i), "name");
            if (!name.isEmpty()) {
                List<String> problems = NameSyntax.portName(name);
                report.invalid(place + ".name", name, problems);
                if (problems.isEmpty() && !names.add(name)) {
                    report.duplicate(place + ".name", Json.of(name));
                }
            }
            long port = Tree.number(ports.get(i), "containerPort");
            if (port == 0) {
                report.required(place + ".containerPort");
            } else {
                report.port(place + ".containerPort", port);
            }
            if (Tree.number(ports.get(i), "hostPort") != 0) {
                report.port(place + ".hostPort", Tree.number(ports.get(i), "hostPort"));
            }
        }
    }

    private void environment(Json.Obj container, String at) {
        List<Json.Obj> variables = Tree.objects(container, "env");
        for (int i = 0; i < variables.size(); i++) {
            String place = at + ".env[" + i + "]";
            String name = Tree.text(variables.get(i), "name");
            if (!name.isEmpty()) {
                report.invalid(place + ".name", name, NameSyntax.environmentName(name));
            }
            Json.Obj source = Tree.object(variables.get(i), "valueFrom");
            if (Tree.has(variables.get(i), "valueFrom")) {
                if (source.fields().isEmpty()) {
                    report.invalid(
                            place + ".valueFrom",
                            "",
                            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or "
                                    + "`fileKeyRef`");
                } else if (!Tree.text(variables.get(i), "value").isEmpty()) {
                    report.invalid(place + ".valueFrom", "", "may not be specified when `value` is not empty");
                } else if (source.fields().size() > 1) {
                    report.invalid(place + ".valueFrom", "", "may not have more than one field specified at a time");
                }
            }
        }
    }

    private void mounts(Json.Obj container, String at) {
        Set<String> paths = new HashSet<>();
        List<Json.Obj> mounts = Tree.objects(container, "volumeMounts");
        for (int i = 0; i < mounts.size(); i++) {
            String place = at + ".volumeMounts[" + i + "]";
            String name = Tree.text(mounts.get(i), "name");
            if (!volumes.contains(name)) {
                report.notFound(place + ".name", name);
            }
            String mountPath = Tree.text(mounts.get(i), "mountPath");
            if (!paths.add(mountPath)) {
                report.invalid(place + ".mountPath", mountPath, "must be unique");
            }
        }
    }

    private void resources(Json.Obj resources, String at) {
        Map<String, String> limits = Tree.texts(resources, "limits");
        Map<String, String> requests = Tree.texts(resources, "requests");
        limits.forEach((name, amount) -> amount(amount, at + ".limits[" + name + "]"));
        requests.forEach((name, amount) -> {
            amount(amount, at + ".requests[" + name + "]");
            Optional<Quantity> wanted = quantity(amount);
            Optional<Quantity> most = Optional.ofNullable(limits.get(name)).flatMap(PodChecks::quantity);
            if (wanted.isPresent() && most.isPresent() && wanted.get().compareTo(most.get()) > 0) {
                report.invalid(
                        at + ".requests",
                        amount,
                        "must be less than or equal to " + name + " limit of " + limits.get(name));
            }
        });
    }

    private void amount(String amount, String at) {
        Optional<Quantity> quantity = quantity(amount);
        if (quantity.isEmpty()) {
            report.invalid(
                    at,
                    amount,
                    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        } else if (quantity.get().signum() < 0) {
            report.invalid(at, amount, Report.NEGATIVE);
        }
    }

    private static Optional<Quantity> quantity(String amount) {
        try {
            return Optional.of(Quantity.parse(amount));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    private void probe(Json.Obj probe, String at) {
        long handlers = List.of("exec", "httpGet", "tcpSocket", "grpc").stream()
                .filter(kind -> Tree.has(probe, kind))
                .count();
        if (handlers == 0) {
            report.required(at, "must specify a handler type");
        } else if (handlers > 1) {
            report.forbidden(at, "may not specify more than 1 handler type");
        }
        report.nonNegative(
                probe,
                at,
                "initialDelaySeconds",
                "timeoutSeconds",
                "periodSeconds",
                "successThreshold",
                "failureThreshold");
        if (at.endsWith("livenessProbe") || at.endsWith("startupProbe")) {
            if (Tree.number(probe, "successThreshold") != 1) {
                report.invalid(at + ".successThreshold", probe.get("successThreshold"), "must be 1");
            }
        }
    }

    private void tolerations() {
        List<Json.Obj> tolerations = Tree.objects(spec, "tolerations");
        for (int i = 0; i < tolerations.size(); i++) {
            String at = path + ".tolerations[" + i + "]";
            Json.Obj toleration = tolerations.get(i);
            String key = Tree.text(toleration, "key");
            String operator = Tree.text(toleration, "operator");
            if (!key.isEmpty()) {
                report.invalid(at + ".key", key, NameSyntax.qualified(key));
            } else if (!operator.equals("Exists")) {
                report.invalid(
                        at + ".operator",
                        operator,
                        "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
            }
            if (Tree.has(toleration, "tolerationSeconds")
                    && !Tree.text(toleration, "effect").equals("NoExecute")) {
                report.invalid(
                        at + ".effect",
                        Tree.text(toleration, "effect"),
                        "effect must be 'NoExecute' when `tolerationSeconds` is set");
            }
            if (!Set.of("", "Equal", "Exists").contains(operator)) {
                report.notSupported(at + ".operator", operator, List.of("Equal", "Exists"));
            }
            if (operator.equals("Exists") && !Tree.text(toleration, "value").isEmpty()) {
                report.invalid(
                        at + ".operator",
                        Tree.text(toleration, "value"),
                        "value must be empty when `operator` is 'Exists'");
            }
        }
    }
}
