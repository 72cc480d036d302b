package dev.konverge.benchmarks;

import dev.konverge.base.Platform;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code konverge bench}: runs a benchmark and prints its report. */
@Command(
        name = "konverge bench",
        description = "Measure Konverge beside its peers, in one run. Without a name: list the benchmarks.",
        footer = {
            "",
            "Examples:",
            "  ./konverge bench codec --quick",
            "  ./konverge bench codec --rows decode,encode --json codec.json",
            "  ./konverge bench codec --set pods-per-workload=1",
            "  ./konverge bench all --json all.json --markdown all.md --plots plots"
        })
public final class Main implements Callable<Integer> {
    private static final String ALL = "all";

    private final PrintStream out;
    private final PrintStream err;

    /** What has been found so far, for a document. */
    private final StringBuilder tables = new StringBuilder();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The benchmark, or 'all'.")
    private @Nullable String name;

    @Option(
            names = "--quick",
            description = "Fewer and shorter rounds: a minute or so for each benchmark, an impression.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures to this file too, as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the tables to this file too, for a document.")
    private @Nullable Path markdown;

    @Option(
            names = "--plots",
            paramLabel = "DIR",
            description = "Draw a picture of each report into this folder, as SVG.")
    private @Nullable Path plots;

    @Option(names = "--rows", paramLabel = "ROW", split = ",", description = "Measure only these rows.")
    private Set<String> rows = Set.of();

    @Option(names = "--rounds", paramLabel = "N", description = "How often each contender is measured.")
    private @Nullable Integer rounds;

    @Option(names = "--round", paramLabel = "MS", description = "How long a measurement takes, in milliseconds.")
    private @Nullable Long round;

    @Option(names = "--warm-up", paramLabel = "MS", description = "How long each process warms up, in milliseconds.")
    private @Nullable Long warmUp;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Among how many processes of each contender its rounds are shared out.")
    private @Nullable Integer forks;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Set a size of the benchmark.")
    private List<String> settings = List.of();

