package dev.konverge.codegen.processor;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists and scalars as YAML that every reader takes for the same, whatever it thinks of {@code on} and {@code 012}. */
final class YamlText {
    private static final Pattern PLAIN =
            Pattern.compile("(\\.?[A-Za-z]|/)[A-Za-z0-9 ._/()-]*[A-Za-z0-9._/()]|[A-Za-z]");
    private static final Set<String> AMBIGUOUS =
            Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", ".inf", ".nan");

    private final StringBuilder out = new StringBuilder();

    static String of(Map<String, ? extends @Nullable Object> document) {
        YamlText text = new YamlText();
        text.map(document, 0, false);
        return text.out.toString();
    }

    private void map(Map<?, ?> map, int depth, boolean inline) {
        boolean first = inline;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.repeat("  ", first ? 0 : depth).append(scalar(entry.getKey())).append(':');
            first = false;
            value(entry.getValue(), depth);
        }
    }

    private void value(@Nullable Object value, int depth) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            out.append('\n');
            map(map, depth + 1, false);
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            out.append('\n');
            list(list, depth + 1);
        } else {
            out.append(' ').append(scalar(value)).append('\n');
        }
    }

    private void list(List<?> list, int depth) {
        for (Object element : list) {
            out.repeat("  ", depth).append("-");
            if (element instanceof Map<?, ?> map && !map.isEmpty()) {
                out.append(' ');
                map(map, depth + 1, true);
            } else {
                value(element, depth);
            }
        }
    }

    private static String scalar(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> empty -> "{}";
            case List<?> empty -> "[]";
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> text(String.valueOf(value));
        };
    }

    private static String text(String value) {
        boolean plain = PLAIN.matcher(value).matches()
                && !AMBIGUOUS.contains(value.toLowerCase(Locale.ROOT))
                && !value.startsWith("..");
        return plain ? value : quoted(value);
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
