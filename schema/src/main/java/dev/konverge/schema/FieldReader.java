package dev.konverge.schema;

import dev.konverge.schema.FieldDef.ListType;
import dev.konverge.schema.FieldDef.MapType;
import dev.konverge.schema.FieldDef.Merge;
import dev.konverge.schema.FieldDef.Presence;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Reads the line of one field: {@code  name shape number attributes}. */
final class FieldReader {
    private static final Map<String, Shape.Scalar> SCALARS =
            Arrays.stream(Shape.Scalar.values()).collect(Collectors.toMap(Words::of, Function.identity()));

    private FieldReader() {}

    /**
     * {@return the field that a line states}
     *
     * @param words the words of the line, the first one empty for the indentation
     * @param reference gives the full name of a type that is mentioned
     */
    static FieldDef read(List<String> words, UnaryOperator<String> reference) {
        if (words.size() < 4) {
            throw new IllegalArgumentException("expected ' NAME SHAPE NUMBER ...'");
        }
        String shape = words.get(2);
        Presence presence = switch (shape.charAt(shape.length() - 1)) {
            case '?' -> Presence.EXPLICIT;
            case '!' -> Presence.ALWAYS;
            default -> Presence.ZERO_IS_ABSENT;
        };
        if (presence != Presence.ZERO_IS_ABSENT) {
            shape = shape.substring(0, shape.length() - 1);
        }
        boolean required = words.size() > 4 && words.get(4).equals("required");
        Attributes attributes = new Attributes(words.subList(required ? 5 : 4, words.size()));
        Merge merge = merge(attributes);
        List<String> enumValues = attributes.takeList("enum");
        String defaultJson = attributes.take("default");
        attributes.checkAllTaken();
        return new FieldDef(
                words.get(1),
                shape(shape, reference),
                required,
                presence,
                protoPath(words.get(3)),
                merge,
                defaultJson,
                enumValues);
    }

    private static Merge merge(Attributes attributes) {
        if (attributes.isEmpty()) {
            return Merge.UNSTATED;
        }
        return new Merge(
                attributes.take("list", ListType.class),
                attributes.takeList("keys"),
                attributes.take("map", MapType.class),
                attributes.takeList("patch"),
                attributes.take("mergeKey"));
    }

    private static Shape shape(String text, UnaryOperator<String> reference) {
        if (text.startsWith("[") && text.endsWith("]")) {
            return new Shape.ListOf(shape(text.substring(1, text.length() - 1), reference));
        }
        if (text.startsWith("{") && text.endsWith("}")) {
            return new Shape.MapOf(shape(text.substring(1, text.length() - 1), reference));
        }
        Shape.Scalar scalar = SCALARS.get(text);
        if (scalar != null) {
            return scalar;
        }
        boolean isName = !text.isEmpty()
                && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_');
        // Type names start with a capital, so that a misspelled scalar is not taken for one.
        if (!isName || text.toLowerCase(Locale.ROOT).equals(text)) {
            throw new IllegalArgumentException("unknown shape '" + text + "'");
        }
        return new Shape.Ref(reference.apply(text));
    }

    private static List<Integer> protoPath(String text) {
        if (text.equals("-")) {
            return List.of();
        }
        try {
            List<Integer> path =
                    Words.split(text, '.').stream().map(Integer::valueOf).toList();
            if (path.stream().allMatch(number -> number > 0)) {
                return path;
            }
        } catch (NumberFormatException e) {
            // Said below, in the words of the file.
        }
        throw new IllegalArgumentException("'" + text + "' is not a protobuf number, a path of them or '-'");
    }
}
