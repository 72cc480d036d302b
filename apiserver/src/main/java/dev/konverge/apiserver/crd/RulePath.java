package dev.konverge.apiserver.crd;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The path of the field that a rule blames, such as {@code .spec['some key'].name}. */
final class RulePath {
    private static final Pattern STEP = Pattern.compile("\\.([^.\\[\\]']+)|\\['((?:[^'\\\\]|\\\\.)*)'\\]");

    private RulePath() {}

    /** {@return the path as errors show it, if the schema has it} */
    static Optional<String> find(String written, SchemaNode schema) {
        Matcher matcher = STEP.matcher(written);
        StringBuilder path = new StringBuilder();
        SchemaNode place = schema;
        int end = 0;
        while (end < written.length()) {
            if (!matcher.find(end) || matcher.start() != end) {
                return Optional.empty();
            }
            String name = matcher.group(1) != null
                    ? matcher.group(1)
                    : matcher.group(2).replaceAll("\\\\(.)", "$1");
            SchemaNode property = place.properties().get(name);
            SchemaNode entry = place.entry();
            if (property != null) {
                path.append(path.isEmpty() ? "" : ".").append(name);
                place = property;
            } else if (place.properties().isEmpty() && entry != null) {
                path.append('[').append(name).append(']');
                place = entry;
            } else {
                return Optional.empty();
            }
            end = matcher.end();
        }
        return Optional.of(path.toString());
    }
}
