package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.Figure;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Target;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A row that may have a value that is wanted of us, shown beside the figures like a peer's.
 *
 * @param row the row
 */
record WantedRow(Row row) {
    private static final String WANTED = "wanted";

    /** {@return this with a value that we have to reach} */
    WantedRow wanting(double value) {
        var peers = new LinkedHashMap<>(row.peers());
        peers.put(WANTED, new Figure(value, value, value, 2));
        return new WantedRow(
                new Row(row.name(), row.unit(), row.better(), row.konverge(), peers, List.of(new Target(WANTED, 1))));
    }
}
