package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Start, writes, watchers, lists and memory of the embedded API server. */
public final class ApiServerBench implements Bench {
    static final int OBJECTS = 100_000;

    private static final String MOCK = "fabric8-mock";
    private static final List<String> FLAGS = List.of("-Xmx2g");

    /** A bench without anything measured. */
    public ApiServerBench() {}

    @Override
    public String name() {
        return "apiserver";
    }

    @Override
    public String summary() {
        return "start, writes over TLS, watch fan-out, a list of 100,000 and memory of the embedded API server";
    }

    @Override
    public Workload workload(String id, Settings settings) {
        return ApiServerWorkloads.of(id, settings);
    }

    @Override
    public Report run(Options options, Progress progress) {
        Settings sizes = options.settings().withDefault("objects", options.size(10_000, OBJECTS));
        Options sized = options.withSettings(sizes);
        Contest contest = new Contest(this, sized, progress);
        List<Row> rows = new ArrayList<>();
        timed("start", "starts/s", "ns CPU/start", contest, options, rows);
        for (int writers : List.of(1, 16)) {
            timed("create-" + writers, "creates/s", "ns CPU/create", contest, options, rows);
        }
        for (int watchers : List.of(1, 100, 1000)) {
            timed("fanout-" + watchers, "deliveries/s", "ns CPU/delivery", contest, options, rows);
        }
        timed("list", "objects/s", "ns CPU/object", contest, options, rows);
        if (options.wants("retained")) {
            Standings standings =
                    contest.hold("retained", contenders("retained", List.of(Retained.JVM_FLAGS, "-Xmx2g")));
            rows.add(Row.of("retained", "bytes/object", Better.LOWER, standings, Retained.RETAINED));
        }
        rows.removeIf(row -> !options.wants(row.name()));
        return new Report(name(), Map.of("settings", sizes.toString()), rows, Map.of());
    }

    private static void timed(
            String row, String unit, String costUnit, Contest contest, Options options, List<Row> rows) {
        if (options.wants(row, row + "-cost")) {
            Standings standings = contest.hold(row, contenders(row, FLAGS));
            rows.add(Row.of(row, unit, Better.HIGHER, standings, Repeated.RATE));
            rows.add(Row.of(row + "-cost", costUnit, Better.LOWER, standings, Stopwatch.COST));
        }
    }

    private static List<Contender> contenders(String work, List<String> flags) {
        return List.of(
                new Contender.Jvm(Row.US, work, flags),
                new Contender.Missing(MOCK, "io.fabric8:kubernetes-server-mock is not in the repository"));
    }
}
