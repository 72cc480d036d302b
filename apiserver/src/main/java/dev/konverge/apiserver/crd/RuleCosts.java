package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Adds up what the rules of a definition can cost, and says which cost too much. */
final class RuleCosts {
    private static final long RULE_LIMIT = 10_000_000;
    private static final long TOTAL_LIMIT = 100_000_000;
    private static final int MOST_SHOWN = 4;
    private static final String ADVICE =
            " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are"
                    + " declared)";

    private record Cost(String place, long units) {}

    private final List<Cost> large = new ArrayList<>();
    private long total;

    /** Counts one expression; {@code name} is what an error calls its cost. */
    void count(String place, String name, long units, List<FieldError> errors) {
        if (units > RULE_LIMIT) {
            errors.add(FieldError.forbidden(place, exceeded(name, units, RULE_LIMIT)));
        }
        total = total > Long.MAX_VALUE - units ? Long.MAX_VALUE : total + units;
        if (units >= TOTAL_LIMIT / 100) {
            large.add(new Cost(place, units));
        }
    }

    /** Says what is wrong with the sum; {@code place} is the schema. */
    void finish(String place, List<FieldError> errors) {
        if (total <= TOTAL_LIMIT) {
            return;
        }
        large.stream()
                .sorted(Comparator.comparingLong(Cost::units).reversed())
                .limit(MOST_SHOWN)
                .forEach(cost -> errors.add(FieldError.forbidden(
                        cost.place(),
                        "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema")));
        String name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
        errors.add(FieldError.forbidden(place, exceeded(name, total, TOTAL_LIMIT)));
    }

    private static String exceeded(String name, long units, long limit) {
        double factor = (double) units / limit;
        String shown =
                factor > 100 ? "more than 100x" : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
        return name + " exceeds budget by factor of " + shown + ADVICE;
    }
}
