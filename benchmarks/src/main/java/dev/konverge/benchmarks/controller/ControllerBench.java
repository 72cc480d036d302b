package dev.konverge.benchmarks.controller;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.JavaCommand;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.RealServer;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The sample controller on our runtime beside the Kubernetes sample in Go and JOSDK, all against the same server: the embedded one, or the real one. */
public final class ControllerBench implements Bench {
    private static final int MANY = 1_000;
    private static final int VERY_MANY = 10_000;
    private static final int QUICKLY = 200;

    /** How many Foos each implementation gets in a lap of warming up. */
    private static final int WARM = 2_000;

    private static final int MOST_LAPS = 8;

    /** A compiler that has worked for less than one part in so many of the last lap is done. */
    private static final int QUIET_SHARE = 8;

    private static final String NOT_QUICKLY =
            "not in a quick run; the shortest is --rounds 1 --set foos=200 --set more-foos=1";

    private final FooServerKind kind;

    private ControllerBench(FooServerKind kind) {
        this.kind = kind;
    }

    /** {@return the one on the embedded server, with nothing measured} */
    public static ControllerBench embedded() {
        return new ControllerBench(FooServerKind.EMBEDDED);
    }

    /** {@return the one on the real server, with nothing measured} */
    public static ControllerBench real() {
        return new ControllerBench(FooServerKind.REAL);
    }

    @Override
    public String name() {
        return kind.bench();
    }

    @Override
    public String summary() {
        return switch (kind) {
            case EMBEDDED ->
                "Foos from none to all converged, requests, memory and start of the sample controller, beside JOSDK and Go";
            case REAL -> "the same on the real kube-apiserver with etcd";
        };
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE
                .withDefault("foos", options.size(QUICKLY, MANY))
                .withDefault("more-foos", options.size(QUICKLY, VERY_MANY))
                .withDefault("warm-foos", options.size(QUICKLY, WARM))
                .withDefault("contenders", kind.contenders())
                .withDefault("idle-millis", options.size(500, 15_000));
    }

    @Override
    public String method(Options options) {
        return "new processes in each round; medians of " + options.rounds(kind.rounds()) + " rounds, of starts "
                + options.rounds(kind.starts()) + ", of the largest size " + options.rounds(kind.longRounds());
    }

    @Override
    public Report run(Options options, Progress progress) {
        if (kind == FooServerKind.REAL) {
            Contender server = options.quick() ? RealServer.missing(NOT_QUICKLY) : RealServer.find(progress);
            if (server instanceof Contender.Missing missing) {
                return new Report(name(), Map.of(), List.of(), Map.of(missing.name(), missing.reason()));
            }
        }
        return measure(options, progress);
    }

    private Report measure(Options options, Progress progress) {
        Settings settings = sizes(options).setTo(options.settings());
        int foos = settings.number("foos", MANY);
        int more = settings.number("more-foos", VERY_MANY);
        try (FooServerProcess server = FooServerProcess.start(kind)) {
            var run = new Run(this, options.withSettings(settings), progress, server);
            run.train(Math.min(foos, MANY));
            if (kind == FooServerKind.EMBEDDED) {
                run.warm(settings.number("warm-foos", WARM), options.size(1, MOST_LAPS));
            }
            run.firstWrites(options.rounds(kind.starts()));
            run.converge(foos, options.rounds(kind.rounds()), Trial.Task.CONVERGE, run.contenders.all());
            if (more > foos) {
                run.converge(
                        more, options.rounds(kind.longRounds()), Trial.Task.CONVERGE_MORE, run.contenders.withMore());
            }
            run.rows.removeIf(row -> !options.wants(row.name()));
            var words = new LinkedHashMap<String, String>();
            words.put("settings", settings.toString());
            words.put("server", kind.description());
            words.put("options of our JVM", String.join(" ", FooContenders.SMALL));
            words.put("with a cache", String.join(" ", FooContenders.GROWING));
            words.put("aot, tuned", "an AOT cache; tuned with Conscrypt for TLS besides");
            words.put("plain", "no options of the JVM at all");
            words.put("status, no-events", "workers write the status themselves; no-events without events besides");
            return new Report(name(), words, run.rows, run.missing);
        }
    }

    /** The rows of one run. */
    private static final class Run {
        private final Bench bench;
        private final Options options;
        private final Progress progress;
        private final FooServerProcess server;
        private final FooContenders contenders;
        private final Clock clock = Platform.real().clock();
        private final List<Row> rows = new ArrayList<>();
        private final Map<String, String> missing = new LinkedHashMap<>();

        Run(Bench bench, Options options, Progress progress, FooServerProcess server) {
            this.bench = bench;
            this.options = options;
            this.progress = progress;
            this.server = server;
            progress.begin("nothing yet: peers are built");
            this.contenders = new FooContenders(server, options.settings().text("contenders"));
        }

        /** Makes our caches. */
        void train(int foos) {
            if (!contenders.training().isEmpty()) {
                hold("nothing yet: caches for our JVM are made", Trial.Task.TRAIN, foos, 1, contenders.training());
            }
        }

        /** Makes the server as fast for the first contender as for the last: lap after lap, until its JVM hardly compiles any more. */
        void warm(int foos, int laps) {
            for (int lap = 1; lap <= laps; lap++) {
                long start = clock.nanoTime();
                Duration compiled = server.compiled();
                hold("nothing yet: the server warms up, lap " + lap, Trial.Task.WARM, foos, 1, contenders.warming());
                Duration took = Duration.ofNanos(clock.nanoTime() - start);
                if (server.compiled().minus(compiled).multipliedBy(QUIET_SHARE).compareTo(took) < 0) {
                    return;
                }
            }
        }

        void firstWrites(int rounds) {
            if (options.wants(ControllerRows.FIRST_WRITES)) {
                rows.addAll(ControllerRows.firstWrites(
                        hold("start to first write", Trial.Task.FIRST_WRITE, 1, rounds, contenders.starting())));
            }
        }

        void converge(int foos, int rounds, Trial.Task task, List<Contender> whom) {
            var names = new ControllerRows(foos);
            if (options.wants(names.all())) {
                rows.addAll(names.of(hold(foos + " Foos", task, foos, rounds, whom)));
            }
        }

        private Standings hold(String title, Trial.Task task, int foos, int rounds, List<Contender> whom) {
            // A process is cold only once. A quick run that is late would warm up for a round, were that of any length.
            Options cold = options.withRounds(rounds, Duration.ZERO, Duration.ZERO);
            List<Contender> trials =
                    whom.stream().map(one -> trial(one, task, foos)).toList();
            Standings standings = new Contest(bench, cold, progress).hold(title, trials);
            missing.putAll(standings.missing());
            return standings;
        }

        private Contender trial(Contender contender, Trial.Task task, int foos) {
            return switch (contender) {
                case Contender.Program program ->
                    new Contender.Program(
                            program.name(),
                            Stream.concat(driver(task, foos, program.name()).stream(), program.command().stream())
                                    .toList());
                case Contender.Missing gone -> gone;
                case Contender.Jvm jvm -> jvm;
            };
        }

        private List<String> driver(Trial.Task task, int foos, String who) {
            return JavaCommand.with(List.of(
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx64m",
                            "-Dkonverge.terminal=" + Boolean.getBoolean("konverge.terminal")))
                    .running(
                            Trial.class,
                            Integer.toString(server.control()),
                            task.name(),
                            Integer.toString(foos),
                            options.settings().text("idle-millis"),
                            who);
        }
    }
}
