package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A HorizontalPodAutoscaler in its two versions: the first knows one metric, the load of the processor, and keeps the others in
 * annotations.
 */
public final class AutoscalerVersions {
    private static final String METRICS = "autoscaling.alpha.kubernetes.io/metrics";
    private static final String BEHAVIOR = "autoscaling.alpha.kubernetes.io/behavior";
    private static final String CONDITIONS = "autoscaling.alpha.kubernetes.io/conditions";

    private static final long USUAL_PERCENT = 80;

    private AutoscalerVersions() {}

    /** {@return an object in another version of its API}; what is no autoscaler, or is in that version already, comes back as it is */
    public static Json.Obj converted(Json.Obj object, String apiVersion) {
        boolean other = Tree.text(object, "kind").equals("HorizontalPodAutoscaler")
                && !Tree.text(object, "apiVersion").equals(apiVersion);
        if (!other) {
            return object;
        }
        return apiVersion.equals("autoscaling/v1") ? toV1(object) : fromV1(object);
    }

    /** {@return an object of version 2 as version 1 shows it} */
    public static Json.Obj toV1(Json.Obj autoscaler) {
        Json.Obj made = Tree.with(autoscaler, Json.of("autoscaling/v1"), "apiVersion");
        List<Json.Obj> metrics = Tree.objects(autoscaler, "spec", "metrics");
        List<Json> others = metrics.stream()
                .filter(metric -> !isCpu(metric))
                .<Json>map(metric -> metric)
                .toList();
        made = Tree.with(
                made,
                metrics.stream()
                        .filter(AutoscalerVersions::isCpu)
                        .findFirst()
                        .map(metric -> Tree.at(metric, "resource", "target", "averageUtilization"))
                        .orElse(null),
                "spec",
                "targetCPUUtilizationPercentage");
        made = annotated(made, METRICS, others.isEmpty() ? null : new Json.Arr(others));
        made = annotated(made, BEHAVIOR, Tree.at(autoscaler, "spec", "behavior"));
        made = annotated(made, CONDITIONS, Tree.at(autoscaler, "status", "conditions"));
        made = Tree.without(Tree.without(made, "spec", "metrics"), "spec", "behavior");
        return Tree.without(Tree.without(made, "status", "conditions"), "status", "currentMetrics");
    }

    /** {@return an object of version 1 as it is in version 2} */
    public static Json.Obj fromV1(Json.Obj autoscaler) {
        Json.Obj made = Tree.with(autoscaler, Json.of("autoscaling/v2"), "apiVersion");
        Json percent = Tree.at(autoscaler, "spec", "targetCPUUtilizationPercentage");
        List<Json> others = remembered(autoscaler, METRICS) instanceof Json.Arr list ? list.items() : List.of();
        List<Json> metrics = new ArrayList<>();
        if (percent != null) {
            metrics.add(Tree.of(
                    "type",
                    "Resource",
                    "resource",
                    Tree.of("name", "cpu", "target", Tree.of("type", "Utilization", "averageUtilization", percent))));
        }
        metrics.addAll(others);
        made = Tree.with(made, metrics.isEmpty() ? null : new Json.Arr(metrics), "spec", "metrics");
        made = Tree.with(made, remembered(autoscaler, BEHAVIOR), "spec", "behavior");
        made = Tree.with(made, remembered(autoscaler, CONDITIONS), "status", "conditions");
        made = Tree.without(made, "spec", "targetCPUUtilizationPercentage");
        made = Tree.without(made, "status", "currentCPUUtilizationPercentage");
        if (Tree.has(made, "status")) {
            made = Tree.with(made, Json.Null.INSTANCE, "status", "currentMetrics");
            made = Tree.number(made, "status", "currentReplicas") == 0
                    ? Tree.without(made, "status", "currentReplicas")
                    : made;
        }
        for (String annotation : List.of(METRICS, BEHAVIOR, CONDITIONS)) {
            made = Tree.without(made, "metadata", "annotations", annotation);
        }
        return Tree.object(made, "metadata", "annotations").fields().isEmpty()
                ? Tree.without(made, "metadata", "annotations")
                : made;
    }

    /** {@return an object of version 1 with the target that it has where nothing else is said} */
    static Json.Obj withTarget(Json.Obj autoscaler) {
        boolean said = Tree.has(autoscaler, "spec", "targetCPUUtilizationPercentage")
                || Tree.has(autoscaler, "metadata", "annotations", METRICS);
        return said
                ? autoscaler
                : Tree.with(autoscaler, Json.of(USUAL_PERCENT), "spec", "targetCPUUtilizationPercentage");
    }

    private static boolean isCpu(Json.Obj metric) {
        return Tree.text(metric, "resource", "name").equals("cpu")
                && Tree.has(metric, "resource", "target", "averageUtilization");
    }

    private static Json.Obj annotated(Json.Obj object, String annotation, @Nullable Json value) {
        return value == null
                ? object
                : Tree.with(object, Json.of(value.toString()), "metadata", "annotations", annotation);
    }

    private static @Nullable Json remembered(Json.Obj object, String annotation) {
        String text = Tree.text(object, "metadata", "annotations", annotation);
        try {
            return text.isEmpty() ? null : Json.parse(text);
        } catch (DecodeException notOurs) {
            return null;
        }
    }
}
