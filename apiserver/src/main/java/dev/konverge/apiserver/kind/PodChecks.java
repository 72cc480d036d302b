package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a pod must be like, wherever its spec stands; texts that must be there are the schema's to demand. */
final class PodChecks {
    private static final String UPDATABLE =
            "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
                    + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
                    + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

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
            List<String> problems = name.isEmpty() ? List.of() : NameSyntax.label(name);
            report.invalid(at + ".name", name, problems);
            if (problems.isEmpty() && !name.isEmpty() && !volumes.add(name)) {
                report.duplicate(at + ".name", Json.of(name));
            }
            if (list.get(i).fields().size() > 2) {
                report.forbidden(at + "." + secondSource(list.get(i)), "may not specify more than 1 volume type");
            }
        }
    }

    private static String secondSource(Json.Obj volume) {
        List<String> sources = new ArrayList<>(volume.fields().keySet());
        sources.remove("name");
        return sources.get(1);
    }

    private void containers(String list, Set<String> names) {
        List<Json.Obj> containers = Tree.objects(spec, list);
        for (int i = 0; i < containers.size(); i++) {
            String at = path + "." + list + "[" + i + "]";
            Json.Obj container = containers.get(i);
            String name = Tree.text(container, "name");
            if (!name.isEmpty()) {
                report.invalid(at + ".name", name, NameSyntax.label(name));
                if (!names.add(name)) {
                    report.duplicate(at + ".name", Json.of(name));
                }
            }
            String image = Tree.text(container, "image");
            if (image.isEmpty()) {
                report.required(at + ".image");
            } else if (!image.equals(image.strip())) {
                report.invalid(at + ".image", image, "must not have leading or trailing whitespace");
            }
            container(container, at);
        }
    }

    private void container(Json.Obj container, String at) {
        ports(container, at);
        environment(container, at);
        mounts(container, at);
        resources(Tree.object(container, "resources"), at + ".resources");
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
                        at + ".requests", amount, "must be less than or equal to " + name + " limit of " + limits.get(name));
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
                probe, at, "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");
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
            if (Tree.has(toleration, "tolerationSeconds") && !Tree.text(toleration, "effect").equals("NoExecute")) {
                report.invalid(
                        at + ".effect",
                        Tree.text(toleration, "effect"),
                        "effect must be 'NoExecute' when `tolerationSeconds` is set");
            }
            if (operator.equals("Exists") && !Tree.text(toleration, "value").isEmpty()) {
                report.invalid(
                        at + ".operator",
                        Tree.text(toleration, "value"),
                        "value must be empty when `operator` is 'Exists'");
            }
        }
    }

    /** Checks that only what may change in a pod has changed. */
    static void update(Json.Obj next, Json.Obj live, Report report) {
        Json.Obj spec = Tree.object(next, "spec");
        Json.Obj old = Tree.object(live, "spec");
        if (spec.equals(old)) {
            return;
        }
        Json.Obj masked = spec;
        for (String list : List.of("containers", "initContainers")) {
            if (Tree.list(spec, list).size() != Tree.list(old, list).size()) {
                report.forbidden("spec." + list, "pod updates may not add or remove containers");
                return;
            }
            masked = Tree.with(masked, withImages(spec, old, list), list);
        }
        deadline(spec, old, report);
        addedTolerations(spec, old, report);
        for (String free : List.of("activeDeadlineSeconds", "tolerations", "schedulingGates")) {
            masked = Tree.withFrom(masked, old, free);
        }
        if (!Tree.list(old, "schedulingGates").isEmpty()) {
            masked = Tree.withFrom(Tree.withFrom(masked, old, "nodeSelector"), old, "affinity");
        }
        if (Tree.number(old, "terminationGracePeriodSeconds") < 0
                && Tree.number(spec, "terminationGracePeriodSeconds") == 1) {
            masked = Tree.withFrom(masked, old, "terminationGracePeriodSeconds");
        }
        if (!masked.equals(old)) {
            report.forbidden("spec", UPDATABLE);
        }
    }

    private static Json.@Nullable Arr withImages(Json.Obj spec, Json.Obj old, String list) {
        List<Json.Obj> before = Tree.objects(old, list);
        List<Json.Obj> after = Tree.objects(spec, list);
        List<Json> same = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            same.add(Tree.withFrom(after.get(i), before.get(i), "image"));
        }
        return same.isEmpty() ? null : new Json.Arr(same);
    }

    private static void deadline(Json.Obj spec, Json.Obj old, Report report) {
        String at = "spec.activeDeadlineSeconds";
        Json before = old.get("activeDeadlineSeconds");
        Json after = spec.get("activeDeadlineSeconds");
        if (before != null && after == null) {
            report.invalid(at, after, "must not update from a positive integer to nil value");
        } else if (before instanceof Json.Int was && after instanceof Json.Int is && was.value() < is.value()) {
            report.invalid(at, after, "must be less than or equal to previous value");
        }
    }

    private static void addedTolerations(Json.Obj spec, Json.Obj old, Report report) {
        List<Json> after = Tree.list(spec, "tolerations");
        boolean kept = Tree.list(old, "tolerations").stream()
                .allMatch(before -> after.stream().anyMatch(now -> sameButSeconds(before, now)));
        if (!kept) {
            report.forbidden(
                    "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds");
        }
    }

    private static boolean sameButSeconds(Json left, Json right) {
        return left instanceof Json.Obj one
                && right instanceof Json.Obj other
                && Objects.equals(Tree.without(one, "tolerationSeconds"), Tree.without(other, "tolerationSeconds"));
    }
}
