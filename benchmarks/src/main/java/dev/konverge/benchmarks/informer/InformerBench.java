package dev.konverge.benchmarks.informer;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.ClassPath;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.PeerProgram;
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
    static final String FABRIC8 = "fabric8";
    static final String OFFICIAL = "official";
    static final String KUBE_RS = "kube-rs";
    static final String CLIENT_GO = "client-go";

    /** What the names of those end in that speak protobuf instead of JSON. */
    static final String PROTOBUF = "-protobuf";

    /** What the names of those end in whose JVM begins with a cache of what an earlier run has learned. */
    static final String AOT = "-aot";

    /** What the names of those end in that begin as the documentation advises whoever deploys: a cache, native TLS, one compiler. */
    static final String TUNED = "-tuned";

    /** The second compiler spends more on a cold process than the process gains from it. */
    private static final List<String> TUNED_FLAGS =
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1");

    /** fabric8 with the JVM of ours that is tuned: a cache and one compiler. Its TLS stays Java's. */
    static final String FABRIC8_TUNED = FABRIC8 + TUNED;

    private static final List<String> OURS_CACHED =
            List.of(Row.US + AOT, Row.US + PROTOBUF + AOT, Row.US + TUNED, Row.US + PROTOBUF + TUNED);

    /** All of ours. */
    static final List<String> OURS = Stream.concat(Stream.of(Row.US, Row.US + PROTOBUF), OURS_CACHED.stream())
            .toList();

    /** All whose JVM begins with a cache. */
    private static final List<String> CACHED =
            Stream.concat(OURS_CACHED.stream(), Stream.of(FABRIC8_TUNED)).toList();

    private static final String RUST_FOLDER = "kube-rs-informer";
    private static final String GO_FOLDER = "go-informer";
    private static final int MANY = 20_000;
    private static final int VERY_MANY = 100_000;
    private static final long MEGABYTE = 1 << 20;

    /** The setting for how many pods the official client is asked to hold. */
    private static final String OFFICIAL_PODS = "official-pods";

    private static final String TOO_MANY =
            "it ran out of heap with 100,000 pods; --set official-pods=N asks it nevertheless";

    /** Heap with managed fields treated alike: bytes a pod hardly depend on how many there are. */
    private static final int SOME = 5_000;

    /** How many rounds there are; each of them takes minutes. */
    private static final int ROUNDS = 2;

    /** The same for all: the collector that costs least, and a heap that need not grow first. */
    private static final List<String> FLAGS = List.of("-XX:+UseParallelGC", "-Xms1g");

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
                .withDefault("changing", 2_000)
                .withDefault("flood-millis", options.size(1_500, 6_000))
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
        int floodMillis = settings.number("flood-millis", 1);
        run.measureFields(settings.number("field-pods", SOME));
        run.measure(pods, options.rounds(ROUNDS), floodMillis);
        if (more > pods) {
            run.measure(more, options.rounds(1), floodMillis / 2);
        }
        run.rows.removeIf(row -> !options.wants(row.name()));
        return new Report(name(), Map.of("settings", settings.toString()), run.rows, run.missing);
    }

    /** The rows of one run. */
    private static final class Run {
        private final Bench bench;
        private final Options options;
        private final Progress progress;
        private final Contender clientGo = PeerProgram.go(CLIENT_GO, GO_FOLDER, List.of());
        private final Contender kubeRs = PeerProgram.rust(KUBE_RS, RUST_FOLDER, List.of());
        private final List<Row> rows = new ArrayList<>();
        private final Map<String, String> missing = new LinkedHashMap<>();

        Run(Bench bench, Options options, Progress progress) {
            this.bench = bench;
            this.options = options;
            this.progress = progress;
        }

        void measure(int pods, int rounds, int floodMillis) {
            var names = new InformerRows(pods);
            if (!options.wants(names.all())) {
                return;
            }
            int changing = Math.min(pods, options.settings().number("changing", pods));
            try (ServerProcess server = serve(pods, changing);
                    var caches = new AotCaches()) {
                Plan plan = plan(server, pods).withFloodMillis(options.wants(names.timed()) ? floodMillis : 0);
                train(plan.withFloodMillis(0), caches);
                List<Contender> contenders = new ArrayList<>(asTheyAre(plan));
                for (String who : CACHED) {
                    contenders.add(cached(plan.withFloodMillis(0).with(who, plan.fields()), caches));
                }
                rows.addAll(names.of(hold(contenders, rounds, plan.pods() + " pods, as they are")));
            }
        }

        /** Makes the caches, and warms the server up for all. */
        private void train(Plan plan, AotCaches caches) {
            progress.begin("nothing yet: caches for JVMs are made");
            for (String who : CACHED) {
                progress.step(who);
                caches.make(
                        who, flags -> java(plan.with(who, plan.fields()), flags).command());
            }
            progress.end();
        }

        private Contender cached(Plan plan, AotCaches caches) {
            return caches.has(plan.who())
                    ? java(plan, caches.using(plan.who()))
                    : new Contender.Missing(plan.who(), AotCaches.NONE);
        }

        /** Heap with managed fields treated alike on all sides. */
        void measureFields(int pods) {
            var names = new InformerRows(pods);
            if (!options.wants(names.fields())) {
                return;
            }
            try (ServerProcess server = serve(pods, 1)) {
                Plan plan = plan(server, pods).withFloodMillis(0);
                for (Plan.Fields fields : List.of(Plan.Fields.DROPPED, Plan.Fields.KEPT)) {
                    String title = "managed fields " + fields.name().toLowerCase(Locale.ROOT);
                    List<Contender> contenders = asTheyAre(plan.with(Row.US, fields));
                    rows.add(names.fields(fields, hold(contenders, 1, pods + " pods, " + title)));
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
            return Stream.of(Row.US, Row.US + PROTOBUF, FABRIC8, OFFICIAL, CLIENT_GO, CLIENT_GO + PROTOBUF, KUBE_RS)
                    .map(who -> contender(plan.with(who, plan.fields())))
                    .toList();
        }

        private Standings hold(List<Contender> contenders, int rounds, String title) {
            // A process is cold only once.
            Options cold = options.withRounds(rounds, options.round(), Duration.ZERO);
            Standings standings = new Contest(bench, cold, progress).hold(title, contenders);
            missing.putAll(standings.missing());
            return standings;
        }

        private Contender contender(Plan plan) {
            if (plan.who().startsWith(CLIENT_GO)) {
                return other(plan, clientGo);
            }
            if (plan.who().equals(KUBE_RS)) {
                return other(plan, kubeRs);
            }
            if (plan.who().equals(OFFICIAL) && plan.pods() > options.settings().number(OFFICIAL_PODS, MANY)) {
                return new Contender.Missing(OFFICIAL, TOO_MANY);
            }
            return java(plan, List.of());
        }

        private static Contender.Program java(Plan plan, List<String> more) {
            var flags = new ArrayList<>(FLAGS);
            if (plan.who().endsWith(TUNED)) {
                flags.addAll(TUNED_FLAGS);
            }
            // Room for the one that needs most of it.
            flags.add("-Xmx" + (1024 + plan.pods() * 120_000L / MEGABYTE) + "m");
            if (plan.who().equals(OFFICIAL) && plan.fields() == Plan.Fields.KEPT) {
                flags.add(OfficialInformer.KEEP);
            }
            flags.addAll(more);
            return program(plan, new JavaCommand(classPath(plan.who()), flags).running(InformerProgram.class));
        }

        private static String classPath(String who) {
            return switch (who) {
                case FABRIC8, FABRIC8_TUNED -> ClassPath.ofFabric8();
                case OFFICIAL -> ClassPath.ofOfficial();
                default -> who.endsWith(TUNED) ? ClassPath.oursWithNativeTls() : ClassPath.ours();
            };
        }

        private static Contender other(Plan plan, Contender built) {
            return switch (built) {
                case Contender.Program program -> program(plan, program.command());
                case Contender.Missing gone -> new Contender.Missing(plan.who(), gone.reason());
                case Contender.Jvm jvm -> jvm;
            };
        }

        private static Contender.Program program(Plan plan, List<String> command) {
            return new Contender.Program(
                    plan.who(),
                    Stream.concat(command.stream(), plan.arguments().stream()).toList());
        }
    }
}
