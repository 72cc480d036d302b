package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import java.util.List;

/** Who says whether a user may do something. Safe for use by many threads. */
public interface Authorizer {
    /** The group whose members may do everything, whatever any role says. */
    String MASTERS = "system:masters";

    /** Lets everybody do everything. */
    Authorizer EVERYTHING = new Authorizer() {
        @Override
        public boolean unlimited(User user) {
            return true;
        }

        @Override
        public Decision decide(User user, Action action) {
            return Decision.Allowed.ALWAYS;
        }

        @Override
        public Grants grants(User user, String namespace) {
            return new Grants(
                    Rule.EVERYTHING.stream()
                            .map(rule -> new Grants.Grant(rule, ""))
                            .toList(),
                    List.of());
        }
    };

    /** {@return whether a user may do everything, so that nothing need be decided} */
    boolean unlimited(User user);

    /** {@return whether a user may do something} */
    Decision decide(User user, Action action);

    /** {@return all that a user may do in a namespace, or outside of any if it is empty} */
    Grants grants(User user, String namespace);
}
