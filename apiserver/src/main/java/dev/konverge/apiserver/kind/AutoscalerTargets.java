package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/** The metrics that an autoscaler follows, each as what it is and what it shall be. */
final class AutoscalerTargets {
    private static final String UNKNOWN = "<unknown>";

    private AutoscalerTargets() {}

    static String of(Json.Obj autoscaler) {
        if (!Tree.has(autoscaler, "spec", "metrics")) {
            return cpuAlone(autoscaler);
        }
        List<Json.Obj> current = Tree.objects(autoscaler, "status", "currentMetrics");
        List<String> texts = new ArrayList<>();
        List<Json.Obj> metrics = Tree.objects(autoscaler, "spec", "metrics");
        for (int i = 0; i < metrics.size(); i++) {
            texts.add(metric(metrics.get(i), i < current.size() ? current.get(i) : Json.Obj.EMPTY));
        }
        return texts.isEmpty() ? "<none>" : KindCells.few(texts, ", ", 2);
    }

    /** Version 1 of the API knows no other metric. */
    private static String cpuAlone(Json.Obj autoscaler) {
        if (!Tree.has(autoscaler, "spec", "targetCPUUtilizationPercentage")) {
            return "<none>";
        }
        String now = Tree.has(autoscaler, "status", "currentCPUUtilizationPercentage")
                ? Tree.number(autoscaler, "status", "currentCPUUtilizationPercentage") + "%"
                : UNKNOWN;
        return "cpu: " + now + "/" + Tree.number(autoscaler, "spec", "targetCPUUtilizationPercentage") + "%";
    }

    private static String metric(Json.Obj spec, Json.Obj status) {
        String field = switch (Tree.text(spec, "type")) {
            case "External" -> "external";
            case "Pods" -> "pods";
            case "Object" -> "object";
            case "Resource" -> "resource";
            case "ContainerResource" -> "containerResource";
            default -> "";
        };
        if (field.isEmpty()) {
            return "<unknown type>";
        }
        Json.Obj target = Tree.object(spec, field, "target");
        Json.Obj current = Tree.object(status, field, "current");
        String name = field.endsWith("esource") ? Tree.text(spec, field, "name") + ": " : "";
        boolean average = Tree.has(target, "averageValue");
        if (average) {
            boolean marked = field.equals("external") || field.equals("object");
            return name + orUnknown(Tree.text(current, "averageValue")) + "/" + Tree.text(target, "averageValue")
                    + (marked ? " (avg)" : "");
        }
        if (!name.isEmpty()) {
            return name + percent(current, UNKNOWN) + "/" + percent(target, "<auto>");
        }
        return orUnknown(Tree.text(current, "value")) + "/" + Tree.text(target, "value");
    }

    private static String percent(Json.Obj value, String absent) {
        return Tree.has(value, "averageUtilization") ? Tree.number(value, "averageUtilization") + "%" : absent;
    }

    private static String orUnknown(String text) {
        return text.isEmpty() ? UNKNOWN : text;
    }
}
