package dev.konverge.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What a label may look like, and what a server says of one that does not.
 *
 * <p>A key is a name of at most 63 letters, digits, {@code - _ .} that begins and ends with a letter or digit, and may
 * be preceded by a DNS subdomain of at most 253 characters and a slash. A value is empty or looks like such a name.
 */
public final class LabelSyntax {
    private static final int MAX_NAME = 63;
    private static final int MAX_PREFIX = 253;

    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String NAME_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and "
                    + "end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
                    + NAME + "')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters, "
                    + "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
                    + "'12345', regex used for validation is '(" + NAME + ")?')";
    private static final String PREFIX_RULE = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric "
            + "characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
            + "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    private LabelSyntax() {}

    /**
     * Checks a key.
     *
     * @param path what the text of a refusal begins with
     * @throws IllegalArgumentException if no label can have it
     */
    static void requireKey(String path, String key) {
        refuse(keyErrors(path, key));
    }

    /**
     * Checks a key and values.
     *
     * @throws IllegalArgumentException if no label can have them
     */
    static void require(String key, Collection<String> values) {
        List<String> errors = new ArrayList<>(keyErrors("key", key));
        int index = 0;
        for (String value : values) {
            errors.addAll(valueErrors(index++, key, value));
        }
        refuse(errors);
    }

    /** {@return what is wrong with the value at an index among those that a label is compared with} */
    static List<String> valueErrors(int index, String key, String value) {
        List<String> problems = problemsWithValue(value);
        return problems.isEmpty() ? List.of() : List.of(error("values[" + index + "][" + key + "]", value, problems));
    }

    /** {@return what is wrong with the value of a label, in the words of a server; nothing if nothing is} */
    public static List<String> problemsWithValue(String value) {
        List<String> problems = new ArrayList<>(0);
        if (bytes(value) > MAX_NAME) {
            problems.add("must be no more than " + MAX_NAME + " bytes");
        }
        if (!value.isEmpty() && !isName(value)) {
            problems.add(VALUE_RULE);
        }
        return problems;
    }

    /** {@return that a value breaks rules, in the words of a server} */
    static String error(String path, String value, List<String> problems) {
        String quoted = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return path + ": Invalid value: \"" + quoted + "\": " + String.join("; ", problems);
    }

    /** @throws IllegalArgumentException if there is something to complain of */
    static void refuse(List<String> errors) {
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(
                    errors.size() == 1 ? errors.get(0) : '[' + String.join(", ", errors) + ']');
        }
    }

    private static List<String> keyErrors(String path, String key) {
        List<String> problems = problemsWithKey(key);
        return problems.isEmpty() ? List.of() : List.of(error(path, key, problems));
    }

    /** {@return what is wrong with the key of a label, or another qualified name, in the words of a server; nothing if nothing is} */
    public static List<String> problemsWithKey(String key) {
        int slash = key.indexOf('/');
        if (slash >= 0 && key.indexOf('/', slash + 1) >= 0) {
            return List.of("a valid label key " + NAME_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        List<String> problems = new ArrayList<>(0);
        if (slash >= 0) {
            addProblemsWithPrefix(key.substring(0, slash), problems);
        }
        String name = key.substring(slash + 1);
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (bytes(name) > MAX_NAME) {
            problems.add("name part must be no more than " + MAX_NAME + " bytes");
        }
        if (!isName(name)) {
            problems.add("name part " + NAME_RULE);
        }
        return problems;
    }

    private static void addProblemsWithPrefix(String prefix, List<String> problems) {
        if (prefix.isEmpty()) {
            problems.add("prefix part must be non-empty");
            return;
        }
        if (bytes(prefix) > MAX_PREFIX) {
            problems.add("prefix part must be no more than " + MAX_PREFIX + " bytes");
        }
        for (String part : prefix.split("\\.", -1)) {
            if (!isDnsLabel(part)) {
                problems.add("prefix part " + PREFIX_RULE);
                return;
            }
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || !isAlphanumeric(name.charAt(0)) || !isAlphanumeric(name.charAt(name.length() - 1))) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!isAlphanumeric(c) && c != '-' && c != '_' && c != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDnsLabel(String part) {
        if (part.isEmpty() || part.startsWith("-") || part.endsWith("-")) {
            return false;
        }
        return part.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
