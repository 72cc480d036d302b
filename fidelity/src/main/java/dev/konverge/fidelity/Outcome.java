package dev.konverge.fidelity;

import dev.konverge.fidelity.compare.Comparer;
import dev.konverge.fidelity.compare.Difference;
import dev.konverge.fidelity.compare.Explanation;
import dev.konverge.fidelity.compare.Explanations;
import dev.konverge.fidelity.compare.Level;
import dev.konverge.fidelity.play.Transcript;
import dev.konverge.fidelity.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of one scenario.
 *
 * @param scenario the scenario
 * @param real what the real server answered, normalised
 * @param unexplained where the servers differ and nobody knows why
 * @param explained how many differences each known reason accounts for, by its id
 * @param levels how many differences there are of each level
 */
record Outcome(
        Scenario scenario,
        Transcript real,
        List<Difference> unexplained,
        Map<String, Integer> explained,
        Map<Level, Integer> levels) {
    static Outcome of(Scenario scenario, Transcript real, Transcript ours, Explanations known) {
        List<Difference> differences = Comparer.compare(scenario.name(), real, ours);
        List<Difference> unexplained = known.unexplained(differences);
        Map<String, Integer> explained = new TreeMap<>();
        Map<Level, Integer> levels = new TreeMap<>();
        for (Difference difference : differences) {
            known.find(difference).map(Explanation::id).ifPresent(id -> explained.merge(id, 1, Integer::sum));
            levels.merge(difference.level(), 1, Integer::sum);
        }
        return new Outcome(scenario, real, unexplained, explained, levels);
    }

    boolean agrees() {
        return levels.isEmpty();
    }

    /** {@return whether the servers agree in all that counts up to a level} */
    boolean agreesUpTo(Level level) {
        return levels.keySet().stream().noneMatch(found -> found.compareTo(level) <= 0);
    }
}
