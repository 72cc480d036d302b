package dev.konverge.client.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * As whom a request acts, if the one who sends it may do that.
 *
 * @param user the name
 * @param uid the id; empty for none
 * @param groups the groups
 * @param extra more facts
 */
public record Impersonation(String user, String uid, List<String> groups, Map<String, List<String>> extra) {
    /** Copies its arguments; there must be a name. */
    public Impersonation {
        if (user.isEmpty()) {
            throw new IllegalArgumentException("impersonation needs a user name");
        }
        groups = List.copyOf(groups);
        Map<String, List<String>> copy = new LinkedHashMap<>();
        extra.forEach((key, values) -> copy.put(key, List.copyOf(values)));
        extra = java.util.Collections.unmodifiableMap(copy);
    }

    /** {@return acting as a user} */
    public static Impersonation of(String user) {
        return new Impersonation(user, "", List.of(), Map.of());
    }
}
