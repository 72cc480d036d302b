package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.access.Accounts.Account;
import dev.konverge.apiserver.failure.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A way to be allowed to act as another user. */
enum Mode {
    /** A service account as the node that the pod it is used in runs on. */
    ASSOCIATED_NODE("associated-node") {
        @Override
        boolean concerns(User user, User wanted) {
            return isNameAlone(wanted)
                    && Accounts.findAccount(user.name()).isPresent()
                    && Accounts.findNode(wanted.name())
                            .map(node -> user.extra()
                                    .getOrDefault(NODE_NAME, List.of())
                                    .equals(List.of(node)))
                            .orElse(false);
        }
    },
    /** Anybody as a node. */
    ARBITRARY_NODE("arbitrary-node") {
        @Override
        boolean concerns(User user, User wanted) {
            return isNameAlone(wanted) && Accounts.findNode(wanted.name()).isPresent();
        }
    },
    /** Anybody as a service account. */
    SERVICE_ACCOUNT("serviceaccount") {
        @Override
        boolean concerns(User user, User wanted) {
            return isNameAlone(wanted) && Accounts.findAccount(wanted.name()).isPresent();
        }
    },
    /** Anybody as anybody who is neither. */
    USER_INFO("user-info") {
        @Override
        boolean concerns(User user, User wanted) {
            return Accounts.findNode(wanted.name()).isEmpty()
                    && Accounts.findAccount(wanted.name()).isEmpty();
        }
    },
    /** Anybody as anybody, whatever is done: the oldest way, and the one most roles allow. */
    UNCONSTRAINED("") {
        @Override
        boolean concerns(User user, User wanted) {
            return true;
        }
    };

    private static final String NODE_NAME = "authentication.kubernetes.io/node-name";
    private static final String AUTHENTICATION = "authentication.k8s.io";
    private static final String EVERYBODY = "system:authenticated";
    private static final String NOBODY = "system:unauthenticated";

    /** From how many groups on it is worth asking for all of them at once. */
    private static final int MANY = 4;

    private final String constraint;

    Mode(String constraint) {
        this.constraint = constraint;
    }

    /** {@return whether this way is for such users} */
    abstract boolean concerns(User user, User wanted);

    /**
     * {@return whom the user becomes}
     *
     * @throws dev.konverge.apiserver.failure.StatusException if the user may not
     */
    User check(Authorizer authorizer, User user, User wanted, Action action) {
        if (constrained()) {
            require(authorizer, user, action.withVerb("impersonate-on:" + constraint + ":" + action.verb()));
        }
        require(authorizer, user, onName(wanted.name()));
        if (!wanted.uid().isEmpty()) {
            require(authorizer, user, on(AUTHENTICATION, "uids", "", "", wanted.uid()));
        }
        requireGroups(authorizer, user, wanted.groups());
        requireExtra(authorizer, user, wanted.extra());
        return new User(wanted.name(), wanted.uid(), groups(wanted), wanted.extra());
    }

    private boolean constrained() {
        return this != UNCONSTRAINED;
    }

    private static boolean isNameAlone(User wanted) {
        return wanted.uid().isEmpty()
                && wanted.groups().isEmpty()
                && wanted.extra().isEmpty();
    }

    private Action.OnResource onName(String name) {
        String group = constrained() ? AUTHENTICATION : "";
        Optional<String> node = constrained() ? Accounts.findNode(name) : Optional.empty();
        if (node.isPresent()) {
            return on(group, "nodes", "", "", this == ASSOCIATED_NODE ? "*" : node.get());
        }
        return Accounts.findAccount(name)
                .map(account -> on(group, "serviceaccounts", "", account.namespace(), account.name()))
                .orElseGet(() -> on(group, "users", "", "", name));
    }

    private Action.OnResource on(String group, String resource, String subresource, String namespace, String name) {
        String verb = constrained() ? "impersonate:" + constraint : "impersonate";
        return new Action.OnResource(verb, group, resource, subresource, namespace, name);
    }

    private static void require(Authorizer authorizer, User user, Action action) {
        Decision decision = authorizer.decide(user, action);
        if (!decision.allowed()) {
            throw action.refusal(user, decision.reason());
        }
    }

    private void requireGroups(Authorizer authorizer, User user, List<String> groups) {
        String group = constrained() ? AUTHENTICATION : "";
        if (constrained() && groups.contains("")) {
            throw on(group, "groups", "", "", "").refusal(user, "impersonating the empty string group is not allowed");
        }
        if (constrained() && groups.contains(Authorizer.MASTERS)) {
            throw on(group, "groups", "", "", Authorizer.MASTERS)
                    .refusal(user, "impersonating the system:masters group is not allowed");
        }
        if (constrained()
                && groups.size() >= MANY
                && authorizer.decide(user, on(group, "groups", "", "", "*")).allowed()) {
            return;
        }
        groups.forEach(name -> require(authorizer, user, on(group, "groups", "", "", name)));
    }

    private void requireExtra(Authorizer authorizer, User user, Map<String, List<String>> extra) {
        extra.forEach((key, values) -> {
            if (constrained()) {
                findFault(key, values).ifPresent(fault -> {
                    throw on(AUTHENTICATION, "userextras", "", "", "").refusal(user, fault);
                });
            }
            values.forEach(value -> require(authorizer, user, on(AUTHENTICATION, "userextras", key, "", value)));
        });
    }

    private static Optional<String> findFault(String key, List<String> values) {
        if (key.isEmpty()) {
            return Optional.of("impersonating the empty string key in extra is not allowed");
        }
        int slash = key.indexOf('/');
        if (slash < 0 || slash == key.length() - 1 || !Accounts.isSubdomain(key.substring(0, slash))) {
            return Optional.of("impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "
                    + GoText.quote(key) + ": must be a domain-prefixed path (such as \"acme.io/foo\")");
        }
        return values.contains("")
                ? Optional.of("impersonating the empty string value in extra is not allowed")
                : Optional.empty();
    }

    private List<String> groups(User wanted) {
        List<String> groups = new ArrayList<>(wanted.groups());
        if (groups.isEmpty()) {
            Accounts.findAccount(wanted.name()).map(Account::groups).ifPresent(groups::addAll);
            if (constrained() && Accounts.findNode(wanted.name()).isPresent()) {
                groups.add("system:nodes");
            }
        }
        boolean anonymous = wanted.name().equals(User.ANONYMOUS.name());
        if (anonymous || !groups.contains(NOBODY)) {
            String all = anonymous ? NOBODY : EVERYBODY;
            if (!groups.contains(all)) {
                groups.add(all);
            }
        }
        return groups;
    }
}
