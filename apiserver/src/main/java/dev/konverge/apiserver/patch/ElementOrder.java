package dev.konverge.apiserver.patch;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.apiserver.structure.PatchRule;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The directive {@code $setElementOrder/…}: in which order the elements of a merged list come to lie. */
final class ElementOrder {
    static final String DIRECTIVE = "$setElementOrder";

    private ElementOrder() {}

    /** Merges the lists that such a directive is about, and takes both, list and directive, out of the changes. */
    static void apply(Map<String, Json> fields, Map<String, Json> changes, @Nullable Structure structure) {
        List<String> keys = changes.keySet().stream()
                .filter(key -> key.startsWith(DIRECTIVE))
                .toList();
        for (String key : keys) {
            Json.Arr order = list(changes.remove(key));
            String name = StrategicMergePatch.listName(key, DIRECTIVE, "invalid patch format of setElementOrder list");
            apply(fields, changes, name, order, structure);
        }
    }

    private static void apply(
            Map<String, Json> fields,
            Map<String, Json> changes,
            String name,
            Json.Arr wanted,
            @Nullable Structure structure) {
        Json.Arr present = fields.containsKey(name) ? list(fields.get(name)) : null;
        Json.Arr patch = changes.containsKey(name) ? list(changes.get(name)) : null;
        PatchRule rule = StrategicMergePatch.rule(structure, name);
        MergedList list = new MergedList(rule.mergeKey(), StrategicMergePatch.element(structure, name));
        if (patch != null) {
            check(patch, wanted, rule.mergeKey());
        }
        Json.Arr merged;
        if (present == null) {
            if (patch == null) {
                return;
            }
            merged = Directives.droppedList(patch);
        } else if (patch == null) {
            merged = present;
        } else {
            merged = rule.strategy() == PatchRule.Strategy.MERGE ? list.merge(present, patch) : patch;
        }
        fields.put(name, list.ordered(merged.items(), wanted.items(), present == null ? List.of() : present.items()));
        changes.remove(name);
    }

    private static Json.Arr list(@Nullable Json value) {
        if (value instanceof Json.Arr list) {
            return list;
        }
        String type = value == null ? "%!s(<nil>)" : GoFormat.typeName(value);
        throw Failures.untyped("expected a []interface {}, but received a " + type);
    }

    /** What the patch changes must come in the order given, and be in it at all. */
    private static void check(Json.Arr patch, Json.Arr order, @Nullable String key) {
        int next = 0;
        for (Json item : patch.items()) {
            if (item instanceof Json.Obj object && object.get(Directives.PATCH) != null) {
                continue;
            }
            if (order.items().isEmpty()) {
                return;
            }
            while (next < order.items().size() && !same(item, order.items().get(next), key)) {
                next++;
            }
            if (next == order.items().size()) {
                throw mismatch(patch, order);
            }
            next++;
        }
    }

    private static boolean same(Json item, Json wanted, @Nullable String key) {
        if (key == null) {
            return item.equals(wanted);
        }
        if (!(item instanceof Json.Obj left) || !(wanted instanceof Json.Obj right)) {
            Json culprit = item instanceof Json.Obj ? wanted : item;
            throw Failures.untyped("expected a map[string]interface {}, but received a " + GoFormat.typeName(culprit));
        }
        Json leftKey = left.get(key);
        Json rightKey = right.get(key);
        if (leftKey == null || rightKey == null) {
            throw Directives.noMergeKey(leftKey == null ? left : right, key);
        }
        return leftKey.equals(rightKey);
    }

    private static StatusException mismatch(Json.Arr patch, Json.Arr order) {
        return Failures.untyped("The order in patch list:\n" + GoFormat.plain(patch) + "\n doesn't match " + DIRECTIVE
                + " list:\n" + GoFormat.plain(order) + "\n");
    }
}
