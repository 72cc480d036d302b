package dev.konverge.benchmarks.growth;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Given;
import dev.konverge.benchmarks.Measured;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Target;
import dev.konverge.benchmarks.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Each kind of work at three sizes, with the exponent of its growth. */
public final class GrowthBench implements Bench {
    /** How many rounds are usual. */
    private static final int ROUNDS = 3;

    private static final String LINEAR = "linear";

    /** What measuring may get wrong: an exponent of 1.1 still counts as linear. */
    private static final Target NOT_WORSE = new Target(LINEAR, 1 / 1.1);

    /** A bench without anything measured. */
    public GrowthBench() {}

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public String summary() {
        return "how the cost of each kind of work grows with its size: exponents, 1 is linear";
    }

    @Override
    public Settings sizes(Options options) {
        return Settings.NONE.withDefault("scale", options.size(1, 4));
    }

    @Override
    public Workload workload(String id, Settings settings) {
        Work work = Work.valueOf(id);
        return new GrowthWorkload(work, work.sizes(settings.number("scale", 4)));
    }

    @Override
    public Report run(Options options, Progress progress) {
        Settings settings = sizes(options).setTo(options.settings());
        Options sized =
                options.withSettings(settings).withRounds(options.rounds(ROUNDS), options.round(), options.warmUp());
        var contest = new Contest(this, sized, progress);
        var rows = new ArrayList<Row>();
        for (Work work : Work.values()) {
            if (options.wants(work.row())) {
                Standings standings = contest.hold(
                        work.row(),
                        List.of(new Contender.Jvm(Row.US, work.name(), List.of("-Xmx3g", "-XX:+UseSerialGC"))));
                rows.addAll(rows(work, work.sizes(settings.number("scale", 4)), standings));
            }
        }
        return new Report(
                name(),
                Map.of("work", "each exponent is that of processor time over size, of heap for memory"),
                rows,
                Map.of());
    }

    @Override
    public String plot(Report report) {
        return GrowthPlot.of(report);
    }

    private static List<Row> rows(Work work, List<Integer> sizes, Standings standings) {
        var rows = new ArrayList<Row>();
        Measured exponent = Objects.requireNonNull(
                standings.figures(GrowthWorkload.EXPONENT).get(Row.US));
        rows.add(new Row(
                work.row(),
                "exponent",
                Better.LOWER,
                exponent,
                Map.of(LINEAR, new Given(1)),
                List.of(NOT_WORSE)));
        for (int size : sizes) {
            rows.add(Row.of(
                    work.row() + "-" + size, work.cost().unit(), Better.LOWER, standings, GrowthWorkload.cost(size)));
        }
        return rows;
    }
}
