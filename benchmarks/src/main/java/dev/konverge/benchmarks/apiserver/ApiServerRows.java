package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Standings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The rows of a run: measures what is wanted and keeps what it was asked for. Used by one thread. */
final class ApiServerRows {
    private final Options options;
    private final Contest contest;
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, String> missing = new LinkedHashMap<>();

    ApiServerRows(Options options, Contest contest) {
        this.options = options;
        this.contest = contest;
    }

    /** Holds a contest if any row of it is wanted, or one that is compared with it. */
    void measure(String name, List<Contender> contenders, Consumer<Standings> then) {
        boolean compared = (name.equals("fanout-100") && options.wants("fanout-1000", "fanout-1000-cost"))
                || (name.equals("write-few") && options.wants("write-many"));
        if (compared || options.wants(name, name + "-cost", name + "-load")) {
            Standings standings = contest.hold(name, contenders);
            standings
                    .missing()
                    .forEach((who, why) -> missing.put(who.equals(Row.US) ? Row.US + " in " + name : who, why));
            then.accept(standings);
        }
    }

    /** {@return who did not take part, and why} */
    Map<String, String> missing() {
        return missing;
    }

    void add(Row row) {
        rows.add(row);
    }

    /** {@return the rows that were asked for, in the order in which they were measured} */
    List<Row> all() {
        return rows.stream().filter(row -> options.wants(row.name())).toList();
    }
}
