package dev.konverge.codegen.processor;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Follows a path through a schema. */
final class SchemaPath {
    /** A name, behind a dot or, with characters of all kinds, in brackets. */
    private static final Pattern STEP = Pattern.compile("\\.([^.\\[\\]']+)|\\['((?:[^'\\\\]|\\\\.)*)'\\]");

    private static final Pattern NAMES = Pattern.compile("(\\.[\\w-]+)+");

    private SchemaPath() {}

    /** {@return whether a path is made of names only: {@code .spec.replicas}} */
    static boolean isOfNames(String path) {
        return NAMES.matcher(path).matches();
    }

    /**
     * {@return the part of a path that is not there, with all before it; none if it is, or if nothing can be said, because the path
     * is not made of names only}
     */
    static Optional<String> dead(String path, Node schema) {
        if (!isOfNames(path)) {
            return Optional.empty();
        }
        StringBuilder gone = new StringBuilder();
        Object at = schema.tree();
        for (String name : path.substring(1).split("\\.", -1)) {
            gone.append('.').append(name);
            if (isOpen(at) || gone.toString().equals(".metadata")) {
                return Optional.empty();
            }
            at = at instanceof Map<?, ?> object && object.get("properties") instanceof Map<?, ?> properties
                    ? properties.get(name)
                    : null;
            if (at == null) {
                return Optional.of(gone.toString());
            }
        }
        return Optional.empty();
    }

    /**
     * {@return why the path of the field that a rule blames ends before it is through, if it does} The server follows it more
     * strictly than other paths: to a field that the schema tells, or an entry of a map, and never into a list.
     */
    static Optional<String> deadEnd(String path, Node schema) {
        Matcher step = STEP.matcher(path);
        Object at = schema.tree();
        for (int end = 0; end < path.length(); end = step.end()) {
            if (!step.find(end) || step.start() != end) {
                return Optional.of(
                        "at '" + path.substring(end) + "' a step must be .name or ['name'], without elements of lists");
            }
            at = step(at, step.group(1) != null ? step.group(1) : step.group(2).replaceAll("\\\\(.)", "$1"));
            if (at == null) {
                return Optional.of("there is no " + path.substring(0, step.end()));
            }
        }
        return Optional.empty();
    }

    private static @Nullable Object step(Object at, String name) {
        if (!(at instanceof Map<?, ?> object)) {
            return null;
        }
        return object.get("properties") instanceof Map<?, ?> properties && !properties.isEmpty()
                ? properties.get(name)
                : object.get("additionalProperties");
    }

    /** {@return whether there may be names that the schema does not tell} */
    private static boolean isOpen(Object schema) {
        return schema instanceof Map<?, ?> object
                && (object.containsKey("x-kubernetes-preserve-unknown-fields")
                        || object.containsKey("additionalProperties"));
    }
}
