package dev.konverge.benchmarks.client;

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
import dev.konverge.benchmarks.Target;
import dev.konverge.benchmarks.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Requests, a long list and idle watches, beside fabric8 and the official Java client, all against the same server. */
public final class ClientBench implements Bench {
    static final String FABRIC8 = "fabric8";
    static final String OFFICIAL = "official";

    /** Our decoding of the list from memory: what a list would take if its transport took nothing. */
    static final String DECODE_ALONE = "decode-alone";

    /** A list of about 200 MB. */
    static final int PODS = 18_000;

    static final int WATCHES = 500;

    private static final int ROUNDS = 5;
    private static final int LISTS = 3;
    private static final List<Integer> CALLERS = List.of(1, 16, 256);
    private static final List<String> FLAGS = List.of("-Xmx1g");

    /** All begin with the heap that they may have: a process with the document in memory has grown already, one that lists has not. */
    private static final List<String> LIST_FLAGS = List.of("-Xms3g", "-Xmx3g");

    private static final List<String> WATCH_FLAGS = List.of(Retained.JVM_FLAGS, "-Xmx512m");

    /** Transport may add 15 percent to decoding. */
    private static final double MOST_OF_DECODING = 1 / 1.15;

    /** A bench without anything measured. */
    public ClientBench() {}

    @Override
    public String name() {
        return "client";
    }

    @Override
    public String summary() {
        return "requests, a 200 MB list and idle watches, beside fabric8 and the official Java client";
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE
                .withDefault("pods", options.size(1_800, PODS))
                .withDefault("watches", options.size(100, WATCHES));
    }

    @Override
    public Workload workload(String id, Settings settings) {
        try {
            return ClientWorkloads.of(id, settings);
        } catch (Exception e) {
            throw new IllegalStateException("the client of " + id + " could not be made", e);
        }
    }

    @Override
    public Report run(Options options, Progress progress) {
        Settings sizes = sizes(options).setTo(options.settings());
        var rows = new ArrayList<Row>();
        try (ServerProcess server = ServerProcess.start(sizes.number("pods", PODS))) {
            Options served = options.withSettings(
                    sizes.withDefault("server", server.url()).withDefault("authority", server.authority()));
            var contest = new Contest(
                    this, served.withRounds(options.rounds(ROUNDS), options.round(), options.warmUp()), progress);
            for (String kind : List.of("get", "update")) {
                for (int callers : CALLERS) {
                    requests(kind + "-" + callers, served, contest, rows);
                }
            }
            // A list takes seconds, and varies little.
            list(
                    served,
                    new Contest(
                            this,
                            served.withRounds(options.rounds(LISTS), options.round(), options.warmUp()),
                            progress),
                    rows);
            var counted = new Contest(
                    this, served.withRounds(options.size(1, LISTS), options.round(), options.round()), progress);
            watches(served, counted, rows);
        }
        rows.removeIf(row -> !options.wants(row.name()));
        return new Report(name(), Map.of("settings", sizes.toString()), rows, Map.of());
    }

    private static void requests(String row, Options options, Contest contest, List<Row> rows) {
        if (options.wants(row, row + "-cost")) {
            Standings standings = contest.hold(row, contenders(row, FLAGS, Row.US, FABRIC8, OFFICIAL));
            rows.add(Row.of(row, "requests/s", Better.HIGHER, standings, Repeated.RATE, ahead()));
            rows.add(Row.of(row + "-cost", "ns CPU/request", Better.LOWER, standings, Stopwatch.COST, ahead()));
        }
    }

    private static void list(Options options, Contest contest, List<Row> rows) {
        if (options.wants("list", "list-cost")) {
            Standings standings =
                    contest.hold("list", contenders("list", LIST_FLAGS, Row.US, FABRIC8, OFFICIAL, DECODE_ALONE));
            Target[] targets = Stream.concat(Stream.of(ahead()), Stream.of(new Target(DECODE_ALONE, MOST_OF_DECODING)))
                    .toArray(Target[]::new);
            rows.add(Row.of("list", "pods/s", Better.HIGHER, standings, Repeated.RATE, targets));
            rows.add(Row.of("list-cost", "ns CPU/pod", Better.LOWER, standings, Stopwatch.COST, ahead()));
        }
    }

    private static void watches(Options options, Contest contest, List<Row> rows) {
        if (options.wants("watch-threads", "watch-heap")) {
            Standings standings =
                    contest.hold("watches", contenders("watches", WATCH_FLAGS, Row.US, FABRIC8, OFFICIAL));
            rows.add(Row.of("watch-threads", "threads", Better.LOWER, standings, ClientWorkloads.THREADS, ahead()));
            rows.add(Row.of("watch-heap", "bytes/watch", Better.LOWER, standings, ClientWorkloads.HEAP, ahead()));
        }
    }

    private static Target[] ahead() {
        return new Target[] {new Target(FABRIC8, 1), new Target(OFFICIAL, 1)};
    }

    private static List<Contender> contenders(String work, List<String> flags, String... names) {
        return Stream.of(names)
                .<Contender>map(name -> new Contender.Jvm(name, work + "/" + name, flags))
                .toList();
    }
}
