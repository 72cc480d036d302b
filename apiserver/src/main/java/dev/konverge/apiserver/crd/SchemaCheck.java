package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks a custom resource against its schema and says what is wrong in Kubernetes' words.
 *
 * <p>What was wrong before an update and was not changed by it is let pass. Elements of lists are known again only by their keys.
 */
final class SchemaCheck {
    private SchemaCheck() {}

    /** {@return what is wrong with an object that replaces an old one, or nothing if that is null} */
    static List<FieldError> check(Json.Obj object, Json.@Nullable Obj old, SchemaNode schema) {
        return value(object, old, schema, "", true).errors();
    }

    private static CheckResult value(Json value, @Nullable Json old, SchemaNode schema, String path, boolean ratchets) {
        CheckResult result = new CheckResult();
        ValueRules rules = schema.rules();
        TypeRule.check(value, schema, path, result);
        if (value instanceof Json.Null) {
            enumeration(value, rules, path, result);
        } else {
            Composition.check(schema, path, result, nested -> value(value, old, nested, path, false));
            switch (value) {
                case Json.Str text -> text(text, rules, path, result);
                case Json.Int ignored -> NumberRules.check(value, schema, path, result);
                case Json.Dec ignored -> NumberRules.check(value, schema, path, result);
                case Json.Arr array -> list(array, old, schema, path, result);
                case Json.Obj ignored -> {}
                case Json.Bool ignored -> {}
                case Json.Null ignored -> {}
            }
            enumeration(value, rules, path, result);
            if (value instanceof Json.Obj object) {
                object(object, old, schema, path, result);
            }
            result.match();
        }
        return ratchets && value.equals(old) ? result.forgiven() : result;
    }

    private static void text(Json.Str text, ValueRules rules, String path, CheckResult result) {
        String value = text.value();
        Pattern pattern = rules.pattern();
        long length = value.codePointCount(0, value.length());
        result.match();
        if (rules.maxLength() != null && length > rules.maxLength()) {
            result.add(
                    FieldError.tooLong(field(path), rules.maxLength().intValue()),
                    " should be at most " + rules.maxLength() + " chars long");
        } else if (rules.minLength() != null && length < rules.minLength()) {
            result.add(invalid(path, text, " should be at least " + rules.minLength() + " chars long"));
        } else if (pattern != null && !pattern.matcher(value).find()) {
            result.add(invalid(path, text, " should match '" + rules.patternSource() + "'"));
        }
        if (!rules.format().isEmpty() && !Formats.isValid(rules.format(), value)) {
            String detail = path + " in body must be of type " + rules.format() + ": " + GoText.quote(value);
            result.add(FieldError.typeInvalid(field(path), text, detail));
        }
    }

    private static void enumeration(Json value, ValueRules rules, String path, CheckResult result) {
        result.match();
        if (rules.enumValues().isEmpty() || rules.enumValues().contains(value)) {
            return;
        }
        List<String> allowed = rules.enumValues().stream()
                .map(v -> v instanceof Json.Str text ? text.value() : v.toString())
                .toList();
        result.add(FieldError.notSupported(field(path), value, allowed));
    }

    private static void list(Json.Arr array, @Nullable Json old, SchemaNode schema, String path, CheckResult result) {
        List<Json> items = array.items();
        ValueRules rules = schema.rules();
        SchemaNode element = schema.items();
        if (element != null) {
            Map<Json, Json> before = schema.listType().equals("map") ? byKey(old, schema) : Map.of();
            for (int i = 0; i < items.size(); i++) {
                Json previous = before.get(key(items.get(i), schema));
                result.merge(value(items.get(i), previous, element, path + "[" + i + "]", true));
            }
        }
        if (rules.minItems() != null && items.size() < rules.minItems()) {
            String detail = " should have at least " + rules.minItems() + " items";
            result.add(invalid(path, Json.of((long) items.size()), detail));
        }
        if (rules.maxItems() != null && items.size() > rules.maxItems()) {
            result.add(FieldError.tooMany(
                    field(path), items.size(), rules.maxItems().intValue()));
        }
        Set<Json> seen = new HashSet<>();
        if (rules.uniqueItems() && items.stream().anyMatch(item -> !seen.add(item))) {
            result.add(invalid(path, Json.of(""), " shouldn't contain duplicates"));
        }
        result.match();
        result.match();
    }

    private static Map<Json, Json> byKey(@Nullable Json old, SchemaNode schema) {
        Map<Json, Json> items = new HashMap<>();
        if (old instanceof Json.Arr array) {
            array.items().forEach(item -> items.put(key(item, schema), item));
        }
        return items;
    }

    private static Json key(Json item, SchemaNode schema) {
        Map<String, Json> key = new HashMap<>();
        if (item instanceof Json.Obj object) {
            for (String name : schema.listKeys()) {
                Json value = object.get(name);
                if (value != null) {
                    key.put(name, value);
                }
            }
        }
        return new Json.Obj(key);
    }

    private static void object(
            Json.Obj object, @Nullable Json old, SchemaNode schema, String path, CheckResult result) {
        ValueRules rules = schema.rules();
        int size = object.fields().size();
        if (rules.minProperties() != null && size < rules.minProperties()) {
            String detail = " should have at least " + rules.minProperties() + " properties";
            result.add(invalid(path, Json.of((long) size), detail));
        }
        if (rules.maxProperties() != null && size > rules.maxProperties()) {
            result.add(
                    FieldError.tooMany(field(path), size, rules.maxProperties().intValue()));
        }
        Json.Obj before = old instanceof Json.Obj found ? found : Json.Obj.EMPTY;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            field(entry, before.get(entry.getKey()), schema, path, result);
        }
        for (String name : schema.required()) {
            if (object.get(name) == null) {
                result.add(FieldError.required(field(path + "." + name), ""));
            }
        }
        result.match();
    }

    private static void field(
            Map.Entry<String, Json> entry, @Nullable Json old, SchemaNode schema, String path, CheckResult result) {
        String name = entry.getKey();
        SchemaNode property = schema.properties().get(name);
        if (property != null) {
            boolean typeMeta = path.isEmpty() && (name.equals("kind") || name.equals("apiVersion"));
            String place = path.isEmpty() ? name : path + "." + name;
            result.merge(value(entry.getValue(), typeMeta ? null : old, property, place, true));
        } else if (schema.entry() != null) {
            result.merge(value(entry.getValue(), old, schema.entry(), path + "." + name, true));
        } else if (schema.entries() == SchemaNode.Entries.FORBIDDEN) {
            String detail = path + "." + name + " in body is a forbidden property";
            result.add(FieldError.invalid(field(path), name, detail));
        }
    }

    static FieldError invalid(String path, Json value, String complaint) {
        return FieldError.invalid(field(path), value, path + " in body" + complaint);
    }

    /** {@return a path as errors show it: the root has none} */
    static String field(String path) {
        String trimmed = path.startsWith(".") ? path.substring(1) : path;
        return trimmed.isEmpty() ? "<nil>" : trimmed;
    }
}
