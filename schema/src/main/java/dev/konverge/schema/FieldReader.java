package dev.konverge.schema;

import dev.konverge.schema.FieldDef.Go;
import dev.konverge.schema.FieldDef.ListType;
import dev.konverge.schema.FieldDef.MapType;
import dev.konverge.schema.FieldDef.Merge;
import dev.konverge.schema.FieldDef.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the line of one field: {@code  name shape number attributes}. */
final class FieldReader {
    private static final Map<String, Shape.Scalar> SCALARS = Words.constants(Shape.Scalar.values());
    private static final Map<String, ListType> LIST_TYPES = Words.constants(ListType.values());
    private static final Map<String, MapType> MAP_TYPES = Words.constants(MapType.values());

    private final TypeNames names;
    private final List<String> words;
    private final int line;

    /**
     * A reader of one line.
     *
     * @param names what makes the names of types full
     * @param words the words of the line, the first one empty for the indentation
     * @param line the number of the line
     */
    FieldReader(TypeNames names, List<String> words, int line) {
        this.names = names;
        this.words = words;
        this.line = line;
    }

    FieldDef read() {
        if (words.size() < 4) {
            throw new IllegalArgumentException("expected ' NAME SHAPE NUMBER ...'");
        }
        String shape = words.get(2);
        Presence presence = presence(shape.charAt(shape.length() - 1));
        if (presence != Presence.ZERO_IS_ABSENT) {
            shape = shape.substring(0, shape.length() - 1);
        }
        boolean required = words.size() > 4 && words.get(4).equals("required");
        Attributes attributes = new Attributes(words, required ? 5 : 4);
        Merge merge = merge(attributes);
        List<String> enumValues = attributes.takeList("enum");
        String defaultJson = attributes.take("default");
        Go go = go(attributes);
        attributes.checkAllTaken();
        List<Integer> protoPath = protoPath(words.get(3));
        return new FieldDef(
                words.get(1), shape(shape), required, presence, protoPath, merge, defaultJson, enumValues, go);
    }

    private static Presence presence(char mark) {
        return switch (mark) {
            case '?' -> Presence.EXPLICIT;
            case '!' -> Presence.ALWAYS;
            default -> Presence.ZERO_IS_ABSENT;
        };
    }

    private static Go go(Attributes attributes) {
        if (attributes.isEmpty()) {
            return Go.UNSTATED;
        }
        return new Go(attributes.take("go"), attributes.take("within"));
    }

    private static Merge merge(Attributes attributes) {
        if (attributes.isEmpty()) {
            return Merge.UNSTATED;
        }
        return new Merge(
                attributes.take("list", LIST_TYPES),
                attributes.takeList("keys"),
                attributes.take("map", MAP_TYPES),
                attributes.takeList("patch"),
                attributes.take("mergeKey"));
    }

    private Shape shape(String text) {
        if (text.startsWith("[") && text.endsWith("]")) {
            return new Shape.ListOf(shape(text.substring(1, text.length() - 1)));
        }
        if (text.startsWith("{") && text.endsWith("}")) {
            return new Shape.MapOf(shape(text.substring(1, text.length() - 1)));
        }
        Shape.Scalar scalar = SCALARS.get(text);
        if (scalar != null) {
            return scalar;
        }
        if (!isTypeName(text)) {
            throw new IllegalArgumentException("unknown shape '" + text + "'");
        }
        return new Shape.Ref(names.mentioned(text, line));
    }

    /** A type's own name starts with a capital, so that a misspelled scalar is not taken for one. */
    private static boolean isTypeName(String text) {
        int simpleName = text.lastIndexOf('.') + 1;
        if (simpleName == text.length() || !Character.isUpperCase(text.charAt(simpleName))) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isLetterOrDigit(c) && c != '.' && c != '-' && c != '_') {
                return false;
            }
        }
        return true;
    }

    private static List<Integer> protoPath(String text) {
        if (text.equals("-")) {
            return List.of();
        }
        List<Integer> path = new ArrayList<>(2);
        for (String part : Words.split(text, '.')) {
            path.add(number(part, text));
        }
        return path;
    }

    private static Integer number(String part, String text) {
        try {
            int number = Integer.parseInt(part);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, in the words of the file.
        }
        throw new IllegalArgumentException("'" + text + "' is not a protobuf number, a path of them or '-'");
    }
}
