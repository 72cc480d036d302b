package dev.konverge.fidelity.scenario;

import java.util.List;

/**
 * Requests to a server in their order, in a namespace of their own.
 *
 * @param name its name, {@code file/name}; no two have the same
 * @param rows the rows of the behaviour list it is about
 * @param steps what is done
 */
public record Scenario(String name, List<String> rows, List<Step> steps) {
    /** Copies its arguments. */
    public Scenario {
        rows = List.copyOf(rows);
        steps = List.copyOf(steps);
    }
}
