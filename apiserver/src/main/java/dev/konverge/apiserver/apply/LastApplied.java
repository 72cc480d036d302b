package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Struct;
import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The annotation in which {@code kubectl apply} without server-side apply keeps what it applied last. Whoever turns to server-side
 * apply may take what it covers without a conflict, and it is kept up to date for those who turn back.
 */
final class LastApplied {
    static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

    /** What all annotations of an object together may take. */
    private static final int MAX_BYTES = 256 * 1024;

    private LastApplied() {}

    /** {@return the fields of the live object that are as the annotation says; null if it says nothing} */
    static @Nullable FieldSet coveredFields(Json.Obj live, String apiVersion, Struct structure) {
        String text = text(live);
        try {
            if (text.isEmpty() || !(Json.parse(text) instanceof Json.Obj applied)) {
                return null;
            }
            if (!Json.of(apiVersion).equals(applied.get("apiVersion"))) {
                return null;
            }
            TypeCheck.check(live, structure);
            TypeCheck.check(applied, structure);
            Comparison drift = Comparison.of(applied, live, structure);
            return OwnFields.of(applied, structure)
                    .difference(drift.modified())
                    .difference(drift.added())
                    .difference(drift.removed());
        } catch (DecodeException | MistypedException unusable) {
            return null;
        }
    }

    private static String text(Json.Obj object) {
        return annotations(object).get(ANNOTATION) instanceof Json.Str text ? text.value() : "";
    }

    private static Json.Obj annotations(Json.Obj object) {
        return object.get("metadata") instanceof Json.Obj metadata
                        && metadata.get("annotations") instanceof Json.Obj annotations
                ? annotations
                : Json.Obj.EMPTY;
    }

    /** {@return the object with the annotation, if it has one, set to a configuration; without it if that gets too long} */
    static Json.Obj synced(Json.Obj object, Json.Obj config) {
        if (text(object).isEmpty()) {
            return object;
        }
        Map<String, Json> changed = new LinkedHashMap<>(annotations(object).fields());
        changed.put(ANNOTATION, Json.of(sorted(without(config)) + "\n"));
        if (size(changed) > MAX_BYTES) {
            changed.remove(ANNOTATION);
        }
        return withAnnotations(object, new Json.Obj(changed));
    }

    private static Json.Obj without(Json.Obj config) {
        Json.Obj annotations = annotations(config);
        if (annotations.get(ANNOTATION) == null) {
            return config;
        }
        Map<String, Json> rest = new LinkedHashMap<>(annotations.fields());
        rest.remove(ANNOTATION);
        return withAnnotations(config, new Json.Obj(rest));
    }

    private static Json.Obj withAnnotations(Json.Obj object, Json.Obj annotations) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        Map<String, Json> metadata =
                new LinkedHashMap<>(fields.get("metadata") instanceof Json.Obj present ? present.fields() : Map.of());
        metadata.put("annotations", annotations);
        fields.put("metadata", new Json.Obj(metadata));
        return new Json.Obj(fields);
    }

    private static int size(Map<String, Json> annotations) {
        int size = 0;
        for (Map.Entry<String, Json> entry : annotations.entrySet()) {
            size += entry.getKey().getBytes(StandardCharsets.UTF_8).length;
            size += entry.getValue() instanceof Json.Str text
                    ? text.value().getBytes(StandardCharsets.UTF_8).length
                    : 0;
        }
        return size;
    }

    /** Go writes the entries of maps in the order of their keys. */
    private static Json sorted(Json value) {
        if (value instanceof Json.Obj object) {
            Map<String, Json> fields = new TreeMap<>(JsonOrder::compare);
            object.fields().forEach((name, inner) -> fields.put(name, sorted(inner)));
            return new Json.Obj(fields);
        }
        if (value instanceof Json.Arr array) {
            List<Json> items = array.items().stream().map(LastApplied::sorted).toList();
            return new Json.Arr(items);
        }
        return value;
    }
}
