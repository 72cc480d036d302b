package dev.konverge.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /** {@return who took part in any row, in the order of the rows} */
    Set<String> peers() {
        var peers = new LinkedHashSet<String>();
        rows.forEach(row -> peers.addAll(row.peers().keySet()));
        return peers;
    }

    /** {@return one report of several; what it has is named after its benchmark, as in {@code codec/decode}} */
    static Report join(String name, List<Report> reports) {
        var rows = new ArrayList<Row>();
        var settings = new LinkedHashMap<String, String>();
        var missing = new LinkedHashMap<String, String>();
        for (Report report : reports) {
            report.rows().forEach(row -> rows.add(row.renamed(report.bench() + "/" + row.name())));
            report.settings().forEach((setting, value) -> settings.put(report.bench() + "/" + setting, value));
            report.missing().forEach((peer, reason) -> missing.put(report.bench() + "/" + peer, reason));
        }
        return new Report(name, settings, rows, missing);
    }
}
