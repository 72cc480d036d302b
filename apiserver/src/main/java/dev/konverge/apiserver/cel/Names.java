package dev.konverge.apiserver.cel;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of fields as expressions write them, where not every name of a field is a word. */
final class Names {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");
    private static final Pattern SUPPORTED = Pattern.compile("[a-zA-Z_./-][a-zA-Z0-9_./-]*");
    private static final Pattern ESCAPED = Pattern.compile("__([^_]+)__");

    private Names() {}

    /** {@return how an expression writes a name, if it can} */
    static Optional<String> escape(String name) {
        if (RESERVED.contains(name)) {
            return Optional.of("__" + name + "__");
        }
        if (!SUPPORTED.matcher(name).matches()) {
            return Optional.empty();
        }
        return Optional.of(name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__"));
    }

    /** {@return the name that an expression writes so, if there is one} */
    static Optional<String> unescape(String written) {
        if (!written.contains("__")) {
            return Optional.of(written);
        }
        Matcher matcher = ESCAPED.matcher(written);
        StringBuilder name = new StringBuilder();
        while (matcher.find()) {
            String word = matcher.group(1);
            String meant =
                    RESERVED.contains(word) && matcher.group().length() == written.length() ? word : character(word);
            if (meant.isEmpty()) {
                return Optional.empty();
            }
            matcher.appendReplacement(name, Matcher.quoteReplacement(meant));
        }
        return Optional.of(matcher.appendTail(name).toString());
    }

    private static String character(String word) {
        return switch (word) {
            case "underscores" -> "__";
            case "dot" -> ".";
            case "dash" -> "-";
            case "slash" -> "/";
            default -> "";
        };
    }
}
