package dev.konverge.apiserver.access;

import dev.konverge.apiserver.User;
import dev.konverge.apiserver.failure.GoText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Whether somebody would give away more than they have: nobody may, or whoever writes roles could do everything. */
public final class Escalation {
    private Escalation() {}

    /** {@return what is wrong with a user who has {@code held} granting {@code given}, if anything} */
    public static Optional<String> findProblem(User user, Grants held, List<Rule> given) {
        List<Rule> owned = held.rules();
        List<Rule> missing = new ArrayList<>();
        for (Rule rule : given) {
            for (Rule atom : rule.atoms()) {
                if (owned.stream().noneMatch(mine -> mine.covers(atom))) {
                    missing.add(atom);
                }
            }
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        TreeSet<String> shown = new TreeSet<>();
        compact(missing).forEach(rule -> shown.add(rule.toString()));
        String problem = held.problem();
        return Optional.of("user " + GoText.quote(user.name()) + " (groups=" + GoText.quoted(user.groups())
                + ") is attempting to grant RBAC permissions not currently held:\n" + String.join("\n", shown)
                + (problem.isEmpty() ? "" : "; resolution errors: [" + problem + "]"));
    }

    /** {@return whether a user has everything there is} */
    public static boolean hasEverything(Grants held) {
        return findProblem(User.ANONYMOUS, held, Rule.EVERYTHING).isEmpty();
    }

    /** Puts rules together that differ by verb alone. Those about paths stay as they are, one for each verb. */
    private static List<Rule> compact(List<Rule> atoms) {
        List<Rule> compacted = new ArrayList<>();
        Map<List<List<String>>, Rule> byResource = new LinkedHashMap<>();
        for (Rule atom : atoms) {
            if (atom.paths().isEmpty()) {
                List<List<String>> about = List.of(atom.groups(), atom.resources(), atom.names());
                byResource.merge(about, atom, (known, more) -> known.withVerbs(more.verbs()));
            } else {
                compacted.add(atom);
            }
        }
        compacted.addAll(byResource.values());
        return compacted;
    }
}
