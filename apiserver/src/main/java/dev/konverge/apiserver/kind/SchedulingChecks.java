package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What says where pods may run must be like: tolerations, node selectors, affinity, topology. */
final class SchedulingChecks {
    private static final int MAX_WEIGHT = 100;

    private SchedulingChecks() {}

    static void register(TypeChecks checks) {
        checks.before("core.v1.Toleration", SchedulingChecks::toleration);
        checks.before("core.v1.NodeSelector", (selector, path, report) -> {
            if (Tree.list(selector, "nodeSelectorTerms").isEmpty()) {
                report.required(path + ".nodeSelectorTerms", "must have at least one node selector term");
            }
        });
        checks.before("core.v1.NodeSelectorTerm", (term, path, report) -> {
            List<Json.Obj> labels = Tree.objects(term, "matchExpressions");
            for (int i = 0; i < labels.size(); i++) {
                requirement(labels.get(i), path + ".matchExpressions[" + i + "]", report);
            }
            List<Json.Obj> fields = Tree.objects(term, "matchFields");
            for (int i = 0; i < fields.size(); i++) {
                field(fields.get(i), path + ".matchFields[" + i + "]", report);
            }
        });
        checks.before("core.v1.PreferredSchedulingTerm", SchedulingChecks::weight);
        checks.before("core.v1.WeightedPodAffinityTerm", SchedulingChecks::weight);
        checks.before("core.v1.PodAffinityTerm", SchedulingChecks::podTerm);
        checks.before("core.v1.TopologySpreadConstraint", SchedulingChecks::spread);
        checks.before("node.v1.Scheduling", SchedulingChecks::ofClass);
    }

