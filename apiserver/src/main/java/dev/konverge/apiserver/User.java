package dev.konverge.apiserver;

import dev.konverge.apiserver.access.Accounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Who makes a request.
 *
 * @param name the user's name
 * @param uid the user's unique id, or empty
 * @param groups the groups the user is in
 * @param extra more that the authenticator knows
 */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    /** The user of calls from within the process: may do everything. */
    public static final User ADMIN = new User("admin", "", List.of("system:masters", "system:authenticated"), Map.of());

    /** Who comes without credentials. */
    public static final User ANONYMOUS = new User("system:anonymous", "", List.of("system:unauthenticated"), Map.of());

    /**
     * {@return a user as the server knows one by name}: in the groups given, or in those of every service account if the name is that of
     * one, such as {@code system:serviceaccount:default:robot}, and in {@code system:authenticated}
     */
    public static User named(String name, String... groups) {
        List<String> all = new ArrayList<>(List.of(groups));
        if (all.isEmpty()) {
            Accounts.findAccount(name).ifPresent(account -> all.addAll(account.groups()));
        }
        if (!all.contains("system:authenticated")) {
            all.add("system:authenticated");
        }
        return new User(name, "", all, Map.of());
    }

    /** Copies its arguments. */
    public User {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }
}
