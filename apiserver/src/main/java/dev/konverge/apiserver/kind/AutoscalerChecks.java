package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.Quantity;
import java.util.ArrayList;
import java.util.List;

/** What an autoscaler must be like in its second version; the first has nothing of its own to be checked. */
final class AutoscalerChecks {
    private static final List<String> SOURCES = List.of("object", "external", "pods", "resource", "containerResource");
    private static final List<String> TYPES = List.of("ContainerResource", "External", "Object", "Pods", "Resource");
    private static final int LONGEST_WINDOW = 3600;
    private static final int LONGEST_PERIOD = 1800;

    private AutoscalerChecks() {}

    static void register(TypeChecks checks) {
        checks.before("autoscaling.v2.MetricSpec", AutoscalerChecks::metric);
        checks.before("autoscaling.v2.HPAScalingRules", AutoscalerChecks::rules);
    }

    private static void metric(Json.Obj metric, String path, Report report) {
        String type = Tree.text(metric, "type");
        if (type.isEmpty()) {
            report.required(path + ".type", "must specify a metric source type");
        }
        if (!TYPES.contains(type)) {
            report.notSupported(path + ".type", type, TYPES);
        }
        List<String> present = new ArrayList<>(
                SOURCES.stream().filter(source -> Tree.has(metric, source)).toList());
        if (!present.isEmpty()) {
            String first = present.get(0);
            source(Tree.object(metric, first), first, path + "." + first, report);
        }
        String expected = type.isEmpty() ? "" : Character.toLowerCase(type.charAt(0)) + type.substring(1);
        if (!TYPES.contains(type)) {
            report.notSupported(path + ".type", type, TYPES);
        } else if (!present.contains(expected)) {
            report.required(path + "." + expected, "must populate information for the given metric source");
        }
        if (present.size() != 1) {
            present.remove(expected);
            present.forEach(
                    other -> report.forbidden(path + "." + other, "must populate the given metric source only"));
        }
    }

    private static void source(Json.Obj source, String kind, String at, Report report) {
        Json.Obj target = Tree.object(source, "target");
        switch (kind) {
            case "object" -> {
                reference(Tree.object(source, "describedObject"), at + ".describedObject", report);
                identifier(source, at, report);
            }
            case "external", "pods" -> identifier(source, at, report);
            case "containerResource" -> {
                resourceName(source, at, report);
                String container = Tree.text(source, "container");
                if (container.isEmpty()) {
                    report.required(at + ".container", "must specify a container");
                } else {
                    report.invalid(at + ".container", container, NameSyntax.label(container));
                }
            }
            default -> resourceName(source, at, report);
        }
        target(target, at + ".target", report);
        goal(target, kind, at + ".target", report);
    }

    private static void resourceName(Json.Obj source, String at, Report report) {
        String name = Tree.text(source, "name");
        if (name.isEmpty()) {
            report.required(at + ".name", "must specify a resource name");
        } else if (at.endsWith("containerResource")) {
            AmountChecks.ofContainer(name, at + ".name", report);
        }
    }

    private static void identifier(Json.Obj source, String at, Report report) {
        String name = Tree.text(source, "metric", "name");
        if (name.isEmpty()) {
            report.required(at + ".metric.name", "must specify a metric name");
        } else {
            report.invalid(at + ".metric.name", name, NameSyntax.pathSegment(name));
        }
    }

    /** Checks what an autoscaler scales or looks at. */
    static void reference(Json.Obj reference, String at, Report report) {
        for (String field : List.of("kind", "name")) {
            String value = Tree.text(reference, field);
            if (value.isEmpty()) {
                report.required(at + "." + field);
            } else {
                report.invalid(at + "." + field, value, NameSyntax.pathSegment(value));
            }
        }
    }

    private static void target(Json.Obj target, String at, Report report) {
        String type = Tree.text(target, "type");
        if (type.isEmpty()) {
            report.required(at + ".type", "must specify a metric target type");
        }
        if (!List.of("Utilization", "Value", "AverageValue").contains(type)) {
            report.invalid(at + ".type", type, "must be either Utilization, Value, or AverageValue");
        }
        for (String field : List.of("value", "averageValue")) {
            boolean positive = AmountChecks.quantity(Tree.text(target, field))
                            .map(Quantity::signum)
                            .orElse(1)
                    > 0;
            if (!positive) {
                report.invalid(at + "." + field, target.get(field), "must be positive");
            }
        }
        if (Tree.numberOr(1, target, "averageUtilization") < 1) {
            report.invalid(at + ".averageUtilization", target.get("averageUtilization"), "must be greater than 0");
        }
    }

    private static void goal(Json.Obj target, String kind, String at, Report report) {
        boolean value = Tree.has(target, "value");
        boolean average = Tree.has(target, "averageValue");
        boolean utilization = Tree.has(target, "averageUtilization");
        switch (kind) {
            case "object" -> {
                if (!value && !average) {
                    report.required(at + ".averageValue", "must set either a target value or averageValue");
                }
            }
            case "external" -> {
                if (!value && !average) {
                    report.required(
                            at + ".averageValue", "must set either a target value for metric or a per-pod target");
                }
                if (value && average) {
                    report.forbidden(at + ".value", "may not set both a target value for metric and a per-pod target");
                }
            }
            case "pods" -> {
                if (!average) {
                    report.required(at + ".averageValue", "must specify a positive target averageValue");
                }
            }
            default -> {
                if (!utilization && !average) {
                    report.required(
                            at + ".averageUtilization", "must set either a target raw value or a target utilization");
                }
                if (utilization && average) {
                    report.forbidden(
                            at + ".averageValue", "may not set both a target raw value and a target utilization");
                }
            }
        }
    }

    private static void rules(Json.Obj rules, String path, Report report) {
        String window = path + ".stabilizationWindowSeconds";
        long seconds = Tree.number(rules, "stabilizationWindowSeconds");
        if (seconds < 0) {
            report.invalid(window, Json.of(seconds), "must be greater than or equal to zero");
        } else if (seconds > LONGEST_WINDOW) {
            report.invalid(window, Json.of(seconds), "must be less than or equal to " + LONGEST_WINDOW);
        }
        String select = Tree.text(rules, "selectPolicy");
        List<String> known = List.of("Disabled", "Max", "Min");
        if (!select.isEmpty() && !known.contains(select)) {
            report.notSupported(path + ".selectPolicy", select, known);
        }
        List<Json.Obj> policies = Tree.objects(rules, "policies");
        if (policies.isEmpty()) {
            report.required(path + ".policies", "must specify at least one Policy");
        }
        for (int i = 0; i < policies.size(); i++) {
            policy(policies.get(i), path + ".policies[" + i + "]", report);
        }
        if (Tree.text(rules, "tolerance").startsWith("-")) {
            report.invalid(path + ".tolerance", rules.get("tolerance"), Report.NEGATIVE);
        }
    }

    private static void policy(Json.Obj policy, String at, Report report) {
        String type = Tree.text(policy, "type");
        List<String> known = List.of("Percent", "Pods");
        if (!known.contains(type)) {
            report.notSupported(at + ".type", type, known);
        }
        for (String field : List.of("value", "periodSeconds")) {
            if (Tree.number(policy, field) <= 0) {
                report.invalid(at + "." + field, Json.of(Tree.number(policy, field)), "must be greater than zero");
            }
        }
        if (Tree.number(policy, "periodSeconds") > LONGEST_PERIOD) {
            report.invalid(
                    at + ".periodSeconds",
                    policy.get("periodSeconds"),
                    "must be less than or equal to " + LONGEST_PERIOD);
        }
    }
}
