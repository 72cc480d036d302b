package dev.konverge.codegen.processor;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The name of a field as CEL has it, in which dashes and words of its own are written in another way. */
final class CelName {
    private static final Pattern WRITABLE = Pattern.compile("[A-Za-z_./-][A-Za-z0-9_./-]*");
    private static final Set<String> WORDS = Set.of(
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

    private CelName() {}

    /** {@return how rules write the name of a field; none if they cannot} */
    static Optional<String> of(String json) {
        if (WORDS.contains(json)) {
            return Optional.of("__" + json + "__");
        }
        return Optional.of(json)
                .filter(name -> WRITABLE.matcher(name).matches())
                .map(name -> name.replace("__", "__underscores__")
                        .replace(".", "__dot__")
                        .replace("-", "__dash__")
                        .replace("/", "__slash__"));
    }
}
