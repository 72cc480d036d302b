package dev.konverge.apiserver.access;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Users whose names say what they are: service accounts and nodes. */
public final class Accounts {
    private static final String ACCOUNT = "system:serviceaccount:";
    private static final String NODE = "system:node:";
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_SUBDOMAIN = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private Accounts() {}

    /**
     * A service account.
     *
     * @param namespace its namespace
     * @param name its name
     */
    public record Account(String namespace, String name) {
        /** {@return the name of the user that acts as it} */
        public String user() {
            return ACCOUNT + namespace + ":" + name;
        }

        /** {@return the groups that user is in, but for the one of everybody} */
        public List<String> groups() {
            return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
        }
    }

    /** {@return the service account that a user is, if it is one} */
    public static Optional<Account> findAccount(String user) {
        if (!user.startsWith(ACCOUNT)) {
            return Optional.empty();
        }
        String[] parts = user.substring(ACCOUNT.length()).split(":", -1);
        return parts.length == 2 && isLabel(parts[0]) && isSubdomain(parts[1])
                ? Optional.of(new Account(parts[0], parts[1]))
                : Optional.empty();
    }

    /** {@return the node that a user is, if it is one} */
    static Optional<String> findNode(String user) {
        return Optional.of(user)
                .filter(name -> name.startsWith(NODE))
                .map(name -> name.substring(NODE.length()))
                .filter(Accounts::isSubdomain);
    }

    private static boolean isLabel(String text) {
        return text.length() <= LONGEST_LABEL && LABEL.matcher(text).matches();
    }

    static boolean isSubdomain(String text) {
        return text.length() <= LONGEST_SUBDOMAIN && SUBDOMAIN.matcher(text).matches();
    }
}
