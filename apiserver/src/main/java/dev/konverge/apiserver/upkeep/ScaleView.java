package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.SelectorText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The scale of an object: the number of its replicas, wanted and there, in a form that is the same for all kinds.
 *
 * @param specPath where the number wanted is
 * @param statusPath where the number there is
 * @param selectorPath where the selector of the replicas is, if anywhere
 */
public record ScaleView(List<String> specPath, List<String> statusPath, Optional<List<String>> selectorPath) {
    /** What built-in kinds have. */
    public static final ScaleView BUILT_IN = new ScaleView(
            List.of("spec", "replicas"), List.of("status", "replicas"), Optional.of(List.of("spec", "selector")));

    /** Copies its arguments. */
    public ScaleView {
        specPath = List.copyOf(specPath);
        statusPath = List.copyOf(statusPath);
        selectorPath = selectorPath.map(List::copyOf);
    }

    /**
     * {@return the view that a custom resource definition describes}
     *
     * @param scale {@code specReplicasPath}, {@code statusReplicasPath} and {@code labelSelectorPath}, each such as
     *     {@code .spec.replicas}
     */
    public static ScaleView of(Json.Obj scale) {
        String selector = Tree.text(scale, "labelSelectorPath");
        return new ScaleView(
                path(Tree.text(scale, "specReplicasPath")),
                path(Tree.text(scale, "statusReplicasPath")),
                selector.isEmpty() ? Optional.empty() : Optional.of(path(selector)));
    }

    private static List<String> path(String text) {
        return List.of((text.startsWith(".") ? text.substring(1) : text).split("\\.", -1));
    }

    /**
     * {@return the scale of an object}
     *
     * @throws dev.konverge.apiserver.failure.StatusException 500 if a custom resource has no number where it should be
     */
    public Json.Obj of(Json.Obj object, boolean custom) {
        Json wanted = at(object, specPath);
        if (!(wanted instanceof Json.Int) && custom) {
            throw Failures.untyped("the spec replicas field \"." + String.join(".", specPath) + "\" does not exist");
        }
        Map<String, Json> metadata = new LinkedHashMap<>();
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            Json value = Tree.at(object, "metadata", field);
            if (value != null) {
                metadata.put(field, value);
            }
        }
        Map<String, Json> status = new LinkedHashMap<>();
        status.put("replicas", at(object, statusPath) instanceof Json.Int there ? there : Json.of(0L));
        String selector = selectorPath.map(path -> selector(at(object, path))).orElse("");
        if (!selector.isEmpty()) {
            status.put("selector", Json.of(selector));
        }
        boolean some = wanted instanceof Json.Int number && number.value() != 0;
        return Tree.of(
                "kind",
                "Scale",
                "apiVersion",
                "autoscaling/v1",
                "metadata",
                new Json.Obj(metadata),
                "spec",
                some && wanted != null ? Tree.of("replicas", wanted) : Json.Obj.EMPTY,
                "status",
                new Json.Obj(status));
    }

    /** {@return the object with the number of replicas that a scale wants}; its resource version, if it has one, becomes the object's */
    public Json.Obj scaled(Json.Obj object, Json.Obj scale) {
        Json.Obj next =
                Tree.with(object, Json.of(Tree.number(scale, "spec", "replicas")), specPath.toArray(String[]::new));
        String version = Tree.text(scale, "metadata", "resourceVersion");
        return version.isEmpty() ? next : Tree.with(next, Json.of(version), "metadata", "resourceVersion");
    }

    /** {@return what is wrong with a scale that a client sent} */
    public static List<FieldError> errors(Json.Obj scale) {
        long replicas = Tree.number(scale, "spec", "replicas");
        return replicas >= 0
                ? List.of()
                : List.of(FieldError.invalid("spec.replicas", Json.of(replicas), "must be greater than or equal to 0"));
    }

    private static @Nullable Json at(Json.Obj object, List<String> path) {
        return Tree.at(object, path.toArray(String[]::new));
    }

    private static String selector(@Nullable Json value) {
        return switch (value) {
            case null -> "";
            case Json.Str text -> text.value();
            case Json.Obj object
            when isLabels(object) ->
                object.fields().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + ((Json.Str) entry.getValue()).value())
                        .sorted()
                        .collect(Collectors.joining(","));
            case Json.Obj object -> SelectorText.of(object);
            default -> "";
        };
    }

    /** A ReplicationController selects by labels alone. */
    private static boolean isLabels(Json.Obj selector) {
        return selector.fields().values().stream().allMatch(value -> value instanceof Json.Str);
    }
}
