package dev.konverge.codegen.processor;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Puts what marks on a component demand into its schema, and complains about marks that do not go with its type. */
final class Constraints {
    private final Marked place;
    private final Node schema;

    Constraints(Marked place, Node schema) {
        this.place = place;
        this.schema = schema;
    }

    void apply() {
        find("Minimum").ifPresent(mark -> bound(mark, "minimum", "exclusiveMinimum"));
        find("Maximum").ifPresent(mark -> bound(mark, "maximum", "exclusiveMaximum"));
        requireRange();
        find("MultipleOf").ifPresent(this::multipleOf);
        find("Pattern").ifPresent(this::pattern);
        find("Format").ifPresent(this::format);
        find("Size").ifPresent(this::size);
        find("OneOf").ifPresent(this::oneOf);
        find("ListType").ifPresent(this::listType);
        mapType(place, schema);
        find("EmbeddedResource").ifPresent(mark -> {
            demand(schema.has("x-kubernetes-preserve-unknown-fields"), "@EmbeddedResource is for RawJson");
            schema.with("type", "object").with("x-kubernetes-embedded-resource", true);
        });
        find("PreserveUnknownFields").ifPresent(mark -> schema.with("x-kubernetes-preserve-unknown-fields", true));
        find("Default").ifPresent(this::byDefault);
        Rules.add(place, schema);
        Transitions.require(place, schema);
    }

    private Optional<Mark> find(String name) {
        return place.find(name);
    }

    private void demand(boolean condition, String message) {
        if (!condition) {
            throw complaint(message + ", which " + place.name() + " is not");
        }
    }

    private Complaint complaint(String message) {
        return new Complaint(place.element(), message);
    }

    private void bound(Mark mark, String name, String exclusive) {
        demand(schema.isOf("integer") || schema.isOf("number"), "@" + capitalized(name) + " is for numbers");
        double value = mark.number("value");
        if (!Double.isFinite(value)) {
            throw complaint("the @" + capitalized(name) + " of " + place.name() + " is " + value
                    + ", and must be a finite number");
        }
        number(name, value);
        if (mark.flag("exclusive")) {
            schema.with(exclusive, true);
        }
    }

