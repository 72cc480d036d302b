package dev.konverge.codegen.processor;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a server has against a default: it must obey the schema that it stands in, or the definition is refused.
 * Formats, rules and unknown fields are left to the server.
 *
 * @param place where in the default: empty, or such as {@code [0].name}
 * @param schema what is demanded there
 */
record Objections(String place, Map<?, ?> schema) {
    /** A class of characters within another, or two that are cut: Java and the server read these in different ways. */
    private static final Pattern AMBIGUOUS = Pattern.compile("\\[[^\\]]*(\\[|&&)");

    /** {@return the first objection to a value, to go after "and"} */
    static Optional<String> first(@Nullable Object value, Node schema) {
        return new Objections("", schema.tree()).to(value).findFirst();
    }

    private Stream<String> to(@Nullable Object value) {
        String type = schema.containsKey("x-kubernetes-int-or-string")
                ? "integer or string"
                : schema.get("type") instanceof String stated ? stated : "anything but null";
        if (value == null || !isOf(type, value)) {
            return Stream.of(say("type is " + type));
        }
        Stream<String> values = schema.get("enum") instanceof List<?> known && !known.contains(value)
                ? Stream.of(
                        say("values are " + known.stream().map(String::valueOf).collect(Collectors.joining(", "))))
                : Stream.empty();
        return Stream.concat(
                values,
                switch (value) {
                    case String text -> toText(text);
                    case Number number ->
                        Stream.of(toNumber(number, "minimum", 1), toNumber(number, "maximum", -1), toMultiple(number))
                                .flatMap(all -> all);
                    case List<?> list -> toList(list);
                    case Map<?, ?> map -> toMap(map);
                    default -> Stream.empty();
                });
    }

    private String say(String what) {
        return (place.isEmpty() ? "its " : "at " + place + " the ") + what;
    }

    private boolean isOf(String type, Object value) {
        return switch (type) {
            case "string" -> value instanceof String;
            case "integer" ->
                value instanceof Integer || (value instanceof Long && !"int32".equals(schema.get("format")));
            case "integer or string" -> value instanceof Integer || value instanceof Long || value instanceof String;
            case "number" -> value instanceof Number number && Double.isFinite(number.doubleValue());
            case "boolean" -> value instanceof Boolean;
            case "array" -> value instanceof List<?>;
            case "object" -> value instanceof Map<?, ?>;
            default -> true;
        };
    }

    private Stream<String> toText(String text) {
        boolean matches = !(schema.get("pattern") instanceof String pattern)
                || AMBIGUOUS.matcher(pattern).find()
                || Pattern.compile(pattern).matcher(text).find();
        return Stream.concat(
                toSize(text.codePointCount(0, text.length()), "Length"),
                matches ? Stream.empty() : Stream.of(say("pattern is " + schema.get("pattern"))));
    }

    private Stream<String> toSize(int size, String of) {
        return Stream.concat(toNumber(size, "min" + of, 1), toNumber(size, "max" + of, -1));
    }

    /** @param sign 1 for a lower bound, -1 for an upper one */
    private Stream<String> toNumber(Number value, String name, int sign) {
        if (!(schema.get(name) instanceof Number bound)) {
            return Stream.empty();
        }
        boolean exclusive = schema.containsKey("exclusive" + Constraints.capitalized(name));
        int side = decimal(value).compareTo(decimal(bound)) * sign;
        return side > 0 || (side == 0 && !exclusive)
                ? Stream.empty()
                : Stream.of(say((exclusive ? "exclusive " : "") + name + " is " + bound));
    }

    private Stream<String> toMultiple(Number value) {
        return schema.get("multipleOf") instanceof Number step
                        && decimal(value).remainder(decimal(step)).signum() != 0
                ? Stream.of(say("step is " + step))
                : Stream.empty();
    }

    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString());
    }

    private Stream<String> toList(List<?> list) {
        return Stream.concat(
                toSize(list.size(), "Items"),
                IntStream.range(0, list.size())
                        .boxed()
                        .flatMap(i -> within("[" + i + "]", schema.get("items"), list.get(i))));
    }

    private Stream<String> toMap(Map<?, ?> map) {
        Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> known ? known : Map.of();
        Stream<String> missing = schema.get("required") instanceof List<?> required
                ? required.stream().filter(name -> !map.containsKey(name)).map(name -> say(name + " is required"))
                : Stream.empty();
        Stream<String> members = map.entrySet().stream()
                .flatMap(member -> within(
                        "." + member.getKey(),
                        properties.containsKey(member.getKey())
                                ? properties.get(member.getKey())
                                : schema.get("additionalProperties"),
                        member.getValue()));
        return Stream.of(toSize(map.size(), "Properties"), missing, members).flatMap(all -> all);
    }

    private Stream<String> within(String step, @Nullable Object inner, @Nullable Object value) {
        return inner instanceof Map<?, ?> demands ? new Objections(place + step, demands).to(value) : Stream.empty();
    }
}
