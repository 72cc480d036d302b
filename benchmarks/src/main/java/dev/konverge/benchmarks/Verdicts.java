package dev.konverge.benchmarks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of all targets of a report.
 *
 * @param decided which targets got each verdict, as {@code row against peer}
 * @param unmeasured which targets got none, by the reason: who is not measured is not beaten
 */
record Verdicts(Map<Verdict, List<String>> decided, Map<String, List<String>> unmeasured) {
    static Verdicts of(Report report) {
        var decided = new EnumMap<Verdict, List<String>>(Verdict.class);
        var unmeasured = new LinkedHashMap<String, List<String>>();
        for (Row row : report.rows()) {
            for (Target target : row.targets()) {
                Optional<Verdict> verdict = row.verdict(target);
                String name = row.name() + " against " + target.peer();
                if (verdict.isPresent()) {
                    add(decided, verdict.get(), name);
                } else {
                    add(unmeasured, reason(report, row, target), name);
                }
            }
        }
        return new Verdicts(decided, unmeasured);
    }

    private static <K> void add(Map<K, List<String>> names, K key, String name) {
        names.computeIfAbsent(key, none -> new ArrayList<>()).add(name);
    }

    private static String reason(Report report, Row row, Target target) {
        String who = row.konverge() == null ? Row.US : target.peer();
        return who + ": " + report.missing().getOrDefault(who, "no figure");
    }

    private List<String> with(Verdict verdict) {
        return decided.getOrDefault(verdict, List.of());
    }

    /** {@return one line: how many, and which of them are not met} */
    String inWords() {
        int all = decided.values().stream().mapToInt(List::size).sum();
        var parts = new ArrayList<String>();
        parts.add("targets: " + with(Verdict.MET).size() + " of " + all + " met");
        for (Verdict verdict : List.of(Verdict.OPEN, Verdict.MISSED)) {
            List<String> which = with(verdict);
            if (!which.isEmpty()) {
                parts.add(which.size() + " " + verdict.word() + ": " + String.join(", ", which));
            }
        }
        unmeasured.forEach((reason, which) ->
                parts.add(which.size() + " not measured (" + reason + "): " + String.join(", ", which)));
        return String.join("; ", parts);
    }
}
