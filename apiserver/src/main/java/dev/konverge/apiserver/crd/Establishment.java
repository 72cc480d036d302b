package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The way of a definition from its creation until its resources are served: its names are accepted, or not if others have them, and
 * then it is established. Each step is one write.
 */
public final class Establishment {
    private Establishment() {}

    /**
     * {@return the next state of a definition, nothing if it has come to rest}
     *
     * @param definition the stored definition
     * @param others all other stored definitions
     * @param now the time
     */
    public static Optional<Json.Obj> findNext(Json.Obj definition, Collection<Json.Obj> others, Instant now) {
        String time = TimeFormat.TIME.format(now);
        Json requested = Tree.object(definition, "spec", "names");
        if (!requested.equals(Tree.object(definition, "status", "acceptedNames"))) {
            Json.Obj named = new Naming(definition, others).apply(time);
            if (!named.equals(definition)) {
                return Optional.of(named);
            }
        }
        if (Conditions.isTrue(definition, "NamesAccepted") && !Conditions.isTrue(definition, "Established")) {
            return Optional.of(Conditions.with(
                    definition,
                    "Established",
                    "True",
                    "InitialNamesAccepted",
                    "the initial names have been accepted",
                    time));
        }
        return Optional.empty();
    }

    /** One attempt to get the names that a definition asks for. */
    private static final class Naming {
        private final Json.Obj definition;
        private final Set<String> resources = new HashSet<>();
        private final Set<String> kinds = new HashSet<>();
        private Json.Obj names;
        private String reason = "";
        private String message = "";

        Naming(Json.Obj definition, Collection<Json.Obj> others) {
            this.definition = definition;
            this.names = Tree.object(definition, "status", "acceptedNames");
            String group = Tree.text(definition, "spec", "group");
            for (Json.Obj other : others) {
                Json.Obj taken = Tree.object(other, "status", "acceptedNames");
                if (Tree.text(other, "spec", "group").equals(group)) {
                    resources.add(Tree.text(taken, "plural"));
                    resources.add(Tree.text(taken, "singular"));
                    resources.addAll(Tree.strings(taken, "shortNames"));
                    kinds.add(Tree.text(taken, "kind"));
                    kinds.add(Tree.text(taken, "listKind"));
                }
            }
        }

        Json.Obj apply(String time) {
            take("plural", resources, "PluralConflict");
            take("singular", resources, "SingularConflict");
            shortNames();
            take("kind", kinds, "KindConflict");
            take("listKind", kinds, "ListKindConflict");
            names = Tree.with(names, Tree.at(definition, "spec", "names", "categories"), "categories");
            Json.Obj named = Tree.with(definition, names, "status", "acceptedNames");
            boolean accepted = reason.isEmpty();
            named = accepted
                    ? Conditions.with(named, "NamesAccepted", "True", "NoConflicts", "no conflicts found", time)
                    : Conditions.with(named, "NamesAccepted", "False", reason, message, time);
            if (Conditions.isTrue(definition, "Established")) {
                return named;
            }
            return accepted
                    ? Conditions.with(
                            named, "Established", "False", "Installing", "the initial names have been accepted", time)
                    : established(named, time);
        }

        private static Json.Obj established(Json.Obj named, String time) {
            return Conditions.find(named, "Established").part("status").isEmpty()
                    ? Conditions.with(named, "Established", "False", "NotAccepted", "not all names are accepted", time)
                    : named;
        }

        private void take(String field, Set<String> used, String conflict) {
            String wanted = Tree.text(definition, "spec", "names", field);
            String accepted = Tree.text(definition, "status", "acceptedNames", field);
            if (!wanted.equals(accepted) && used.contains(wanted)) {
                reason = conflict;
                message = GoText.quote(wanted) + " is already in use";
            } else if (!wanted.isEmpty()) {
                names = Tree.with(names, Json.of(wanted), field);
            }
        }

        private void shortNames() {
            List<String> wanted = Tree.strings(definition, "spec", "names", "shortNames");
            List<String> accepted = Tree.strings(definition, "status", "acceptedNames", "shortNames");
            List<String> conflicts = new ArrayList<>();
            for (String name : wanted) {
                if (!accepted.contains(name) && resources.contains(name)) {
                    conflicts.add(GoText.quote(name) + " is already in use");
                }
            }
            if (conflicts.isEmpty()) {
                names = Tree.with(names, wanted.isEmpty() ? null : Tree.arr(wanted), "shortNames");
            } else {
                reason = "ShortNamesConflict";
                message = conflicts.size() == 1 ? conflicts.getFirst() : "[" + String.join(", ", conflicts) + "]";
            }
        }
    }
}
