package dev.konverge.apiserver.kind;

import dev.konverge.model.LabelSyntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What names of all sorts may look like.
 *
 * <p>Each method gives what is wrong with a text, in Kubernetes' words; nothing if it is right.
 */
public final class NameSyntax {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String SEARCHED_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final Pattern SEARCHED = Pattern.compile(SEARCHED_LABEL + "(\\." + SEARCHED_LABEL + ")*");
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final int MAX_LABEL = 63;
    private static final int MAX_SUBDOMAIN = 253;

    private NameSyntax() {}

    /** {@return what is wrong with a DNS subdomain}: the name of most objects. */
    public static List<String> subdomain(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, MAX_SUBDOMAIN, problems);
        if (!isSubdomain(value)) {
            problems.add(subdomainPattern());
        }
        return problems;
    }

    private static String subdomainPattern() {
        return pattern(
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start "
                        + "and end with an alphanumeric character",
                SUBDOMAIN,
                "example.com");
    }

    /** {@return what is wrong with a domain that names are looked up in}, which may have underscores. */
    static List<String> searchDomain(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, MAX_SUBDOMAIN, problems);
        if (!SEARCHED.matcher(value).matches()) {
            problems.add(pattern(
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and "
                            + "must start and end with an alphanumeric character",
                    SEARCHED.pattern(),
                    "example.com"));
        }
        return problems;
    }

    /** {@return what is wrong with a DNS subdomain whose first label stands for any} */
    static List<String> wildcard(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, MAX_SUBDOMAIN, problems);
        if (!value.startsWith("*.") || !isSubdomain(value.substring(2))) {
            problems.add(pattern(
                    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist "
                            + "of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
                    "\\*\\." + SUBDOMAIN,
                    "*.example.com"));
        }
        return problems;
    }

    /** {@return what is wrong with a DNS label}: the name of a namespace, a container, a volume. */
    public static List<String> label(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, MAX_LABEL, problems);
        if (!isLabel(value)) {
            problems.add(
                    isSubdomain(value)
                            ? "must not contain dots"
                            : pattern(
                                    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must "
                                            + "start and end with an alphanumeric character",
                                    LABEL,
                                    "my-name",
                                    "123-abc"));
        }
        return problems;
    }

    /** {@return what is wrong with a DNS label that begins with a letter} */
    public static List<String> label1035(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, MAX_LABEL, problems);
        if (!isLabel(value) || value.charAt(0) <= '9') {
            problems.add(pattern(
                    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
                            + "character, and end with an alphanumeric character",
                    LABEL_1035,
                    "my-name",
                    "abc-123"));
        }
        return problems;
    }

    /** {@return what is wrong with a name that only has to fit into a path} */
    public static List<String> pathSegment(String value) {
        if (value.equals(".") || value.equals("..")) {
            return List.of("may not be '" + value + "'");
        }
        List<String> problems = new ArrayList<>(0);
        for (String part : List.of("/", "%")) {
            if (value.contains(part)) {
                problems.add("may not contain '" + part + "'");
            }
        }
        return problems;
    }

    /** {@return what is wrong with the key of a label, or with another qualified name} */
    public static List<String> qualified(String value) {
        return LabelSyntax.problemsWithKey(value);
    }

    /** {@return what is wrong with the value of a label} */
    public static List<String> labelValue(String value) {
        return LabelSyntax.problemsWithValue(value);
    }

    /** {@return what is wrong with the name of a port} */
    static List<String> portName(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, 15, problems);
        if (value.isEmpty() || !value.chars().allMatch(c -> isLowerAlphanumeric(c) || c == '-')) {
            problems.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (value.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
            problems.add("must contain at least one letter (a-z)");
        }
        if (value.contains("--")) {
            problems.add("must not contain consecutive hyphens");
        }
        if (value.startsWith("-") || value.endsWith("-")) {
            problems.add("must not begin or end with a hyphen");
        }
        return problems;
    }

    /** {@return what is wrong with the name of an environment variable} */
    static List<String> environmentName(String value) {
        List<String> problems = new ArrayList<>(0);
        if (value.isEmpty()) {
            problems.add("environment variable name must be non-empty");
        } else if (!value.chars().allMatch(c -> c >= 0x20 && c < 0x7f && c != '=')) {
            problems.add(
                    "a valid environment variable name must consist only of printable ASCII characters other than '='");
        }
        return problems;
    }

    /** {@return what is wrong with a key of a ConfigMap or a Secret} */
    static List<String> configKey(String value) {
        List<String> problems = new ArrayList<>(0);
        tooLong(value, MAX_SUBDOMAIN, problems);
        boolean fits =
                !value.isEmpty() && value.chars().allMatch(c -> isAlphanumeric(c) || c == '-' || c == '_' || c == '.');
        if (!fits) {
            problems.add(pattern(
                    "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
                    "[-._a-zA-Z0-9]+",
                    "key.name",
                    "KEY_NAME",
                    "key-name"));
        }
        if (value.equals(".") || value.equals("..")) {
            problems.add("must not be '" + value + "'");
        } else if (value.startsWith("..")) {
            problems.add("must not start with '..'");
        }
        return problems;
    }

    /** {@return what is wrong with the beginning of a generated name}: the same, but it may end with a dash. */
    static List<String> prefix(String value, Rule rule) {
        boolean dash = value.length() > 1 && value.endsWith("-");
        // Kubernetes cuts two characters and adds one here; the length is what differs.
        UnaryOperator<String> mask = text -> text.substring(0, text.length() - 2) + "a";
        return rule.problems(dash && rule != Rule.PATH_SEGMENT ? mask.apply(value) : value);
    }

    /** Which names a kind takes. */
    enum Rule {
        /** DNS subdomains. */
        SUBDOMAIN {
            @Override
            List<String> problems(String name) {
                return subdomain(name);
            }
        },
        /** DNS labels. */
        LABEL {
            @Override
            List<String> problems(String name) {
                return label(name);
            }
        },
        /** Addresses. */
        ADDRESS {
            @Override
            List<String> problems(String name) {
                return AddressSyntax.address(name);
            }
        },
        /** Whatever fits into a path. */
        PATH_SEGMENT {
            @Override
            List<String> problems(String name) {
                return pathSegment(name);
            }
        };

        /** {@return what is wrong with a name} */
        abstract List<String> problems(String name);
    }

    private static boolean isSubdomain(String value) {
        int start = 0;
        while (true) {
            int dot = value.indexOf('.', start);
            int end = dot < 0 ? value.length() : dot;
            if (!isLabel(value, start, end)) {
                return false;
            }
            if (dot < 0) {
                return true;
            }
            start = dot + 1;
        }
    }

    private static boolean isLabel(String value) {
        return isLabel(value, 0, value.length());
    }

    private static boolean isLabel(String value, int start, int end) {
        if (start == end || value.charAt(start) == '-' || value.charAt(end - 1) == '-') {
            return false;
        }
        for (int i = start; i < end; i++) {
            char c = value.charAt(i);
            if (!isLowerAlphanumeric(c) && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLowerAlphanumeric(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }

    private static boolean isAlphanumeric(int c) {
        return isLowerAlphanumeric(c) || (c >= 'A' && c <= 'Z');
    }

    /** Kubernetes counts bytes everywhere, and calls them characters but in labels. */
    private static void tooLong(String value, int max, List<String> problems) {
        if (bytes(value) > max) {
            problems.add("must be no more than " + max + " characters");
        }
    }

    private static int bytes(String value) {
        return value.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String pattern(String message, String regex, String... examples) {
        StringBuilder out = new StringBuilder(message).append(" (e.g. ");
        for (int i = 0; i < examples.length; i++) {
            out.append(i > 0 ? " or " : "").append('\'').append(examples[i]).append("', ");
        }
        return out.append("regex used for validation is '")
                .append(regex)
                .append("')")
                .toString();
    }
}
