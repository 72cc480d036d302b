package dev.konverge.benchmarks.informer;

import static dev.konverge.benchmarks.informer.InformerContenders.AOT;
import static dev.konverge.benchmarks.informer.InformerContenders.CLIENT_GO;
import static dev.konverge.benchmarks.informer.InformerContenders.FABRIC8;
import static dev.konverge.benchmarks.informer.InformerContenders.FABRIC8_TUNED;
import static dev.konverge.benchmarks.informer.InformerContenders.KUBE_RS;
import static dev.konverge.benchmarks.informer.InformerContenders.OFFICIAL;
import static dev.konverge.benchmarks.informer.InformerContenders.PROTOBUF;
import static dev.konverge.benchmarks.informer.InformerContenders.TUNED;

import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The rows for one number of pods: from the figures of all contenders, those of ours on JSON and those of ours on protobuf. */
final class InformerRows {
    private static final String BYTES = "bytes/pod";

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    InformerProgram.SYNCED,
                    "s",
                    Better.LOWER,
                    targets(CLIENT_GO, 4, FABRIC8, 7, OFFICIAL, 20, CLIENT_GO + PROTOBUF, 1, KUBE_RS, 1),
                    targets(CLIENT_GO + PROTOBUF, 1)),
            new Kind(InformerProgram.PROCESSOR, "CPU s", Better.LOWER, targets(), targets()),
            new Kind(
                    InformerProgram.HEAP,
                    BYTES,
                    Better.LOWER,
                    targets(CLIENT_GO, 4, FABRIC8, 9, KUBE_RS, 2),
                    targets()),
            new Kind(InformerProgram.HEAP_LATER, BYTES, Better.LOWER, targets(), targets()),
            new Kind(
                    InformerProgram.EVENTS,
                    "events/s",
                    Better.HIGHER,
                    targets(CLIENT_GO, 10, FABRIC8, 10, KUBE_RS, 1),
                    targets(CLIENT_GO + PROTOBUF, 1.5)),
            new Kind(InformerProgram.EVENT_COST, "µs CPU/event", Better.LOWER, targets(), targets()),
            new Kind(InformerProgram.LATENCY, "µs", Better.LOWER, targets(), targets()),
            new Kind(InformerProgram.LATENCY_99, "µs", Better.LOWER, targets(), targets()),
            new Kind(InformerProgram.INDEX, "µs/list", Better.LOWER, targets(), targets()),
            new Kind(InformerProgram.THREADS, "threads", Better.LOWER, targets(), targets()));

    /** What depends on how the JVM is started, so that there are rows for each way. */
    private static final Set<String> STARTED = Set.of(
            InformerProgram.SYNCED,
            InformerProgram.PROCESSOR,
            InformerProgram.HEAP,
            InformerProgram.EVENTS,
            InformerProgram.EVENT_COST);

    private final int pods;

    private record Kind(String metric, String unit, Better better, List<Target> json, List<Target> protobuf) {}

    InformerRows(int pods) {
        this.pods = pods;
    }

    private static List<Target> targets(Object... peersAndRatios) {
        var targets = new ArrayList<Target>();
        for (int i = 0; i < peersAndRatios.length; i += 2) {
            targets.add(new Target((String) peersAndRatios[i], ((Number) peersAndRatios[i + 1]).doubleValue()));
        }
        return targets;
    }

    private String name(String metric) {
        return metric + "-" + pods;
    }

    /** {@return the names of all rows of contenders as each is by itself} */
    String[] all() {
        return KINDS.stream().map(Kind::metric).flatMap(this::both).toArray(String[]::new);
    }

    /** {@return the names of the rows for which changes have to flow} */
    String[] timed() {
        return Stream.of(
                        InformerProgram.HEAP_LATER,
                        InformerProgram.EVENTS,
                        InformerProgram.EVENT_COST,
                        InformerProgram.LATENCY,
                        InformerProgram.LATENCY_99,
                        InformerProgram.INDEX)
                .flatMap(this::both)
                .toArray(String[]::new);
    }

    private Stream<String> both(String metric) {
        String name = name(metric);
        return STARTED.contains(metric)
                ? Stream.of(
                        name, name + PROTOBUF, name + AOT, name + PROTOBUF + AOT, name + TUNED, name + PROTOBUF + TUNED)
                : Stream.of(name, name + PROTOBUF);
    }

    /** {@return the names of the rows that treat managed fields alike on all sides} */
    String[] fields() {
        return new String[] {fieldsName(Plan.Fields.DROPPED), fieldsName(Plan.Fields.KEPT)};
    }

    private String fieldsName(Plan.Fields fields) {
        return name(InformerProgram.HEAP + "-" + fields.name().toLowerCase(Locale.ROOT));
    }

    /** {@return the rows of contenders as each is by itself} */
    List<Row> of(Standings all) {
        Standings json = ours(all, Row.US);
        Standings protobuf = onProtobuf(ours(all, Row.US + PROTOBUF));
        var rows = new ArrayList<Row>();
        for (Kind kind : KINDS) {
            rows.add(row(name(kind.metric), kind, json, kind.json));
            rows.add(row(name(kind.metric) + PROTOBUF, kind, protobuf, kind.protobuf));
            if (STARTED.contains(kind.metric)) {
                for (String start : List.of(AOT, TUNED)) {
                    rows.add(row(name(kind.metric) + start, kind, ours(all, Row.US + start), kind.json));
                    rows.add(row(
                            name(kind.metric) + PROTOBUF + start,
                            kind,
                            onProtobuf(ours(all, Row.US + PROTOBUF + start)),
                            kind.protobuf));
                }
            }
        }
        // What was not asked for was not measured.
        rows.removeIf(row -> row.konverge() == null && row.peers().isEmpty());
        return rows;
    }

    /** {@return the standings with one of ours, under our name} */
    private static Standings ours(Standings all, String which) {
        Standings one = all;
        for (String other : InformerContenders.OURS) {
            one = other.equals(which) ? one : one.without(other);
        }
        // A peer with the JVM of the tuned one belongs beside that one.
        return (which.equals(Row.US + TUNED) ? one : one.without(FABRIC8_TUNED)).renamed(which, Row.US);
    }

    private static Standings onProtobuf(Standings all) {
        return all.without(FABRIC8).without(OFFICIAL).without(CLIENT_GO).without(KUBE_RS);
    }

    private static Row row(String name, Kind kind, Standings standings, List<Target> targets) {
        return Row.of(name, kind.unit, kind.better, standings, kind.metric, targets.toArray(Target[]::new));
    }

    /** {@return the row of the heap with managed fields treated alike on all sides} */
    Row fields(Plan.Fields fields, Standings standings) {
        return Row.of(
                fieldsName(fields),
                BYTES,
                Better.LOWER,
                standings.without(Row.US + PROTOBUF),
                InformerProgram.HEAP,
                new Target(CLIENT_GO, 2),
                new Target(FABRIC8, 5),
                new Target(KUBE_RS, 2));
    }
}
