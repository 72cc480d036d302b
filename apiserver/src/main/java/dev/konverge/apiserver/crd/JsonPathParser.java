package dev.konverge.apiserver.crd;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a {@link JsonPath}. */
final class JsonPathParser {
    /** A step that leads nowhere: what a path that is not well formed is made of. */
    private static final List<JsonPath.Step> NOWHERE = List.of(new JsonPath.Range(0, 0));

    private static final Pattern FILTER = Pattern.compile("\\?\\(\\s*@(.*?)\\s*(?:(==|!=|<=|>=|<|>)\\s*(.+?)\\s*)?\\)");
    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,9})?(:)?(-?\\d{1,9})?");

    private final String text;
    private final List<JsonPath.Step> steps = new ArrayList<>();
    private int at;

    JsonPathParser(String text) {
        String inner = text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
        this.text = inner.startsWith("$") || inner.startsWith("@") ? inner.substring(1) : inner;
    }

    List<JsonPath.Step> parse() {
        while (at < text.length()) {
            boolean understood = switch (text.charAt(at)) {
                case '.' -> dot();
                case '[' -> bracket();
                default -> at == 0 && name();
            };
            if (!understood) {
                return NOWHERE;
            }
        }
        return List.copyOf(steps);
    }

    private boolean dot() {
        at++;
        if (at < text.length() && text.charAt(at) == '.') {
            steps.add(new JsonPath.Descent());
            at++;
        }
        if (at == text.length() || text.charAt(at) == '[') {
            return true;
        }
        if (text.charAt(at) == '*') {
            steps.add(new JsonPath.Everything());
            at++;
            return true;
        }
        return name();
    }

    /** A name ends at a dot or bracket that no backslash precedes. */
    private boolean name() {
        StringBuilder name = new StringBuilder();
        while (at < text.length() && ".[]".indexOf(text.charAt(at)) < 0) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            name.append(text.charAt(at++));
        }
        steps.add(new JsonPath.Name(name.toString()));
        return !name.isEmpty();
    }

    private boolean bracket() {
        int end = closing();
        if (end < 0) {
            return false;
        }
        String inner = text.substring(at + 1, end).strip();
        at = end + 1;
        if (inner.equals("*")) {
            steps.add(new JsonPath.Everything());
            return true;
        }
        if (inner.startsWith("'") || inner.startsWith("\"")) {
            steps.add(new JsonPath.Name(inner.substring(1, Math.max(1, inner.length() - 1))));
            return inner.length() > 2;
        }
        return inner.startsWith("?") ? filter(inner) : range(inner);
    }

    /** {@return the place of the bracket that closes the one at hand; brackets in quotes and in filters are skipped} */
    private int closing() {
        int depth = 0;
        char quote = 0;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    private boolean filter(String inner) {
        Matcher filter = FILTER.matcher(inner);
        if (!filter.matches()) {
            return false;
        }
        String operator = filter.group(2) == null ? "" : filter.group(2);
        String operand = filter.group(3) == null ? "null" : filter.group(3);
        if (operand.startsWith("'") && operand.endsWith("'") && operand.length() > 1) {
            operand = Json.of(operand.substring(1, operand.length() - 1)).toString();
        }
        try {
            steps.add(new JsonPath.Filter(JsonPath.parse(filter.group(1)), operator, Json.parse(operand)));
            return true;
        } catch (DecodeException notAValue) {
            return false;
        }
    }

    private boolean range(String inner) {
        Matcher range = RANGE.matcher(inner);
        if (!range.matches() || inner.isEmpty()) {
            return false;
        }
        int from = range.group(1) == null ? 0 : Integer.parseInt(range.group(1));
        int single = from == -1 ? JsonPath.Range.OPEN : from + 1;
        int to = range.group(3) == null ? JsonPath.Range.OPEN : Integer.parseInt(range.group(3));
        steps.add(new JsonPath.Range(from, range.group(2) == null ? single : to));
        return true;
    }
}
