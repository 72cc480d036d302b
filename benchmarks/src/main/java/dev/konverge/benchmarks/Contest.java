package dev.konverge.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Contenders that do the same work, each in a process of its own, measured in turns. */
public final class Contest {
    private static final Duration QUICK_BUDGET = Duration.ofSeconds(40);

    private final Bench bench;
    private final Options options;
    private final Progress progress;
    private final Class<?> main;

    /** A contest of that benchmark. */
    public Contest(Bench bench, Options options, Progress progress) {
        this(bench, options, progress, Fork.class);
    }

    /** A contest whose child processes have another entry point than {@link Fork}, which only knows what is listed. */
    Contest(Bench bench, Options options, Progress progress, Class<?> main) {
        this.main = main;
        this.bench = bench;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Measures all of them.
     *
     * @param title what is measured, for the progress line
     * @throws BenchFailure if one of them fails; figures beside a failure would be worth nothing
     */
    public Standings hold(String title, List<Contender> contenders) {
        var standings = new Standings();
        var runners = new ArrayList<Runner>();
        progress.begin(title);
        try {
            for (Contender contender : contenders) {
                switch (contender) {
                    case Contender.Jvm jvm -> runners.add(ChildJvm.start(main, bench, jvm, options.settings()));
                    case Contender.Program program -> runners.add(new ChildProgram(program));
                    case Contender.Missing missing -> standings.miss(missing.name(), missing.reason());
                }
            }
            warmUp(runners);
            for (int round = 0; round < options.rounds() && !(round > 0 && late()); round++) {
                measure(runners, round, standings);
            }
        } finally {
            runners.forEach(Runner::close);
            progress.end();
        }
        return standings;
    }

    /** On a slow or busy machine a quick run has fewer rounds rather than no end. */
    private boolean late() {
        return options.quick() && progress.elapsed().compareTo(QUICK_BUDGET) > 0;
    }

    private void warmUp(List<Runner> runners) {
        for (Runner runner : runners) {
            progress.step(runner.name() + ", warming up");
            runner.warmUp(late() ? options.round() : options.warmUp());
        }
    }

    /** Each round begins with another contender and every second goes backwards, so that none always runs first, or always behind the same one. */
    private void measure(List<Runner> runners, int round, Standings standings) {
        for (int i = 0; i < runners.size(); i++) {
            int step = round % 2 == 0 ? i : -i;
            Runner runner = runners.get(Math.floorMod(round + step, runners.size()));
            progress.step(runner.name() + ", round " + (round + 1) + " of " + options.rounds());
            standings.add(runner.name(), round, runner.measure(options.round()));
        }
    }
}
