package dev.konverge.fidelity.play;

import java.util.List;
import java.util.Set;

/**
 * What a server answered to a scenario.
 *
 * @param entries one for each step, in order
 * @param generateNames what names were asked to begin with
 */
public record Transcript(List<Entry> entries, Set<String> generateNames) {
    /** Copies its arguments. */
    public Transcript {
        entries = List.copyOf(entries);
        generateNames = Set.copyOf(generateNames);
    }

    /** A transcript in which no names were generated. */
    public Transcript(List<Entry> entries) {
        this(entries, Set.of());
    }
}
