package dev.konverge.benchmarks.apiserver;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Figure;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.PeerProgram;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.RealServer;
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

    /** What the names of workloads begin with that are a peer's. */
    static final String OF_MOCK = "mock-";

    static final String OF_REAL = "real-";

    private static final String MOCK = "fabric8-mock";
    /** Those in which the real server takes part. */
    private static final List<String> REAL_ROWS = List.of(
            "start-process",
            "create-1",
            "create-16",
            "create-16-http2",
            "fanout-1",
            "fanout-100",
            "fanout-1000",
            "list");

    private static final String NOT_QUICKLY = "not in a quick run";
    private static final String NOT_ASKED = "in none of these rows";
    private static final List<String> LOAD_FLAGS = List.of("-Xmx1g");

    /** A bench without anything measured. */
    public ApiServerBench() {}

    @Override
    public String name() {
        return "apiserver";
    }

    @Override
    public String summary() {
        return "start, writes over TLS, watch fan-out, a list of 100,000 and memory of the embedded API server, beside kube-apiserver with etcd"
                + " and fabric8's mock";
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE
                .withDefault(OBJECTS, options.size(5_000, 100_000))
                .withDefault(STORED, options.size(20_000, 1_000_000));
    }

    @Override
    public String method(Options options) {
        return Bench.super.method(options) + ", " + Load.LEAST + " to " + Load.MOST
                + " times that for servers, until they hardly compile any more";
    }

    @Override
    public Workload workload(String id, Settings settings) {
        return ApiServerWorkloads.of(id, settings);
    }

    @Override
    public Report run(Options options, Progress progress) {
        Settings sizes = sizes(options).setTo(options.settings());
        Contender mock = mock(options);
        Settings passed = mock instanceof Contender.Program program
                ? sizes.withDefault(MOCK_CLASS_PATH, program.command().getFirst())
                : sizes;
        var rows = new ApiServerRows(options, new Contest(this, options.withSettings(passed), progress));
        var peers = new Peers(real(options, progress), mock);
        starts(rows, peers, launcher(options, progress));
        writes(rows, peers, sizes.number(STORED, 1));
        reads(rows, peers);
        return new Report(name(), Map.of("settings", sizes.toString()), rows.all(), rows.missing());
    }

    private static void starts(ApiServerRows rows, Peers peers, Contender launcher) {
        rows.measure(
                "start",
                List.of(ours("start", List.of("-Xmx1g"))),
                standings -> rows.add(start("start", standings).wanting(300)));
        rows.measure(
                "start-process", peers.all("start-process"), standings -> rows.add(start("start-process", standings)));
        rows.measure(
                "start-launcher",
                List.of(launcher),
                standings -> rows.add(start("start-launcher", standings).wanting(1500)));
    }

    /** A build is no start, so it comes before. */
    private static Contender launcher(Options options, Progress progress) {
        if (!options.wants("start-launcher")) {
            return new Contender.Missing(Row.US, NOT_ASKED);
        }
        Path root = Path.of(System.getProperty("konverge.root", "")).toAbsolutePath();
        progress.begin("nothing yet: the program is built, if need be");
        return PeerProgram.launcher(Row.US) instanceof Contender.Missing missing
                ? missing
                : ours("start-launcher", List.of("-Dkonverge.root=" + root));
    }

    private static Row start(String name, Standings standings) {
        return Row.of(name, "ms", Better.LOWER, standings, InProcess.START);
    }

    private static void writes(ApiServerRows rows, Peers peers, int stored) {
        over(rows, "create-1", "create", peers.all("create-1"), 0);
        over(rows, "create-16", "create", peers.all("create-16"), 5000);
        over(rows, "create-16-http2", "create", peers.withReal("http2-16"), 0);
        rows.measure("write-few", List.of(ours("write-1000", List.of("-Xmx1g"))), few -> {
            Row fewObjects = Row.of("write-few", "ns CPU/create", Better.LOWER, few, InProcess.WRITE);
            rows.add(fewObjects);
            rows.measure(
                    "write-many",
                    List.of(ours("write-" + stored, List.of("-Xmx6g"))),
                    many -> rows.add(Row.of("write-many", "ns CPU/create", Better.LOWER, many, InProcess.WRITE)
                            .wanting(median(fewObjects) * 1.5)));
        });
    }

    private static void reads(ApiServerRows rows, Peers peers) {
        over(rows, "fanout-1", "delivery", peers.withReal("fanout-1"), 0);
        rows.measure("fanout-100", peers.withReal("fanout-100"), few -> {
            Row cost = rates(rows, "fanout-100", "delivery", few, 0);
            rows.measure("fanout-1000", peers.withReal("fanout-1000"), many -> {
                rates(rows, "fanout-1000", "delivery", many, 2 * median(cost));
            });
        });
        over(rows, "list", "object", peers.withReal("list"), 0);
        rows.measure(
                "retained",
                List.of(ours("retained", List.of(Retained.JVM_FLAGS, "-Xmx2g"))),
                standings -> rows.add(Row.of("retained", "bytes/object", Better.LOWER, standings, Retained.RETAINED)));
    }

    private static void over(
            ApiServerRows rows, String name, String operation, List<Contender> contenders, double wantedRate) {
        rows.measure(name, contenders, standings -> {
            Row rate = Row.of(name, plural(operation) + "/s", Better.HIGHER, standings, Repeated.RATE);
            rows.add(wantedRate > 0 ? rate.wanting(wantedRate) : rate);
            rows.add(cost(name, operation, standings));
            rows.add(load(name, operation, standings));
        });
    }

    private static Row rates(
            ApiServerRows rows, String name, String operation, Standings standings, double wantedCost) {
        rows.add(Row.of(name, plural(operation) + "/s", Better.HIGHER, standings, Repeated.RATE));
        Row cost = cost(name, operation, standings);
        rows.add(wantedCost > 0 ? cost.wanting(wantedCost) : cost);
        rows.add(load(name, operation, standings));
        return cost;
    }

    private static Row cost(String name, String operation, Standings standings) {
        return Row.of(name + "-cost", "ns CPU/" + operation, Better.LOWER, standings, Stopwatch.COST);
    }

    private static Row load(String name, String operation, Standings standings) {
        return Row.of(name + "-load", "ns CPU/" + operation, Better.LOWER, standings, Load.OWN_COST);
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

    /** Who may take part besides us: in a process that is the load for it. */
    private record Peers(Contender real, Contender mock) {
        /** {@return us and the real server} */
        List<Contender> withReal(String work) {
            return List.of(ours(work, LOAD_FLAGS), load(real, OF_REAL + work));
        }

        /** {@return us, the real server and fabric8's mock} */
        List<Contender> all(String work) {
            return List.of(ours(work, LOAD_FLAGS), load(real, OF_REAL + work), load(mock, OF_MOCK + work));
        }

        private static Contender load(Contender peer, String work) {
            return peer instanceof Contender.Missing ? peer : new Contender.Jvm(peer.name(), work, LOAD_FLAGS);
        }
    }

    private static Contender real(Options options, Progress progress) {
        if (options.quick()) {
            return RealServer.missing(NOT_QUICKLY);
        }
        return REAL_ROWS.stream().anyMatch(row -> options.wants(row, row + "-cost", row + "-load"))
                ? RealServer.find(progress)
                : RealServer.missing(NOT_ASKED);
    }

    /** Built by the run, with the libraries of its own release; its command is its class path. */
    private static Contender mock(Options options) {
        if (options.quick()) {
            return new Contender.Missing(MOCK, NOT_QUICKLY);
        }
        return options.wants("start-process", "create-1", "create-1-cost", "create-16", "create-16-cost")
                ? PeerProgram.maven(MOCK, MOCK, List::of)
                : new Contender.Missing(MOCK, NOT_ASKED);
    }
}
