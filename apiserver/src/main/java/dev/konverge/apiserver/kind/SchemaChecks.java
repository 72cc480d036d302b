package dev.konverge.apiserver.kind;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.Schema;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the schema of a built-in type demands: texts that must not be empty, objects that must be there, values out of a list.
 *
 * <p>Only what a user wishes is looked at, not the status, which is the system's own word.
 */
final class SchemaChecks {
    private static final String PACKAGE = "io.k8s.api.";

    /** Required by the schema, but Kubernetes takes the empty text for an answer, or has a text of its own for its absence. */
    private static final Set<String> LENIENT = Set.of(
            "core.v1.HTTPHeader.value",
            "core.v1.Sysctl.value",
            "core.v1.EnvVar.value",
            "core.v1.Taint.effect",
            "networking.v1.HTTPIngressPath.pathType",
            "rbac.v1.Subject.kind",
            "rbac.v1.RoleRef.apiGroup",
            "rbac.v1.RoleRef.kind",
            "core.v1.LimitRangeItem.type",
            "core.v1.PodIP.ip",
            "core.v1.NodeSelector.nodeSelectorTerms");

    private final Schema schema;

    SchemaChecks(Schema schema) {
        this.schema = schema;
    }

    /** Adds what is wrong with an object in normal form. */
    void check(Json.Obj object, String type, List<FieldError> errors) {
        Report report = new Report(errors);
        TypeDef root = schema.type(type);
        for (FieldDef field : root.fields()) {
            if (!field.name().equals("metadata") && !field.name().equals("status")) {
                field(object, root, field, "", report);
            }
        }
    }

    private void object(Json.Obj object, TypeDef type, String path, Report report) {
        for (FieldDef field : type.fields()) {
            field(object, type, field, path, report);
        }
    }

    private void field(Json.Obj object, TypeDef type, FieldDef field, String path, Report report) {
        Json value = object.get(field.name());
        String at = path.isEmpty() ? field.name() : path + "." + field.name();
        if (field.required() && isMissing(value, field) && !isLenient(type, field)) {
            report.required(at);
        } else if (value != null) {
            value(value, field, field.shape(), at, report);
        }
    }

    private static boolean isMissing(@Nullable Json value, FieldDef field) {
        boolean counts = field.shape() == Shape.Scalar.STRING || field.shape() instanceof Shape.Ref;
        return counts
                && (value == null
                        || value instanceof Json.Null
                        || (value instanceof Json.Str text && text.value().isEmpty()));
    }

    private static boolean isLenient(TypeDef type, FieldDef field) {
        return !type.name().startsWith(PACKAGE)
                || LENIENT.contains(type.name().substring(PACKAGE.length()) + "." + field.name());
    }

    private void value(Json value, FieldDef field, Shape shape, String path, Report report) {
        switch (shape) {
            case Shape.Scalar ignored -> supported(value, field, path, report);
            case Shape.Ref ref -> {
                TypeDef type = schema.type(ref.type());
                boolean known = type.form() == TypeDef.Form.OBJECT && type.name().startsWith(PACKAGE);
                if (known && value instanceof Json.Obj object) {
                    object(object, type, path, report);
                }
            }
            case Shape.ListOf list -> {
                List<Json> items = value instanceof Json.Arr array ? array.items() : List.of();
                for (int i = 0; i < items.size(); i++) {
                    value(items.get(i), field, list.element(), path + "[" + i + "]", report);
                }
            }
            case Shape.MapOf map -> {
                Map<String, Json> entries = value instanceof Json.Obj object ? object.fields() : Map.of();
                entries.forEach(
                        (key, entry) -> value(entry, field, map.value(), path + "[" + key + "]", report));
            }
        }
    }

    private static void supported(Json value, FieldDef field, String path, Report report) {
        if (value instanceof Json.Str text
                && !text.value().isEmpty()
                && !field.enumValues().isEmpty()
                && !field.enumValues().contains(text.value())) {
            List<String> offered =
                    field.enumValues().stream().filter(known -> !known.isEmpty()).toList();
            report.notSupported(path, text.value(), offered);
        }
    }
}
