package dev.konverge.apiserver.crd;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What a schema demands of the values at one place, besides their type and its rules in CEL.
 *
 * @param enumValues the values allowed; empty for any
 * @param format the format of texts or numbers; empty for any, or if nobody knows it
 * @param patternSource what texts must match, as it was written; empty for anything
 * @param pattern what texts must match
 * @param minLength how long texts are at least
 * @param maxLength how long texts are at most
 * @param minimum the least number
 * @param exclusiveMinimum whether the least number itself is too little
 * @param maximum the greatest number
 * @param exclusiveMaximum whether the greatest number itself is too much
 * @param multipleOf what numbers are multiples of
 * @param minItems how many elements a list has at least
 * @param maxItems how many elements a list has at most
 * @param uniqueItems whether the elements of a list are different
 * @param minProperties how many fields an object has at least
 * @param maxProperties how many fields an object has at most
 * @param allOf schemas that hold as well
 * @param anyOf schemas of which one or more hold
 * @param oneOf schemas of which exactly one holds
 * @param not a schema that does not hold
 */
record ValueRules(
        List<Json> enumValues,
        String format,
        String patternSource,
        @Nullable Pattern pattern,
        @Nullable Long minLength,
        @Nullable Long maxLength,
        @Nullable Double minimum,
        boolean exclusiveMinimum,
        @Nullable Double maximum,
        boolean exclusiveMaximum,
        @Nullable Double multipleOf,
        @Nullable Long minItems,
        @Nullable Long maxItems,
        boolean uniqueItems,
        @Nullable Long minProperties,
        @Nullable Long maxProperties,
        List<SchemaNode> allOf,
        List<SchemaNode> anyOf,
        List<SchemaNode> oneOf,
        @Nullable SchemaNode not) {

    static ValueRules of(SchemaNode node) {
        String format = node.text("format");
        String type = node.intOrString() ? "int-or-string" : node.type();
        return new ValueRules(
                node.get("enum") instanceof Json.Arr values ? values.items() : List.of(),
                Formats.isKnown(type, format) ? format : "",
                node.text("pattern"),
                pattern(node.text("pattern")),
                whole(node, "minLength"),
                whole(node, "maxLength"),
                number(node, "minimum"),
                node.flag("exclusiveMinimum"),
                number(node, "maximum"),
                node.flag("exclusiveMaximum"),
                number(node, "multipleOf"),
                whole(node, "minItems"),
                whole(node, "maxItems"),
                node.flag("uniqueItems"),
                whole(node, "minProperties"),
                whole(node, "maxProperties"),
                node.list("allOf"),
                node.list("anyOf"),
                node.list("oneOf"),
                node.node("not"));
    }

    /** A pattern that is none is refused with the definition; one that slips through demands nothing. */
    private static @Nullable Pattern pattern(String source) {
        try {
            return source.isEmpty() ? null : GoPattern.compile(source);
        } catch (PatternSyntaxException malformed) {
            return null;
        }
    }

    private static @Nullable Long whole(SchemaNode node, String key) {
        return node.get(key) instanceof Json.Int number ? Long.valueOf(number.value()) : null;
    }

    private static @Nullable Double number(SchemaNode node, String key) {
        Json value = Objects.requireNonNullElse(node.get(key), Json.Null.INSTANCE);
        return value instanceof Json.Int whole
                ? Double.valueOf((double) whole.value())
                : value instanceof Json.Dec decimal ? Double.valueOf(decimal.value()) : null;
    }
}
