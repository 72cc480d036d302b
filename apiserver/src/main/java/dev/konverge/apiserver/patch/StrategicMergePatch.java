package dev.konverge.apiserver.patch;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.Field;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.apiserver.structure.PatchRule;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge patch: a merge patch that also merges lists, by the keys that the API knows for them, and takes directives:
 * {@code $patch}, {@code $retainKeys}, {@code $setElementOrder/…} and {@code $deleteFromPrimitiveList/…}. Only built-in kinds
 * have it.
 */
public final class StrategicMergePatch {
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList";

    private StrategicMergePatch() {}

    /**
     * {@return the object with the patch applied}
     *
     * @throws StatusException 400 or 422 if the patch or a directive in it makes no sense
     */
    public static Json.Obj apply(Json.Obj object, Json patch, Struct structure) {
        if (patch instanceof Json.Null) {
            return object;
        }
        if (patch instanceof Json.Obj changes) {
            return merge(object, changes, structure);
        }
        throw Failures.badRequest("json: cannot unmarshal " + GoFormat.jsonName(patch)
                + " into Go value of type map[string]interface {}");
    }

    static Json.Obj merge(Json.Obj original, Json.Obj patch, @Nullable Structure structure) {
        Json directive = patch.get(Directives.PATCH);
        if (directive != null) {
            return directed(directive, patch);
        }
        Map<String, Json> fields = new LinkedHashMap<>(original.fields());
        Map<String, Json> changes = new LinkedHashMap<>(patch.fields());
        retainKeys(fields, changes);
        ElementOrder.apply(fields, changes, structure);
        changes.forEach((key, change) -> mergeField(fields, key, change, structure));
        return new Json.Obj(fields);
    }

    private static Json.Obj directed(Json directive, Json.Obj patch) {
        if (directive.equals(Directives.REPLACE)) {
            Map<String, Json> fields = new LinkedHashMap<>(patch.fields());
            fields.remove(Directives.PATCH);
            return new Json.Obj(fields);
        }
        if (directive.equals(Directives.DELETE)) {
            return Json.Obj.EMPTY;
        }
        throw Directives.unknown(directive, patch);
    }

    private static void mergeField(Map<String, Json> fields, String key, Json change, @Nullable Structure structure) {
        boolean deletion = key.startsWith(DELETE_FROM);
        String name = deletion ? listName(key, DELETE_FROM, "invalid patch format of primitive list") : key;
        if (change instanceof Json.Null) {
            fields.remove(name);
            return;
        }
        Json present = fields.get(name);
        PatchRule rule = rule(structure, name);
        if (present instanceof Json.Obj from && change instanceof Json.Obj to) {
            fields.put(
                    name, rule.strategy() == PatchRule.Strategy.REPLACE ? to : merge(from, to, inner(structure, name)));
        } else if (present instanceof Json.Arr from && change instanceof Json.Arr to) {
            if (deletion) {
                fields.put(name, MergedList.without(from, to));
            } else if (rule.strategy() == PatchRule.Strategy.MERGE) {
                fields.put(name, new MergedList(rule.mergeKey(), element(structure, name)).merge(from, to));
            } else {
                fields.put(name, to);
            }
        } else if (!deletion) {
            put(fields, name, Directives.dropped(Directives.withoutNulls(change)));
        }
    }

    private static void put(Map<String, Json> fields, String name, @Nullable Json value) {
        if (value == null) {
            fields.remove(name);
        } else {
            fields.put(name, value);
        }
    }

    /** {@return the name of the list that a directive is about} */
    static String listName(String key, String prefix, String complaint) {
        if (key.startsWith(prefix + "/")) {
            return key.substring(prefix.length() + 1);
        }
        throw Failures.badRequest(complaint);
    }

    private static void retainKeys(Map<String, Json> fields, Map<String, Json> changes) {
        Json keys = changes.remove(RETAIN_KEYS);
        if (keys == null) {
            return;
        }
        if (!(keys instanceof Json.Arr list)) {
            throw Failures.badRequest("invalid patch format of retainKeys");
        }
        Set<Json> retained = list.items().stream().collect(Collectors.toUnmodifiableSet());
        changes.forEach((key, change) -> {
            boolean counts = !(change instanceof Json.Null)
                    && !key.startsWith(DELETE_FROM)
                    && !key.startsWith(ElementOrder.DIRECTIVE);
            if (counts && !retained.contains(Json.of(key))) {
                throw Failures.badRequest("invalid patch format of retainKeys");
            }
        });
        fields.keySet().removeIf(key -> !retained.contains(Json.of(key)));
    }

    static PatchRule rule(@Nullable Structure structure, String name) {
        Field field = structure instanceof Struct struct ? struct.field(name) : null;
        return field == null ? PatchRule.PLAIN : field.patch();
    }

    static @Nullable Structure inner(@Nullable Structure structure, String name) {
        return structure instanceof Struct struct ? struct.at(name) : null;
    }

    static @Nullable Structure element(@Nullable Structure structure, String name) {
        return inner(structure, name) instanceof Structure.Sequence list ? list.element() : null;
    }
}
