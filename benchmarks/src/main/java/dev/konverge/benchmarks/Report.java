package dev.konverge.benchmarks;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that one benchmark found.
 *
 * @param bench the benchmark's name
 * @param settings what was measured with which sizes, in words, by name
 * @param rows the figures
 * @param missing the peers that could not take part, with the reason
 */
public record Report(String bench, Map<String, String> settings, List<Row> rows, Map<String, String> missing) {
    /** Copies its arguments and keeps their order. */
    public Report {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        rows = List.copyOf(rows);
        missing = Collections.unmodifiableMap(new LinkedHashMap<>(missing));
    }
}