    private void number(String name, double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            schema.with(name, (long) value);
        } else {
            schema.with(name, value);
        }
    }

    private void multipleOf(Mark mark) {
        demand(schema.isOf("integer") || schema.isOf("number"), "@MultipleOf is for numbers");
        double value = mark.number("value");
        if (!(value > 0) || Double.isInfinite(value)) {
            throw complaint("the @MultipleOf of " + place.name() + " is " + value + ", and must be more than zero");
        }
        number("multipleOf", value);
    }

    /** Says of an object how apply merges it, if its mark does. */
    static void mapType(Marked place, Node schema) {
        place.find("MapType").ifPresent(mark -> {
            if (!schema.isOf("object")) {
                throw new Complaint(
                        place.element(), "@MapType is for records and maps, which " + place.name() + " is not");
            }
            schema.with("x-kubernetes-map-type", mark.text("value").toLowerCase(Locale.ROOT));
        });
    }

    private void requireRange() {
        if (schema.tree().get("minimum") instanceof Number minimum
                && schema.tree().get("maximum") instanceof Number maximum) {
            boolean exclusive = schema.has("exclusiveMinimum") || schema.has("exclusiveMaximum");
            int side = Double.compare(maximum.doubleValue(), minimum.doubleValue());
            if (side < 0 || (side == 0 && exclusive)) {
                throw complaint("no number is between the @Minimum and the @Maximum of " + place.name());
            }
        }
    }

    private void pattern(Mark mark) {
        demand(schema.isOf("string"), "@Pattern is for texts");
        String pattern = mark.text("value");
        try {
            // Go has another way to name a group, besides Java's.
            Pattern.compile(pattern.replace("(?P<", "(?<"));
        } catch (PatternSyntaxException e) {
            throw complaint("the @Pattern of " + place.name() + " is no regular expression: " + e.getDescription());
        }
        OnlyJava.find(pattern).ifPresent(part -> {
            throw complaint("the @Pattern of " + place.name() + " has " + part
                    + ", which the server's regular expressions do not know (they are RE2)");
        });
        schema.with("pattern", pattern);
    }

    private void format(Mark mark) {
        demand(schema.isOf("string") && !schema.has("format") && !schema.has("enum"), "@Format is for texts");
        String format = mark.text("value");
        TextFormats.objection(format).ifPresent(objection -> {
            throw complaint("the @Format of " + place.name() + " is \"" + format + "\", " + objection);
        });
        schema.with("format", format);
    }

    private void size(Mark mark) {
        String what = schema.isOf("string") ? "Length" : schema.isOf("array") ? "Items" : "Properties";
        boolean fits = schema.isOf("string") || schema.isOf("array") || schema.has("additionalProperties");
        demand(fits, "@Size is for texts, lists and maps");
        int min = mark.whole("min");
        int max = mark.whole("max");
        if (max >= 0 && max < min) {
            throw complaint("the @Size of " + place.name() + " has a max below its min");
        }
        if (min > 0) {
            schema.with("min" + what, min);
        }
        if (max >= 0) {
            schema.with("max" + what, max);
        }
    }

    @SuppressWarnings("unchecked") // Schemas are made of such maps.
    private void oneOf(Mark mark) {
        if (schema.has("enum")) {
            throw complaint(place.name() + " is an enum, which says itself what it can be; @OneOf is for"
                    + " texts and lists of texts");
        }
        if (schema.isOf("array") && schema.tree().get("items") instanceof Map<?, ?> items) {
            demand("string".equals(items.get("type")), "@OneOf is for texts and lists of texts");
            if (items.containsKey("enum")) {
                throw complaint(place.name() + " has a @OneOf for its elements, and they have one of their own");
            }
            ((Map<String, Object>) items).put("enum", mark.texts("value"));
            return;
        }
        demand(schema.isOf("string"), "@OneOf is for texts and lists of texts");
        schema.with("enum", mark.texts("value"));
    }

    private void listType(Mark mark) {
        demand(schema.isOf("array"), "@ListType is for lists");
        List<String> keys = mark.texts("keys");
        boolean isMap = mark.text("value").equals("MAP");
        if (isMap == keys.isEmpty()) {
            throw complaint(
                    isMap
                            ? "@ListType(MAP) needs keys: the components that identify an element"
                            : "@ListType has keys only where it is MAP");
        }
        if (Set.copyOf(keys).size() < keys.size()) {
            throw complaint("@ListType of " + place.name() + " has a key twice");
        }
        demand(
                !mark.text("value").equals("SET") || isScalar(items()),
                "@ListType(SET) is for lists of texts, numbers and booleans");
        schema.with("x-kubernetes-list-type", mark.text("value").toLowerCase(Locale.ROOT));
        keys.forEach(this::requireKey);
        schema.withTexts("x-kubernetes-list-map-keys", keys);
    }

    /** The server refuses a definition whose keys an element may lack. */
    private void requireKey(String key) {
        Map<?, ?> items = items();
        Map<?, ?> properties = items.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        boolean required = items.get("required") instanceof List<?> list && list.contains(key);
        boolean hasDefault = properties.get(key) instanceof Map<?, ?> property && property.containsKey("default");
        if (!required && !hasDefault) {
            throw complaint("the key '" + key + "' of " + place.name()
                    + " must be a component of its elements that is required or has a default");
        }
        if (!(properties.get(key) instanceof Map<?, ?> property) || !isScalar(property)) {
            throw complaint("the key '" + key + "' of " + place.name() + " must be a text, a number or a boolean");
        }
    }

    private Map<?, ?> items() {
        return schema.tree().get("items") instanceof Map<?, ?> items ? items : Map.of();
    }

    private static boolean isScalar(Map<?, ?> schema) {
        return !"object".equals(schema.get("type")) && !"array".equals(schema.get("type"));
    }

    private void byDefault(Mark mark) {
        String json = mark.text("value");
        @Nullable Object value;
        try {
            value = new Load(LoadSettings.builder().build()).loadFromString(json);
        } catch (YamlEngineException e) {
            throw complaint("the @Default of " + place.name() + " is not JSON: " + json);
        }
        Objections.first(value, schema).ifPresent(objection -> {
            throw complaint("the @Default of " + place.name() + " is " + (json.isBlank() ? "empty" : json) + ", and "
                    + objection + quotes(json, value));
        });
        schema.with("default", value);
    }

    /** Who gives a text its default thinks of the text first, and of JSON when it is too late. */
    private String quotes(String json, @Nullable Object value) {
        return schema.isOf("string") && !(value instanceof String)
                ? "; as JSON has it, a text is in quotes: @Default(\"\\\"" + json + "\\\"\")"
                : "";
    }

    static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
