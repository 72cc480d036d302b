package dev.konverge.schema;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The names of types that a file mentions: made full where they are short, and checked once all types are known. */
final class TypeNames {
    /** Where each name was mentioned first. */
    private final Map<String, Integer> mentions = new HashMap<>();

    private String prefix = "";

    void enterPackage(String name) {
        prefix = name.concat(".");
    }

    boolean isInPackage() {
        return !prefix.isEmpty();
    }

    /** {@return the full name of a type of this package} */
    String declared(String simpleName) {
        return prefix.concat(simpleName);
    }

    /** {@return the full name of a type that is mentioned in that line, by its full name or that in this package} */
    String mentioned(String name, int line) {
        String full = name.indexOf('.') < 0 ? prefix.concat(name) : name;
        mentions.putIfAbsent(full, line);
        return full;
    }

    /** Throws if a name was mentioned that is not among {@code types}. */
    void checkAllAreAmong(Set<String> types) {
        SchemaFormatException first = null;
        for (Map.Entry<String, Integer> mention : mentions.entrySet()) {
            int line = mention.getValue();
            if (!types.contains(mention.getKey()) && (first == null || line < first.line())) {
                first = new SchemaFormatException(line, "there is no type '" + mention.getKey() + "'");
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