    @Option(names = "--debug", description = "Show the stack trace of a failure.")
    private boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    private Main(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Runs a benchmark and ends the process: 0 done, 1 failed, 2 wrong arguments. */
    public static void main(String[] args) {
        AtEnd.endChildren();
        System.exit(run(System.out, System.err, args));
    }

    static int run(PrintStream out, PrintStream err, String... args) {
        var main = new Main(out, err);
        return new CommandLine(main)
                .setParameterExceptionHandler((mistake, given) -> {
                    err.println("konverge bench: " + mistake.getMessage() + ". './konverge bench --help' tells more.");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, line, parsed) -> main.failed(failure))
                .execute(args);
    }

    @Override
    public Integer call() throws IOException {
        if (name == null) {
            list();
            return CommandLine.ExitCode.OK;
        }
        List<Bench> benches = name.equals(ALL) ? Benches.all() : List.of(Benches.get(name));
        Options options = options();
        requireKnown(options.settings(), benches, options);
        requireWritable(json);
        requireWritable(markdown);
        var runs = new ArrayList<Run>();
        int failures = 0;
        for (Bench bench : benches) {
            try {
                Run run = measure(bench, options);
                Report report = run.report();
                if (isMissing(report)) {
                    if (benches.size() == 1) {
                        throw new UsageException(absence(report));
                    }
                    err.println("konverge bench: " + absence(report));
                    runs.add(run);
                } else if (!report.rows().isEmpty()) {
                    runs.add(run);
                }
                save(runs);
            } catch (RuntimeException failure) {
                if (benches.size() == 1) {
                    throw failure;
                }
                failures++;
                failed(new BenchFailure("the benchmark " + bench.name() + " failed: " + failure.getMessage(), failure));
            }
        }
        if (runs.isEmpty() && failures == 0) {
            throw new UsageException("the benchmark " + name + " has none of these rows: " + String.join(", ", rows));
        }
        for (Path file : Arrays.asList(json, markdown)) {
            if (file != null) {
                err.println("wrote " + file);
            }
        }
        return failures == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** A name that nobody knows would change nothing, and nobody would notice. */
    private static void requireKnown(Settings settings, List<Bench> benches, Options options) {
        var known = new TreeSet<String>();
        benches.forEach(bench -> known.addAll(bench.sizes(options).values().keySet()));
        for (String name : settings.values().keySet()) {
            if (!known.contains(name)) {
                throw new UsageException(
                        "there is no setting '" + name + "'. There are: " + String.join(", ", known) + ".");
            }
        }
    }

    /** Whoever waits an hour for figures must not learn at its end that they have no place. */
    private static void requireWritable(@Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
            throw new UsageException("cannot write to " + file
                    + ": it has to be a file in a folder that is there and can be written to");
        }
    }

    /** {@return whether there is nothing to show, and not because only other rows were asked for} */
    private boolean isMissing(Report report) {
        return report.rows().isEmpty() && rows.isEmpty() && !report.missing().isEmpty();
    }

    private static String absence(Report report) {
        return "the benchmark " + report.bench() + " cannot be run: "
                + report.missing().entrySet().stream()
                        .map(missing -> missing.getKey() + ": " + missing.getValue())
                        .collect(Collectors.joining("; "));
    }

    private Run measure(Bench bench, Options options) throws IOException {
        String machine = Machine.inWords();
        Optional<StolenTime> before = StolenTime.now();
        boolean terminal = Boolean.getBoolean("konverge.terminal");
        Report report =
                bench.run(options, new Progress(err, terminal, Platform.real().clock()));
        OptionalDouble stolen = before.map(Main::takenSince).orElse(OptionalDouble.empty());
        var run = new Run(
                report,
                new Circumstances(machine, Machine.java(), stolen, bench.method(options), bench.measured(options)));
        if (!report.rows().isEmpty()) {
            out.println(TextReport.format(run));
            out.flush();
            tables.append(MarkdownReport.format(run));
            if (plots != null) {
                Files.createDirectories(plots);
                Path file = plots.resolve(bench.name() + ".svg");
                Files.writeString(file, bench.plot(report));
                err.println("wrote " + file);
            }
        }
        return run;
    }

    private static OptionalDouble takenSince(StolenTime before) {
        return StolenTime.now().stream()
                .mapToDouble(now -> now.shareSince(before))
                .findFirst();
    }

    /** After each benchmark: a run of hours that is cut short keeps what it has found. */
    private void save(List<Run> runs) throws IOException {
        if (json != null && !runs.isEmpty()) {
            Report report =
                    ALL.equals(name) ? Run.join(ALL, runs) : runs.getFirst().report();
            Files.writeString(json, JsonReport.format(report, runs));
        }
        if (markdown != null) {
            Files.writeString(markdown, tables);
        }
    }

    private void list() {
        out.println("Benchmarks:");
        Benches.all().forEach(bench -> out.printf("  %-15s %s%n", bench.name(), bench.summary()));
        out.println("Run one with: ./konverge bench NAME [--quick] [--json FILE]; NAME is 'all' for all of them.");
    }

    private Options options() {
        Options usual = quick ? Options.QUICK : Options.FULL;
        Options asked = usual.withOnly(rows).withSettings(Settings.parse(settings));
        asked = rounds == null ? asked : asked.withRoundsAsked(rounds);
        asked = forks == null ? asked : asked.withForksAsked(forks);
        asked = round == null ? asked : asked.withRound(Duration.ofMillis(round));
        return warmUp == null ? asked : asked.withWarmUpAsked(Duration.ofMillis(warmUp));
    }

    private int failed(Exception failure) {
        boolean mistake = failure instanceof UsageException;
        err.println("konverge bench: " + (failure.getMessage() == null ? failure : failure.getMessage()));
        if (debug) {
            failure.printStackTrace(err);
        }
        return mistake ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }
}
