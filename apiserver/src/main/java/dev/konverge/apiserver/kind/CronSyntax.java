package dev.konverge.apiserver.kind;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the schedule of a CronJob may look like. */
final class CronSyntax {
    private static final Set<String> WORDS =
            Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    private static final int[] LEAST = {0, 0, 1, 1, 0};
    private static final int[] MOST = {59, 23, 31, 12, 6};

    private CronSyntax() {}

    /** {@return what is wrong with a schedule, if anything} */
    static Optional<String> problem(String schedule) {
        String text = schedule.strip();
        if (text.startsWith("@")) {
            return WORDS.contains(text) || text.matches("@every [0-9hms.]+")
                    ? Optional.empty()
                    : Optional.of("unrecognized descriptor: " + text);
        }
        String[] fields = text.split("\\s+", -1);
        if (fields.length != 5) {
            return Optional.of(
                    "expected exactly 5 fields, found " + fields.length + ": [" + String.join(" ", fields) + "]");
        }
        for (int i = 0; i < fields.length; i++) {
            for (String part : fields[i].split(",", -1)) {
                Optional<String> problem = range(part, i);
                if (problem.isPresent()) {
                    return problem;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> range(String part, int field) {
        int slash = part.indexOf('/');
        String span = slash < 0 ? part : part.substring(0, slash);
        if (slash >= 0 && !part.substring(slash + 1).matches("[1-9][0-9]{0,8}")) {
            return Optional.of("failed to parse int from " + part.substring(slash + 1) + ": strconv.Atoi: parsing \""
                    + part.substring(slash + 1) + "\": invalid syntax");
        }
        if (span.equals("*") || span.equals("?")) {
            return Optional.empty();
        }
        int last = LEAST[field];
        for (String end : span.split("-", 2)) {
            int value = value(end, field);
            if (value < 0) {
                return Optional.of(
                        "failed to parse int from " + end + ": strconv.Atoi: parsing \"" + end + "\": invalid syntax");
            }
            if (value > MOST[field]) {
                return Optional.of("end of range (" + value + ") above maximum (" + MOST[field] + "): " + part);
            }
            if (value < last) {
                return Optional.of(
                        value < LEAST[field]
                                ? "beginning of range (" + value + ") below minimum (" + LEAST[field] + "): " + part
                                : "beginning of range (" + last + ") beyond end of range (" + value + "): " + part);
            }
            last = value;
        }
        return Optional.empty();
    }

    private static int value(String text, int field) {
        String word = text.toLowerCase(Locale.ROOT);
        if (field == 3 && MONTHS.contains(word)) {
            return MONTHS.indexOf(word) + 1;
        }
        if (field == 4 && DAYS.contains(word)) {
            return DAYS.indexOf(word);
        }
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    }
}
