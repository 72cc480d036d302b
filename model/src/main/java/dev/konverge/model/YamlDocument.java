package dev.konverge.model;

import java.util.List;

/**
 * The first document of a YAML text as a server reads it: what comes behind it is not looked at, and of a key that is there
 * twice the last one counts.
 *
 * @param value what it holds, null if that is nothing
 * @param repeated the keys that are there twice, in the order in which they are found
 */
public record YamlDocument(Json value, List<RepeatedKey> repeated) {
    /** Copies its argument. */
    public YamlDocument {
        repeated = List.copyOf(repeated);
    }

    /**
     * A key that was there before.
     *
     * @param key the key
     * @param line where its value is, counted from 1
     */
    public record RepeatedKey(String key, int line) {}
}
