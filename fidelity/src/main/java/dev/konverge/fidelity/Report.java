package dev.konverge.fidelity;

import dev.konverge.fidelity.compare.Difference;
import dev.konverge.fidelity.compare.Level;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came of all scenarios, as a table for people and as JSON for programs. */
public final class Report {
    private static final String RANDOM = "random";

    private final List<Outcome> outcomes;

    Report(List<Outcome> outcomes) {
        this.outcomes = List.copyOf(outcomes);
    }

    /** {@return how many scenarios were played} */
    public int scenarios() {
        return outcomes.size();
    }

    /** {@return how many had the same transcript on both servers} */
    public int agree() {
        return (int) outcomes.stream().filter(Outcome::agrees).count();
    }

    /** {@return how many had not} */
    public int differ() {
        return scenarios() - agree();
    }

    /** {@return how many differ in something that is not on the list of known differences} */
    public int unexplained() {
        return (int) outcomes.stream()
                .filter(outcome -> !outcome.unexplained().isEmpty())
                .count();
    }

    /** {@return the table: a line for each row of the behaviour list} */
    public String table() {
        Map<String, List<Outcome>> rows = new TreeMap<>(Comparator.comparing(Report::sortable));
        for (Outcome outcome : outcomes) {
            outcome.scenario()
                    .rows()
                    .forEach(row ->
                            rows.computeIfAbsent(row, key -> new ArrayList<>()).add(outcome));
        }
        StringBuilder text =
                new StringBuilder("row      scenarios     agree    differ  (reason) (message)  unexplained\n");
        rows.forEach((row, its) -> text.append(line(row, its)));
        return text.append(line("all", outcomes)).toString();
    }

    private static String line(String row, List<Outcome> its) {
        long agree = its.stream().filter(Outcome::agrees).count();
        return String.format(
                "%-8s %9d %9d %9d %9d %9d %12d%n",
                row,
                its.size(),
                agree,
                its.size() - agree,
                its.stream()
                        .filter(outcome -> !outcome.agreesUpTo(Level.REASON))
                        .count(),
                its.stream()
                        .filter(outcome -> !outcome.agreesUpTo(Level.MESSAGE))
                        .count(),
                its.stream().filter(outcome -> !outcome.unexplained().isEmpty()).count());
    }

    /** {@return a row's id so that C2 comes before C10} */
    private static String sortable(String row) {
        return row.equals(RANDOM) ? "~" : row.replaceAll("(?<!\\d)(\\d)(?!\\d)", "0$1");
    }

    /** {@return the differences that are not known, a few lines each} */
    public String differences(int limit) {
        StringBuilder text = new StringBuilder();
        int left = limit;
        for (Outcome outcome : outcomes) {
            for (Difference difference : outcome.unexplained()) {
                if (left-- > 0) {
                    text.append(difference).append('\n');
                }
            }
        }
        return left < 0 ? text + "… and " + -left + " more\n" : text.toString();
    }

    /** {@return the names of the scenarios that differ in something unexplained} */
    public List<String> open() {
        return outcomes.stream()
                .filter(outcome -> !outcome.unexplained().isEmpty())
                .map(outcome -> outcome.scenario().name())
                .toList();
    }

    /** {@return what the real server answered where the embedded one gave the same answers, as data} */
    public String recording() {
        Map<String, Transcript> agreed = new TreeMap<>();
        for (Outcome outcome : outcomes) {
            if (outcome.agrees() && !outcome.scenario().rows().contains(RANDOM)) {
                agreed.put(outcome.scenario().name(), outcome.real());
            }
        }
        return Recording.of(agreed).text();
    }

    /** {@return the figures and the unexplained differences} */
    public Json.Obj json() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("scenarios", Json.of((long) scenarios()));
        fields.put("agree", Json.of((long) agree()));
        fields.put("differ", Json.of((long) differ()));
        fields.put("unexplained", Json.of((long) unexplained()));
        fields.put("random", Json.of(count(true)));
        fields.put("written", Json.of(count(false)));
        Map<String, Integer> reasons = new TreeMap<>();
        List<Json> open = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            outcome.explained().keySet().forEach(id -> reasons.merge(id, 1, Integer::sum));
            outcome.unexplained().forEach(difference -> open.add(Json.of(difference.toString())));
        }
        Map<String, Json> explained = new LinkedHashMap<>();
        reasons.forEach((id, count) -> explained.put(id, Json.of((long) count)));
        fields.put("explained", new Json.Obj(explained));
        fields.put("differences", new Json.Arr(open));
        return new Json.Obj(fields);
    }

    private long count(boolean random) {
        return outcomes.stream()
                .filter(outcome -> outcome.scenario().rows().contains(RANDOM) == random)
                .count();
    }
}
