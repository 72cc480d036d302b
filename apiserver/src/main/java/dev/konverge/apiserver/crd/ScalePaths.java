package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a custom resource keeps what its scale subresource shows. Each path is dotted, such as {@code .spec.replicas}.
 *
 * @param specReplicas how many there shall be
 * @param statusReplicas how many there are
 * @param labelSelector what selects them, as text; empty if nothing does
 */
public record ScalePaths(String specReplicas, String statusReplicas, String labelSelector) {
    private static final Json NO_NUMBER = Json.of(0L);

    static Optional<ScalePaths> find(Json.Obj subresources) {
        return subresources.get("scale") instanceof Json.Obj scale
                ? Optional.of(new ScalePaths(
                        Tree.text(scale, "specReplicasPath"),
                        Tree.text(scale, "statusReplicasPath"),
                        Tree.text(scale, "labelSelectorPath")))
                : Optional.empty();
    }

    /** {@return what is wrong with an object where its scale is read from it} What is not there is not wrong. */
    List<FieldError> check(Json.Obj object) {
        List<FieldError> errors = new ArrayList<>();
        replicas(object, specReplicas, errors);
        replicas(object, statusReplicas, errors);
        if (!labelSelector.isEmpty()) {
            Json found = read(object, labelSelector, Json.of(""), errors);
            if (found != null && !(found instanceof Json.Str)) {
                errors.add(FieldError.invalid(labelSelector, "", mistyped(labelSelector, found, "string")));
            }
        }
        return errors;
    }

    private static void replicas(Json.Obj object, String path, List<FieldError> errors) {
        Json found = read(object, path, NO_NUMBER, errors);
        if (found == null) {
            return;
        }
        if (!(found instanceof Json.Int number)) {
            errors.add(FieldError.invalid(path, NO_NUMBER, mistyped(path, found, "int64")));
        } else if (number.value() < 0) {
            errors.add(FieldError.invalid(path, number, "should be a non-negative integer"));
        } else if (number.value() > Integer.MAX_VALUE) {
            errors.add(FieldError.invalid(path, number, "should be less than or equal to " + Integer.MAX_VALUE));
        }
    }

    private static @Nullable Json read(Json.Obj object, String path, Json nothing, List<FieldError> errors) {
        Json value = object;
        StringBuilder way = new StringBuilder();
        for (String name : (path.startsWith(".") ? path.substring(1) : path).split("\\.", -1)) {
            way.append('.').append(name);
            if (value == null || value instanceof Json.Null) {
                return null;
            }
            if (!(value instanceof Json.Obj parent)) {
                errors.add(
                        FieldError.invalid(path, nothing, mistyped(way.toString(), value, "map[string]interface{}")));
                return null;
            }
            value = parent.get(name);
        }
        return value;
    }

    private static String mistyped(String path, Json value, String expected) {
        String type = value instanceof Json.Null ? "<nil>" : GoFormat.typeName(value);
        return (path.startsWith(".") ? path : '.' + path) + " accessor error: " + GoFormat.plain(value)
                + " is of the type " + type + ", expected " + expected;
    }
}
