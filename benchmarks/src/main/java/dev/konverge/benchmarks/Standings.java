package dev.konverge.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a contest found: for each contender the values of each metric, by round, and who was missing. */
public final class Standings {
    private final Map<String, Map<String, SortedMap<Integer, Double>>> values = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();

    /** Of nobody yet. */
    public Standings() {}

    /** Adds what a contender measured in a round; not every round need have every metric. */
    public void add(String contender, int round, Map<String, Double> measured) {
        Map<String, SortedMap<Integer, Double>> metrics =
                values.computeIfAbsent(contender, name -> new LinkedHashMap<>());
        measured.forEach((metric, value) ->
                metrics.computeIfAbsent(metric, name -> new TreeMap<>()).put(round, value));
    }

    void miss(String contender, String reason) {
        missing.put(contender, reason);
    }

    /** {@return the figure of each contender that has that metric, in the order of the contest} */
    public Map<String, Measured> figures(String metric) {
        var figures = new LinkedHashMap<String, Measured>();
        values.forEach((contender, metrics) -> {
            SortedMap<Integer, Double> measured = metrics.get(metric);
            if (measured != null) {
                figures.put(contender, new Measured(measured));
            }
        });
        return figures;
    }

    /** {@return these standings without one contender} */
    public Standings without(String contender) {
        var copy = copy();
        copy.values.remove(contender);
        copy.missing.remove(contender);
        return copy;
    }

    /** {@return these standings with another name for one contender} */
    public Standings renamed(String contender, String name) {
        var copy = new Standings();
        values.forEach((who, metrics) -> copy.values.put(who.equals(contender) ? name : who, metrics));
        missing.forEach((who, reason) -> copy.missing.put(who.equals(contender) ? name : who, reason));
        return copy;
    }

    private Standings copy() {
        var copy = new Standings();
        copy.values.putAll(values);
        copy.missing.putAll(missing);
        return copy;
    }

    /** {@return who could not take part, with the reason} */
    public Map<String, String> missing() {
        return Map.copyOf(missing);
    }
}