    private static void toleration(Json.Obj toleration, String at, Report report) {
        String key = Tree.text(toleration, "key");
        String operator = Tree.text(toleration, "operator");
        String effect = Tree.text(toleration, "effect");
        String value = Tree.text(toleration, "value");
        if (!key.isEmpty()) {
            report.invalid(at + ".key", key, NameSyntax.qualified(key));
        } else if (!operator.equals("Exists")) {
            report.invalid(
                    at + ".operator",
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (Tree.has(toleration, "tolerationSeconds") && !effect.equals("NoExecute")) {
            report.invalid(at + ".effect", effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        switch (operator) {
            case "", "Equal" -> {
                List<String> problems = NameSyntax.labelValue(value);
                if (!problems.isEmpty()) {
                    report.invalid(at + ".operator", value, String.join(";", problems));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    report.invalid(at + ".operator", value, "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" -> report.notSupported(at + ".operator", operator, List.of("Equal", "Exists", "Lt", "Gt"));
            default -> report.notSupported(at + ".operator", operator, List.of("Equal", "Exists"));
        }
        List<String> effects = List.of("NoExecute", "NoSchedule", "PreferNoSchedule");
        if (!effect.isEmpty() && !effects.contains(effect)) {
            report.notSupported(at + ".effect", effect, List.of("NoSchedule", "PreferNoSchedule", "NoExecute"));
        }
    }

    private static void ofClass(Json.Obj scheduling, String path, Report report) {
        MetadataChecks.labels(Tree.texts(scheduling, "nodeSelector"), path + ".nodeSelector", report.errors());
        List<Json.Obj> tolerations = Tree.objects(scheduling, "tolerations");
        Set<Json> seen = new HashSet<>();
        for (int i = 0; i < tolerations.size(); i++) {
            if (!seen.add(Tree.without(tolerations.get(i), "tolerationSeconds"))) {
                report.duplicate(
                        path + ".tolerations[" + i + "]", report.inner(tolerations.get(i), "core.v1.Toleration"));
            }
        }
    }

    private static void requirement(Json.Obj requirement, String at, Report report) {
        String operator = Tree.text(requirement, "operator");
        List<String> values = Tree.strings(requirement, "values");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    report.required(at + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    report.forbidden(
                            at + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    report.required(at + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> report.invalid(at + ".operator", operator, "not a valid selector operator");
        }
        report.invalid(at + ".key", Tree.text(requirement, "key"), NameSyntax.qualified(Tree.text(requirement, "key")));
        for (int i = 0; i < values.size(); i++) {
            report.invalid(at + ".values[" + i + "]", values.get(i), NameSyntax.labelValue(values.get(i)));
        }
    }

    /** Nodes have one field by which they can be selected. */
    private static void field(Json.Obj requirement, String at, Report report) {
        String operator = Tree.text(requirement, "operator");
        List<String> values = Tree.strings(requirement, "values");
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            report.invalid(at + ".operator", operator, "not a valid selector operator");
        } else if (values.size() != 1) {
            report.required(
                    at + ".values",
                    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        String key = Tree.text(requirement, "key");
        if (!key.equals("metadata.name")) {
            report.invalid(at + ".key", key, "not a valid field selector key");
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            report.invalid(at + ".values[" + i + "]", values.get(i), NameSyntax.subdomain(values.get(i)));
        }
    }

    private static void weight(Json.Obj term, String path, Report report) {
        long weight = Tree.number(term, "weight");
        if (weight < 1 || weight > MAX_WEIGHT) {
            report.invalid(path + ".weight", Json.of(weight), "must be in the range 1-100");
        }
    }

    private static void podTerm(Json.Obj term, String path, Report report) {
        for (String selector : List.of("labelSelector", "namespaceSelector")) {
            report.selector(Tree.object(term, selector), path + "." + selector);
        }
        for (String namespace : Tree.strings(term, "namespaces")) {
            report.invalid(path + ".namespace", namespace, NameSyntax.label(namespace));
        }
        String key = Tree.text(term, "topologyKey");
        if (key.isEmpty()) {
            report.required(path + ".topologyKey", "can not be empty");
        }
        report.invalid(path + ".topologyKey", key, NameSyntax.qualified(key));
    }

    private static void spread(Json.Obj constraint, String path, Report report) {
        if (Tree.number(constraint, "maxSkew") <= 0) {
            report.invalid(path + ".maxSkew", Json.of(Tree.number(constraint, "maxSkew")), "must be greater than zero");
        }
        if (Tree.text(constraint, "topologyKey").isEmpty()) {
            report.required(path + ".topologyKey", "can not be empty");
        }
        String otherwise = Tree.text(constraint, "whenUnsatisfiable");
        List<String> known = List.of("DoNotSchedule", "ScheduleAnyway");
        if (!known.contains(otherwise)) {
            report.notSupported(path + ".whenUnsatisfiable", otherwise, known);
        }
        if (Tree.has(constraint, "minDomains") && !otherwise.equals("DoNotSchedule")) {
            report.invalid(
                    path + ".minDomains",
                    constraint.get("minDomains"),
                    "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + otherwise);
        }
        List<String> keys = Tree.strings(constraint, "matchLabelKeys");
        if (!keys.isEmpty() && !Tree.has(constraint, "labelSelector")) {
            report.forbidden(path + ".matchLabelKeys", "must not be specified when labelSelector is not set");
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            report.invalid(path + ".matchLabelKeys[" + i + "]", keys.get(i), NameSyntax.qualified(keys.get(i)));
        }
    }

    /** {@return the labels and values that a topology names}, which are checked on the way */
    static Map<String, Set<String>> topology(Json.Obj term, String path, Report report) {
        Map<String, Set<String>> found = new HashMap<>();
        List<Json.Obj> expressions = Tree.objects(term, "matchLabelExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String at = path + "[" + i + "]";
            Set<String> values = new HashSet<>();
            List<String> given = Tree.strings(expressions.get(i), "values");
            if (given.isEmpty()) {
                report.required(at + ".values");
            }
            for (int j = 0; j < given.size(); j++) {
                if (!values.add(given.get(j))) {
                    report.duplicate(at + ".values[" + j + "]", Json.of(given.get(j)));
                }
            }
            String key = Tree.text(expressions.get(i), "key");
            report.invalid(at + ".key", key, NameSyntax.qualified(key));
            if (found.put(key, values) != null) {
                report.duplicate(at + ".key", Json.of(key));
            }
        }
        return found;
    }
}
