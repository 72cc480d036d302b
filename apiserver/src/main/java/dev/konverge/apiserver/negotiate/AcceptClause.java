package dev.konverge.apiserver.negotiate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One alternative of an Accept header.
 *
 * @param type the part before the slash
 * @param subtype the part after it
 * @param quality the client's preference, from 0 to 1
 * @param parameters the other parameters
 */
record AcceptClause(String type, String subtype, double quality, Map<String, String> parameters) {
    /** More than any client sends; the rest of a longer header is not looked at. */
    private static final int MAX_CLAUSES = 64;

    private static final Comparator<AcceptClause> MOST_WANTED_FIRST = Comparator.comparingDouble(
                    (AcceptClause clause) -> -clause.quality)
            .thenComparingInt(clause -> -clause.precision());

    /** {@return the alternatives, the most wanted first; those of equal quality keep their order} */
    static List<AcceptClause> parse(String header) {
        List<AcceptClause> clauses = new ArrayList<>();
        for (String part : header.split(",", MAX_CLAUSES + 1)) {
            if (!part.isBlank() && clauses.size() < MAX_CLAUSES) {
                clauses.add(clause(part));
            }
        }
        clauses.sort(MOST_WANTED_FIRST);
        return clauses;
    }

    private static AcceptClause clause(String text) {
        String[] parts = text.split(";", -1);
        String[] name = parts[0].strip().toLowerCase(Locale.ROOT).split("/", 2);
        Map<String, String> parameters = new HashMap<>();
        double quality = 1;
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", 2);
            String value = pair.length == 2 ? pair[1].strip() : "";
            if (pair[0].strip().equals("q")) {
                quality = quality(value);
            } else if (!pair[0].isBlank()) {
                parameters.put(pair[0].strip(), value);
            }
        }
        String subtype = name.length == 2 ? name[1] : name[0].equals("*") ? "*" : "";
        return new AcceptClause(name[0], subtype, quality, Map.copyOf(parameters));
    }

    private static double quality(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /** A clause with wildcards is less wanted than one without, if the client did not say otherwise. */
    private int precision() {
        return (type.equals("*") ? 0 : 2) + (subtype.equals("*") ? 0 : 1);
    }

    boolean names(MediaType media) {
        boolean anySubtype = subtype.equals("*");
        return type.equals("*") ? anySubtype : type.equals("application") && subtype.equals(media.subtype());
    }
}
