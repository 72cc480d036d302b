package dev.konverge.apiserver.access;

import java.util.List;

/**
 * What a user may do, and what kept it from being more. Immutable.
 *
 * @param grants the rules, in the order in which they are asked
 * @param problems what was wrong with roles that might have added to them
 */
public record Grants(List<Grant> grants, List<String> problems) {
    /**
     * A rule that holds for a user.
     *
     * @param rule what it allows
     * @param source which binding makes it hold
     */
    public record Grant(Rule rule, String source) {}

    /** Copies its arguments. */
    public Grants {
        grants = List.copyOf(grants);
        problems = List.copyOf(problems);
    }

    /** {@return the rules without where they are from} */
    public List<Rule> rules() {
        return grants.stream().map(Grant::rule).toList();
    }

    /** {@return the problems as one text, the way Go shows a list of errors; empty if there are none} */
    public String problem() {
        List<String> distinct = problems.stream().distinct().toList();
        return switch (distinct.size()) {
            case 0 -> "";
            case 1 -> distinct.getFirst();
            default -> "[" + String.join(", ", distinct) + "]";
        };
    }

    /** {@return whether these allow an action} */
    Decision decide(Action action) {
        for (Grant grant : grants) {
            if (grant.rule.allows(action)) {
                return new Decision.Allowed("RBAC: allowed by " + grant.source);
            }
        }
        return problems.isEmpty() ? Decision.Denied.PLAIN : new Decision.Denied("RBAC: " + problem());
    }
}
