package dev.konverge.benchmarks.controller;

import static dev.konverge.benchmarks.controller.FooContenders.AOT;
import static dev.konverge.benchmarks.controller.FooContenders.GO;
import static dev.konverge.benchmarks.controller.FooContenders.JOSDK;

import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The rows for one number of Foos: once with our JVM as it is, once with its cache. */
final class ControllerRows {
    /** The names of the rows about the start. */
    static final String[] FIRST_WRITES = {Trial.FIRST_WRITE, Trial.FIRST_WRITE + AOT};

    private static final List<Kind> KINDS = List.of(
            new Kind(Trial.CONVERGED, "s", new Target(GO, 1), new Target(JOSDK, 3)),
            new Kind(Trial.PROCESSOR, "CPU s/1000 Foos"),
            new Kind(Trial.REQUESTS, "requests/Foo"),
            new Kind(Trial.REQUESTS_BUT_EVENTS, "requests/Foo"),
            new Kind(Trial.IDLE, "MB", new Target(JOSDK, 3)),
            new Kind(Trial.MEMORY, "MB", new Target(JOSDK, 3)));

    private final int foos;

    private record Kind(String metric, String unit, List<Target> targets) {
        Kind(String metric, String unit, Target... targets) {
            this(metric, unit, List.of(targets));
        }
    }

    ControllerRows(int foos) {
        this.foos = foos;
    }

    private String name(Kind kind) {
        return kind.metric + "-" + foos;
    }

    String[] all() {
        return KINDS.stream()
                .flatMap(kind -> Stream.of(name(kind), name(kind) + AOT))
                .toArray(String[]::new);
    }

    List<Row> of(Standings standings) {
        var rows = new ArrayList<Row>();
        for (Kind kind : KINDS) {
            rows.add(row(name(kind), kind, plain(standings)));
            rows.add(row(name(kind) + AOT, kind, cached(standings)));
        }
        rows.removeIf(row -> row.konverge() == null);
        return rows;
    }

    static List<Row> firstWrites(Standings standings) {
        var rows = new ArrayList<Row>();
        rows.add(row(Trial.FIRST_WRITE, new Kind(Trial.FIRST_WRITE, "s"), plain(standings)));
        rows.add(row(
                Trial.FIRST_WRITE + AOT, new Kind(Trial.FIRST_WRITE, "s", new Target(JOSDK, 5)), cached(standings)));
        rows.removeIf(row -> row.konverge() == null);
        return rows;
    }

    private static Standings plain(Standings standings) {
        return standings.without(Row.US + AOT);
    }

    private static Standings cached(Standings standings) {
        return standings.without(Row.US).renamed(Row.US + AOT, Row.US);
    }

    private static Row row(String name, Kind kind, Standings standings) {
        return Row.of(name, kind.unit, Better.LOWER, standings, kind.metric, kind.targets.toArray(Target[]::new));
    }
}
