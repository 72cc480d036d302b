package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.client.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Informers on many pods, from a cold process, beside fabric8, the official Java client, client-go and kube-rs, all against the same server. */
public final class InformerBench implements Bench {
    private static final int MANY = 20_000;
    private static final int VERY_MANY = 100_000;
    private static final long MEGABYTE = 1 << 20;

    /** The setting for how many pods the official client is asked to hold. */
    private static final String OFFICIAL_PODS = "official-pods";

    /** The setting for whom to measure. */
    private static final String CONTENDERS = "contenders";

    /** The setting for how long each window of a flood is. */
    private static final String WINDOW_MILLIS = "window-millis";

    /** Heap with managed fields treated alike: bytes a pod hardly depend on how many there are. */
    private static final int SOME = 5_000;

    /** How many rounds there are; each of them takes minutes. */
    private static final int ROUNDS = 2;

    /** A window of the flood with which the server is warmed up. */
    private static final int WARM_MILLIS = 1_000;

    /** A bench without anything measured. */
    public InformerBench() {}

    @Override
    public String name() {
        return "informer";
    }

    @Override
    public String summary() {
        return "informers from a cold process to a flood of changes, beside fabric8, the official Java client, client-go and kube-rs";
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE
                .withDefault("pods", options.size(2_000, MANY))
                .withDefault("more-pods", options.size(2_000, VERY_MANY))
                .withDefault("field-pods", options.size(1_000, SOME))
                .withDefault(OFFICIAL_PODS, MANY)
                .withDefault(CONTENDERS, InformerContenders.NAMES)
                .withDefault("changing", 2_000)
                .withDefault(WINDOW_MILLIS, options.size(300, 2_000))
                .withDefault("trickle", options.size(100, 400));
    }

    @Override
    public String method(Options options) {
        return "new processes in each round, nothing warmed up; medians of " + options.rounds(ROUNDS)
                + " rounds, of the largest size " + options.rounds(1);
    }

    @Override
    public Report run(Options options, Progress progress) {
        Settings settings = sizes(options).setTo(options.settings());
        int pods = settings.number("pods", MANY);
        int more = settings.number("more-pods", VERY_MANY);
        var run = new Run(this, options.withSettings(settings), progress);
        run.measureFields(settings.number("field-pods", SOME));
        run.measure(pods, options.rounds(ROUNDS));
        if (more > pods) {
            run.measure(more, options.rounds(1));
        }
        run.rows.removeIf(row -> !options.wants(row.name()));
        return new Report(name(), Map.of("settings", settings.toString()), run.rows, run.missing);
    }

    /** The rows of one run. */
    private static final class Run {
        private final Bench bench;
        private final Options options;
        private final Progress progress;
        private final InformerContenders contenders;
        private final List<Row> rows = new ArrayList<>();
        private final Map<String, String> missing = new LinkedHashMap<>();

        Run(Bench bench, Options options, Progress progress) {
            this.bench = bench;
            this.options = options;
            this.progress = progress;
            progress.begin("nothing yet: peers are built");
            this.contenders = new InformerContenders(
                    options.settings().number(OFFICIAL_PODS, MANY),
                    options.settings().text(CONTENDERS));
        }

        void measure(int pods, int rounds) {
            var names = new InformerRows(pods);
            if (!options.wants(names.all())) {
                return;
            }
            int changing = Math.min(pods, options.settings().number("changing", pods));
            try (ServerProcess server = serve(pods, changing);
                    var caches = new AotCaches()) {
                boolean floods = options.wants(names.timed());
                Plan plan = plan(server, pods).withWindowMillis(floods ? windowMillis() : 0);
                train(plan.withWindowMillis(0), caches);
                if (floods) {
                    warm(plan.withWindowMillis(Math.min(windowMillis(), WARM_MILLIS)));
                }
                List<Contender> all = new ArrayList<>(asTheyAre(plan));
                for (String who : contenders.wanted(InformerContenders.CACHED)) {
                    all.add(InformerContenders.cached(plan.with(who, plan.fields()), caches));
                }
                rows.addAll(names.of(hold(all, rounds, plan.pods() + " pods, as they are")));
            }
        }

        private int windowMillis() {
            return options.settings().number(WINDOW_MILLIS, 1);
        }

        /** Makes the caches, and warms up what the server does until all are synced. */
        private void train(Plan plan, AotCaches caches) {
            progress.begin("nothing yet: caches for JVMs are made");
            for (String who : contenders.wanted(InformerContenders.CACHED)) {
                progress.step(who);
                caches.make(
                        who,
                        flags -> InformerContenders.java(plan.with(who, plan.fields()), flags)
                                .command());
            }
            progress.end();
        }

        /** Warms up what the server does later, in both forms, by those of ours, which take the most, and by one that makes the server wait in another way. */
        private void warm(Plan plan) {
            List<Contender> some = Stream.of(
                            Row.US,
                            Row.US + InformerContenders.PROTOBUF,
                            InformerContenders.CLIENT_GO + InformerContenders.PROTOBUF)
                    .map(who -> contenders.of(plan.with(who, plan.fields())))
                    .filter(one -> !(one instanceof Contender.Missing))
                    .toList();
            hold(some, 1, "nothing yet: the server warms up");
        }

        /** Heap with managed fields treated alike on all sides. */
        void measureFields(int pods) {
            var names = new InformerRows(pods);
            if (!options.wants(names.fields())) {
                return;
            }
            try (ServerProcess server = serve(pods, 1)) {
                Plan plan = plan(server, pods).withWindowMillis(0);
                for (Plan.Fields fields : List.of(Plan.Fields.DROPPED, Plan.Fields.KEPT)) {
                    String title = "managed fields " + fields.name().toLowerCase(Locale.ROOT);
                    List<Contender> all = asTheyAre(plan.with(Row.US, fields));
                    rows.add(names.fields(fields, hold(all, 1, pods + " pods, " + title)));
                }
            }
        }

        private Plan plan(ServerProcess server, int pods) {
            return new Plan(
                    Row.US,
                    server.url(),
                    server.authority().toString(),
                    server.port(1),
                    pods,
                    Plan.Fields.AS_IS,
                    0,
                    options.settings().number("trickle", 1));
        }

        /** Each pod is there as JSON and as protobuf. */
        private static ServerProcess serve(int pods, int changing) {
            return ServerProcess.start(
                    PodServer.class,
                    List.of("-Xmx" + (512 + pods * 30_000L / MEGABYTE) + "m"),
                    List.of(Integer.toString(pods), Integer.toString(changing)));
        }

        private List<Contender> asTheyAre(Plan plan) {
            return contenders.wanted(InformerContenders.AS_THEY_ARE).stream()
                    .map(who -> contenders.of(plan.with(who, plan.fields())))
                    .toList();
        }

        private Standings hold(List<Contender> whom, int rounds, String title) {
            // A process is cold only once. A quick run that is late would warm up for a round, were that of any length.
            Options cold = options.withRounds(rounds, Duration.ZERO, Duration.ZERO);
            Standings standings = new Contest(bench, cold, progress).hold(title, whom);
            missing.putAll(standings.missing());
            return standings;
        }
    }
}
