package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Figure;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.Repeated;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Retained;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Stopwatch;
import dev.konverge.benchmarks.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Start, writes, watchers, lists and memory of the embedded API server. */
public final class ApiServerBench implements Bench {
    static final String OBJECTS = "objects";
    static final String STORED = "stored";
    static final String MOCK_CLASS_PATH = "mock-class-path";

    private static final String MOCK = "fabric8-mock";
    private static final List<String> LOAD_FLAGS = List.of("-Xmx1g");

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
        Settings sizes = options.settings()
                .withDefault(OBJECTS, options.size(5_000, 100_000))
                .withDefault(STORED, options.size(20_000, 1_000_000));
        Contender mock = mock(options);
        Settings passed = mock instanceof Contender.Program program
                ? sizes.withDefault(MOCK_CLASS_PATH, program.command().getFirst())
                : sizes;
        var rows = new ApiServerRows(options, new Contest(this, options.withSettings(passed), progress));
        starts(rows, mock, launcher(options, progress));
        writes(rows, mock, sizes.number(STORED, 1));
        reads(rows);
        return new Report(name(), Map.of("settings", sizes.toString()), rows.all(), rows.missing());
    }

    private static void starts(ApiServerRows rows, Contender mock, Contender launcher) {
        rows.measure(
                "start",
                List.of(ours("start", List.of("-Xmx1g"))),
                standings -> rows.add(start("start", standings).wanting(300)));
        rows.measure(
                "start-process",
                List.of(ours("start-process", LOAD_FLAGS), peer(mock, "mock-start-process")),
                standings -> rows.add(start("start-process", standings)));
        rows.measure(
                "start-launcher",
                List.of(launcher),
                standings -> rows.add(start("start-launcher", standings).wanting(1500)));
    }

    /** A build is no start, so it comes before. */
    private static Contender launcher(Options options, Progress progress) {
        if (!options.wants("start-launcher")) {
            return new Contender.Missing(Row.US, "in none of these rows");
        }
        Path root = Path.of(System.getProperty("konverge.root", "")).toAbsolutePath();
        progress.begin("nothing yet: the program is built, if need be");
        return PeerProgram.launcher(Row.US) instanceof Contender.Missing missing
                ? missing
                : ours("start-launcher", List.of("-Dkonverge.root=" + root));
    }

    private static WantedRow start(String name, Standings standings) {
        return new WantedRow(Row.of(name, "ms", Better.LOWER, standings, InProcess.START));
    }

    private static void writes(ApiServerRows rows, Contender mock, int stored) {
        over(rows, "create-1", "create", List.of(ours("create-1", LOAD_FLAGS), peer(mock, "mock-create-1")), 0);
        over(rows, "create-16", "create", List.of(ours("create-16", LOAD_FLAGS), peer(mock, "mock-create-16")), 5000);
        over(rows, "create-16-http2", "create", List.of(ours("http2-16", LOAD_FLAGS)), 0);
        rows.measure("write-few", List.of(ours("write-1000", List.of("-Xmx1g"))), few -> {
            Row fewObjects = Row.of("write-few", "ns CPU/create", Better.LOWER, few, InProcess.WRITE);
            rows.add(new WantedRow(fewObjects));
            rows.measure(
                    "write-many",
                    List.of(ours("write-" + stored, List.of("-Xmx6g"))),
                    many -> rows.add(
                            new WantedRow(Row.of("write-many", "ns CPU/create", Better.LOWER, many, InProcess.WRITE))
                                    .wanting(median(fewObjects) * 1.5)));
        });
    }

    private static void reads(ApiServerRows rows) {
        over(rows, "fanout-1", "delivery", List.of(ours("fanout-1", LOAD_FLAGS)), 0);
        rows.measure("fanout-100", List.of(ours("fanout-100", LOAD_FLAGS)), few -> {
            Row cost = rates(rows, "fanout-100", "delivery", few, 0);
            rows.measure("fanout-1000", List.of(ours("fanout-1000", LOAD_FLAGS)), many -> {
                rates(rows, "fanout-1000", "delivery", many, 2 * median(cost));
            });
        });
        over(rows, "list", "object", List.of(ours("list", LOAD_FLAGS)), 0);
        rows.measure(
                "retained",
                List.of(ours("retained", List.of(Retained.JVM_FLAGS, "-Xmx2g"))),
                standings -> rows.add(
                        new WantedRow(Row.of("retained", "bytes/object", Better.LOWER, standings, Retained.RETAINED))));
    }

    private static void over(
            ApiServerRows rows, String name, String operation, List<Contender> contenders, double wantedRate) {
        rows.measure(name, contenders, standings -> {
            WantedRow rate =
                    new WantedRow(Row.of(name, plural(operation) + "/s", Better.HIGHER, standings, Repeated.RATE));
            rows.add(wantedRate > 0 ? rate.wanting(wantedRate) : rate);
            rows.add(cost(name, operation, standings));
            rows.add(load(name, operation, standings));
        });
    }

    private static Row rates(
            ApiServerRows rows, String name, String operation, Standings standings, double wantedCost) {
        rows.add(new WantedRow(Row.of(name, plural(operation) + "/s", Better.HIGHER, standings, Repeated.RATE)));
        WantedRow cost = cost(name, operation, standings);
        rows.add(wantedCost > 0 ? cost.wanting(wantedCost) : cost);
        rows.add(load(name, operation, standings));
        return cost.row();
    }

    private static WantedRow cost(String name, String operation, Standings standings) {
        return new WantedRow(Row.of(name + "-cost", "ns CPU/" + operation, Better.LOWER, standings, Stopwatch.COST));
    }

    private static WantedRow load(String name, String operation, Standings standings) {
        return new WantedRow(Row.of(name + "-load", "ns CPU/" + operation, Better.LOWER, standings, Load.OWN_COST));
    }

    private static String plural(String operation) {
        return operation.equals("delivery") ? "deliveries" : operation + "s";
    }

    private static double median(Row row) {
        Figure us = row.konverge();
        return us == null ? 0 : us.median();
    }

    private static Contender ours(String work, List<String> flags) {
        return new Contender.Jvm(Row.US, work, flags);
    }

    private static Contender peer(Contender mock, String work) {
        return mock instanceof Contender.Missing ? mock : new Contender.Jvm(MOCK, work, LOAD_FLAGS);
    }

    /** Built by the run, with the libraries of its own release; its command is its class path. */
    private static Contender mock(Options options) {
        if (options.quick()) {
            return new Contender.Missing(MOCK, "not in a quick run");
        }
        return options.wants("start-process", "create-1", "create-1-cost", "create-16", "create-16-cost")
                ? PeerProgram.maven(MOCK, MOCK, List::of)
                : new Contender.Missing(MOCK, "in none of these rows");
    }
}
