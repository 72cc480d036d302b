package dev.konverge.benchmarks.controller;

import static dev.konverge.benchmarks.controller.FooContenders.AOT;
import static dev.konverge.benchmarks.controller.FooContenders.CACHED;
import static dev.konverge.benchmarks.controller.FooContenders.GO;
import static dev.konverge.benchmarks.controller.FooContenders.JOSDK;
import static dev.konverge.benchmarks.controller.FooContenders.OTHERWISE;
import static dev.konverge.benchmarks.controller.FooContenders.PLAIN;
import static dev.konverge.benchmarks.controller.FooContenders.TUNED;

import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** The rows for one number of Foos: with our JVM as it is, with its cache, with native TLS besides, without options, and with the work done as peers do it. */
final class ControllerRows {
    /** The names of the rows about the start. */
    static final String[] FIRST_WRITES = {
        Trial.FIRST_WRITE, Trial.FIRST_WRITE + AOT, Trial.FIRST_WRITE + TUNED, Trial.FIRST_WRITE + PLAIN
    };

    /** Of ours. */
    private static final List<String> SUFFIXES = Stream.of(List.of("", AOT, TUNED, PLAIN), OTHERWISE)
            .flatMap(List::stream)
            .toList();

    /** What does not depend on how the work is done. */
    private static final Set<String> OF_THE_PROCESS = Set.of(Trial.IDLE, Trial.MEMORY);

    private static final List<Kind> KINDS = List.of(
            new Kind(Trial.CONVERGED, "s", new Target(GO, 1), new Target(JOSDK, 3)),
            new Kind(Trial.SETTLED, "s"),
            new Kind(Trial.PROCESSOR, "CPU s/1000 Foos"),
            new Kind(Trial.REQUESTS, "requests/Foo").wanting(3),
            new Kind(Trial.REQUESTS_BUT_EVENTS, "requests/Foo").wanting(2),
            new Kind(Trial.IDLE, "MB", new Target(JOSDK, 3)),
            new Kind(Trial.MEMORY, "MB", new Target(JOSDK, 3)));

    private final int foos;

    private record Kind(String metric, String unit, List<Target> targets, OptionalDouble wanted) {
        Kind(String metric, String unit, Target... targets) {
            this(metric, unit, List.of(targets), OptionalDouble.empty());
        }

        Kind wanting(double value) {
            return new Kind(metric, unit, targets, OptionalDouble.of(value));
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
                .flatMap(kind -> suffixes(kind).map(suffix -> name(kind) + suffix))
                .toArray(String[]::new);
    }

    private static Stream<String> suffixes(Kind kind) {
        return SUFFIXES.stream()
                .filter(suffix -> !(OTHERWISE.contains(suffix) && OF_THE_PROCESS.contains(kind.metric)));
    }

    List<Row> of(Standings standings) {
        var rows = new ArrayList<Row>();
        for (Kind kind : KINDS) {
            suffixes(kind).forEach(suffix -> rows.add(row(name(kind) + suffix, kind, ours(standings, suffix))));
        }
        rows.removeIf(row -> row.konverge() == null);
        return rows;
    }

    static List<Row> firstWrites(Standings standings) {
        var rows = new ArrayList<Row>();
        rows.add(row(Trial.FIRST_WRITE, new Kind(Trial.FIRST_WRITE, "s"), ours(standings, "")));
        for (String suffix : CACHED) {
            var kind = new Kind(Trial.FIRST_WRITE, "s", new Target(JOSDK, 5));
            rows.add(row(Trial.FIRST_WRITE + suffix, kind, ours(standings, suffix)));
        }
        rows.add(row(Trial.FIRST_WRITE + PLAIN, new Kind(Trial.FIRST_WRITE, "s"), ours(standings, PLAIN)));
        rows.removeIf(row -> row.konverge() == null);
        return rows;
    }

    /** The peers and that one of ours. */
    private static Standings ours(Standings standings, String suffix) {
        Standings some = standings;
        for (String other : SUFFIXES) {
            some = other.equals(suffix) ? some : some.without(Row.US + other);
        }
        return some.renamed(Row.US + suffix, Row.US);
    }

    private static Row row(String name, Kind kind, Standings standings) {
        Row row = Row.of(name, kind.unit, Better.LOWER, standings, kind.metric, kind.targets.toArray(Target[]::new));
        return kind.wanted.isPresent() ? row.wanting(kind.wanted.getAsDouble()) : row;
    }
}
