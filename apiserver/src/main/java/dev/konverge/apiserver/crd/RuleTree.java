package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.cel.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a schema, ready to be evaluated, where there are any: a tree with the shape of the schema.
 *
 * @param schema the schema at this place
 * @param shape what expressions know about values here
 * @param rules the rules at this place
 * @param properties the rules of fields, by name
 * @param items the rules of the elements of a list, null if they have none
 * @param entry the rules of the values of a map, null if they have none
 */
record RuleTree(
        SchemaNode schema,
        Shape shape,
        List<CompiledRule> rules,
        Map<String, RuleTree> properties,
        @Nullable RuleTree items,
        @Nullable RuleTree entry) {
    /** {@return the rules of a schema, null if it has none} */
    static @Nullable RuleTree of(SchemaNode schema, boolean root) {
        if (!Rule.existsIn(schema)) {
            return null;
        }
        Shape shape = Shape.of(schema.source(), root);
        RuleEnvironments environments = new RuleEnvironments(shape);
        Map<String, RuleTree> properties = new LinkedHashMap<>();
        schema.properties().forEach((name, child) -> {
            RuleTree inner = of(child, false);
            if (inner != null && inner.shape().isDeclared()) {
                properties.put(name, inner);
            }
        });
        SchemaNode items = schema.items();
        SchemaNode entry = schema.entry();
        return new RuleTree(
                schema,
                shape,
                Rule.of(schema).stream()
                        .map(rule -> CompiledRule.of(rule, schema, environments))
                        .toList(),
                properties,
                items == null ? null : of(items, false),
                entry == null ? null : of(entry, false));
    }
}
