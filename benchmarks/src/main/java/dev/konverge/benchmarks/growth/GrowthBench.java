package dev.konverge.benchmarks.growth;

import dev.konverge.benchmarks.Bench;
import dev.konverge.benchmarks.Better;
import dev.konverge.benchmarks.Contender;
import dev.konverge.benchmarks.Contest;
import dev.konverge.benchmarks.Options;
import dev.konverge.benchmarks.Progress;
import dev.konverge.benchmarks.Report;
import dev.konverge.benchmarks.Row;
import dev.konverge.benchmarks.Settings;
import dev.konverge.benchmarks.Standings;
import dev.konverge.benchmarks.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Each kind of work at three sizes, with the exponent of its growth. */
public final class GrowthBench implements Bench {
    /** As many as end within six minutes: to make the largest sizes ready takes longer than the work. */
    private static final int ROUNDS = 5;

    private static final Duration WARM_UP = Duration.ofSeconds(2);

    /** What measuring may get wrong: an exponent of 1.1 still counts as linear. */
    private static final double LINEAR = 1.1;

    /** What the rows end with that tell of all sizes. */
    static final String OVERALL = "-overall";

    /** So small a part for what is young that at each size some of what was made is alive when it is full: else the largest alone would have that copied. */
    private static final List<String> HEAP = List.of("-Xms3g", "-Xmx3g", "-Xmn4m", "-XX:+UseSerialGC");

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
    public Options measured(Options options) {
        return options.withRounds(options.rounds(ROUNDS), options.round(), options.warmUp(WARM_UP));
    }

    @Override
    public String method(Options options) {
        return Bench.super.method(options) + ", up to " + GrowthWorkload.LAPS.most()
                + " times that, until compilers hardly work any more";
    }

    @Override
    public Workload workload(String id, Settings settings) {
        Work work = Work.valueOf(id);
        return new GrowthWorkload(work, work.sizes(settings.number("scale", 4)));
    }

    @Override
    public Report run(Options options, Progress progress) {
        Settings settings = sizes(options).setTo(options.settings());
        var contest = new Contest(this, measured(options).withSettings(settings), progress);
        var rows = new ArrayList<Row>();
        for (Work work : Work.values()) {
            if (options.wants(work.row())) {
                Standings standings = contest.hold(work.row(), List.of(new Contender.Jvm(Row.US, work.name(), HEAP)));
                rows.addAll(rows(work, work.sizes(settings.number("scale", 4)), standings));
            }
        }
        return new Report(
                name(),
                Map.of(
                        "work",
                        "each exponent is that of processor time over size, of heap for memory: between the two largest sizes, and"
                                + " through all three (overall), where what does not depend on the size makes it smaller"),
                rows,
                Map.of());
    }

    @Override
    public String plot(Report report) {
        return GrowthPlot.of(report);
    }

    private static List<Row> rows(Work work, List<Integer> sizes, Standings standings) {
        var rows = new ArrayList<Row>();
        rows.add(exponent(work.row(), standings, GrowthWorkload.EXPONENT).wanting(LINEAR));
        rows.add(exponent(work.row() + OVERALL, standings, GrowthWorkload.OVERALL));
        for (int size : sizes) {
            rows.add(Row.of(
                    work.row() + "-" + size, work.cost().unit(), Better.LOWER, standings, GrowthWorkload.cost(size)));
        }
        return rows;
    }

    private static Row exponent(String name, Standings standings, String metric) {
        return Row.of(name, "exponent", Better.LOWER, standings, metric);
    }
}
