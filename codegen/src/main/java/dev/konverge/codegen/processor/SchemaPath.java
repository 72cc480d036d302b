package dev.konverge.codegen.processor;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Follows a path through a schema, as far as it is made of names only: {@code .spec.replicas}. */
final class SchemaPath {
    private static final Pattern NAMES = Pattern.compile("(\\.[\\w-]+)+");

    private SchemaPath() {}

    /** {@return the part of the path that is not there, with all before it; none if it is, or if nothing can be said} */
    static Optional<String> dead(String path, Node schema) {
        if (!NAMES.matcher(path).matches()) {
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

    /** {@return whether there may be names that the schema does not tell} */
    private static boolean isOpen(Object schema) {
        return schema instanceof Map<?, ?> object
                && (object.containsKey("x-kubernetes-preserve-unknown-fields")
                        || object.containsKey("additionalProperties"));
    }
}
