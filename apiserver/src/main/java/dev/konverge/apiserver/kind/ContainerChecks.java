package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the containers of a pod must be like.
 *
 * @param spec the pod's spec
 * @param path where it stands
 * @param volumes the volumes that may be mounted, and whether they can be used as devices
 * @param report takes what is wrong
 */
record ContainerChecks(Json.Obj spec, String path, Map<String, Boolean> volumes, Report report) {
    private static final Set<String> OF_EPHEMERAL = Set.of(
            "name",
            "image",
            "command",
            "args",
            "workingDir",
            "envFrom",
            "env",
            "volumeMounts",
            "volumeDevices",
            "terminationMessagePath",
            "terminationMessagePolicy",
            "imagePullPolicy",
            "securityContext",
            "stdin",
            "stdinOnce",
            "tty",
            "targetContainerName",
            // Always there, and empty.
            "resources");
    private static final String NOT_EPHEMERAL = "cannot be set for an Ephemeral Container";
    private static final String NO_SIDECAR = "may not be set for init containers without restartPolicy=Always";

    void main() {
        if (Tree.list(spec, "containers").isEmpty()) {
            report.required(path + ".containers");
        }
        Set<String> names = new HashSet<>();
        each("containers", (container, at) -> {
            common(container, at);
            unique(container, at, names);
            HandlerChecks.of(container, at, report);
            restarts(container, at);
        });
    }

    void init() {
        Set<String> names = names("containers");
        each("initContainers", (container, at) -> {
            common(container, at);
            restarts(container, at);
            unique(container, at, names);
            if (Tree.text(container, "restartPolicy").equals("Always")) {
                HandlerChecks.of(container, at, report);
            } else {
                for (String field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
                    if (Tree.has(container, field)) {
                        report.forbidden(at + "." + field, NO_SIDECAR);
                    }
                }
            }
        });
    }

    void ephemeral() {
        Set<String> names = names("containers");
        names.addAll(names("initContainers"));
        Set<String> others = Set.copyOf(names);
        each("ephemeralContainers", (container, at) -> {
            common(container, at);
            unique(container, at, names);
            ephemeral(container, at, others);
        });
    }

    void hostPorts() {
        if (Tree.flag(spec, "hostNetwork")) {
            each("containers", this::hostPorts);
            each("initContainers", this::hostPorts);
        }
    }

    private Set<String> names(String list) {
        Set<String> names = new HashSet<>();
        Tree.objects(spec, list).forEach(container -> names.add(Tree.text(container, "name")));
        names.remove("");
        return names;
    }

    /** Looks at one container. */
    @FunctionalInterface
    private interface Look {
        void at(Json.Obj container, String path);
    }

    private void each(String list, Look look) {
        List<Json.Obj> containers = Tree.objects(spec, list);
        for (int i = 0; i < containers.size(); i++) {
            look.at(containers.get(i), path + "." + list + "[" + i + "]");
        }
    }

    private void common(Json.Obj container, String at) {
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
        ports(container, at);
        EnvironmentChecks.of(container, at, report);
        new MountChecks(container, at, volumes, report).run();
        ResourceChecks.ofContainer(container, spec, at + ".resources", report);
        resizes(container, at + ".resizePolicy");
        if (!image.equals(image.strip())) {
            report.invalid(at + ".image", image, "must not have leading or trailing whitespace");
        }
    }

    private void unique(Json.Obj container, String at, Set<String> names) {
        String name = Tree.text(container, "name");
        if (!name.isEmpty() && !names.add(name)) {
            report.duplicate(at + ".name", Json.of(name));
        }
    }

    private void ephemeral(Json.Obj container, String at, Set<String> others) {
        String target = Tree.text(container, "targetContainerName");
        if (!target.isEmpty() && !others.contains(target)) {
            report.notFound(at + ".targetContainerName", target);
        }
        container.fields().keySet().stream()
                .filter(field -> !OF_EPHEMERAL.contains(field))
                .forEach(field -> report.forbidden(at + "." + field, NOT_EPHEMERAL));
        List<Json.Obj> mounts = Tree.objects(container, "volumeMounts");
        for (int i = 0; i < mounts.size(); i++) {
            for (String field : List.of("subPath", "subPathExpr")) {
                if (!Tree.text(mounts.get(i), field).isEmpty()) {
                    report.forbidden(at + ".volumeMounts[" + i + "]." + field, NOT_EPHEMERAL);
                }
            }
        }
    }

    private void restarts(Json.Obj container, String at) {
        String policy = Tree.text(container, "restartPolicy");
        List<Json.Obj> rules = Tree.objects(container, "restartPolicyRules");
        List<String> known = List.of("Always", "Never", "OnFailure");
        if (policy.isEmpty() && !rules.isEmpty()) {
            report.required(at + ".restartPolicy", "must specify restartPolicy when restart rules are used");
            if (at.contains("initContainers[")) {
                return;
            }
        } else if (!policy.isEmpty() && !known.contains(policy)) {
            report.notSupported(at + ".restartPolicy", policy, known);
        }
        List<String> actions = List.of("Restart", "RestartAllContainers");
        for (int i = 0; i < rules.size(); i++) {
            String place = at + ".restartPolicyRules[" + i + "]";
            String action = Tree.text(rules.get(i), "action");
            if (!actions.contains(action)) {
                report.notSupported(place + ".action", action, actions);
            }
            String operator = Tree.text(rules.get(i), "exitCodes", "operator");
            if (!Tree.has(rules.get(i), "exitCodes")) {
                report.required(place + ".exitCodes", "must be specified");
            } else if (!operator.equals("In") && !operator.equals("NotIn")) {
                report.notSupported(place + ".exitCodes.operator", operator, List.of("In", "NotIn"));
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

    private void hostPorts(Json.Obj container, String at) {
        List<Json.Obj> ports = Tree.objects(container, "ports");
        for (int i = 0; i < ports.size(); i++) {
            long port = Tree.number(ports.get(i), "hostPort");
            if (port != Tree.number(ports.get(i), "containerPort")) {
                report.invalid(
                        at + ".ports[" + i + "].hostPort",
                        Json.of(port),
                        "must match `containerPort` when `hostNetwork` is true");
            }
        }
    }

    private void resizes(Json.Obj container, String at) {
        Set<String> resources = new HashSet<>();
        List<Json.Obj> policies = Tree.objects(container, "resizePolicy");
        boolean never = Tree.text(spec, "restartPolicy").equals("Never");
        for (int i = 0; i < policies.size(); i++) {
            String resource = Tree.text(policies.get(i), "resourceName");
            String policy = Tree.text(policies.get(i), "restartPolicy");
            if (!resources.add(resource)) {
                report.duplicate(at + "[" + i + "]", Json.of(resource));
            }
            chosen(resource, List.of("cpu", "memory"), at);
            chosen(policy, List.of("NotRequired", "RestartContainer"), at);
            if (never && !policy.equals("NotRequired")) {
                report.invalid(at, policy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
        }
    }

    private void chosen(String value, List<String> known, String at) {
        if (value.isEmpty()) {
            report.required(at);
        } else if (!known.contains(value)) {
            report.notSupported(at, value, known);
        }
    }
}
