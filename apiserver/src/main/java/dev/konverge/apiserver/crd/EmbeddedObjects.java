package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.EmbeddedChecks;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that what a schema says to be objects of Kubernetes ({@code x-kubernetes-embedded-resource}) are such. */
final class EmbeddedObjects {
    private final List<FieldError> errors = new ArrayList<>(0);

    private EmbeddedObjects() {}

    static List<FieldError> check(Json.Obj object, SchemaNode schema) {
        EmbeddedObjects run = new EmbeddedObjects();
        run.value(object, schema, "");
        return run.errors;
    }

    private void value(Json value, @Nullable SchemaNode schema, String path) {
        if (schema == null) {
            return;
        }
        if (value instanceof Json.Obj object) {
            object(object, schema, path);
        } else if (value instanceof Json.Arr array) {
            for (int i = 0; i < array.items().size(); i++) {
                value(array.items().get(i), schema.items(), path + "[" + i + "]");
            }
        }
    }

    private void object(Json.Obj object, SchemaNode schema, String path) {
        String prefix = path.isEmpty() ? "" : path + ".";
        if (schema.embeddedResource()) {
            for (FieldError error : EmbeddedChecks.check(object)) {
                errors.add(new FieldError(error.type(), prefix + error.field(), error.badValue(), error.detail()));
            }
        }
        object.fields().forEach((name, inner) -> {
            SchemaNode property = schema.properties().get(name);
            if (property != null) {
                value(inner, property, prefix + name);
            } else {
                value(inner, schema.entry(), path + "[" + name + "]");
            }
        });
    }
}
