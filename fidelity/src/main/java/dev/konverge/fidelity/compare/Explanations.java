package dev.konverge.fidelity.compare;

import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The list of the differences that are known and left.
 *
 * @param all its entries
 */
public record Explanations(List<Explanation> all) {
    /** Copies its argument. */
    public Explanations {
        all = List.copyOf(all);
    }

    /** {@return the list in a YAML text} */
    public static Explanations parse(String text) {
        List<Explanation> entries = new ArrayList<>();
        if (Yaml.parse(text) instanceof Json.Obj file && file.get("differences") instanceof Json.Arr list) {
            for (Json entry : list.items()) {
                entries.add(entry((Json.Obj) entry));
            }
        }
        return new Explanations(entries);
    }

    private static Explanation entry(Json.Obj entry) {
        String id = text(entry, "id");
        String why = text(entry, "why");
        if (id.isEmpty() || why.isEmpty()) {
            throw new IllegalArgumentException("a known difference needs id and why: " + entry);
        }
        return new Explanation(
                id,
                why,
                pattern(entry, "scenarios"),
                pattern(entry, "step"),
                pattern(entry, "path"),
                pattern(entry, "real"),
                pattern(entry, "ours"),
                entry.get("spoils") instanceof Json.Bool spoils && spoils.value());
    }

    private static Pattern pattern(Json.Obj entry, String field) {
        return Pattern.compile(text(entry, field), Pattern.DOTALL);
    }

    private static String text(Json.Obj entry, String field) {
        return entry.get(field) instanceof Json.Str text ? text.value().strip() : "";
    }

    /**
     * {@return those differences of a scenario that nobody knows a reason for} From a difference whose reason spoils the rest of its
     * scenario on, there are none.
     */
    public List<Difference> unexplained(List<Difference> differences) {
        List<Difference> unexplained = new ArrayList<>();
        for (Difference difference : differences) {
            Optional<Explanation> reason = find(difference);
            if (reason.isEmpty()) {
                unexplained.add(difference);
            } else if (reason.get().spoilsTheRest()) {
                break;
            }
        }
        return unexplained;
    }

    /** {@return why a difference is left, if that is known} */
    public Optional<Explanation> find(Difference difference) {
        return all.stream().filter(entry -> entry.covers(difference)).findFirst();
    }
}
