package dev.konverge.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Contenders that do the same work, each in a process of its own, measured in turns. JVMs may be started anew in the middle of the rounds, all of them
 * at once: what the compiler makes of the same code, and where its data happen to be, differs from process to process, and no spread could show it
 * otherwise.
 */
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
        int forks = Math.min(options.forks(), options.rounds());
        progress.begin(title);
        try {
            for (int fork = 0; fork < forks && !(fork > 0 && late()); fork++) {
                hold(
                        contenders,
                        fork,
                        options.rounds() * fork / forks,
                        options.rounds() * (fork + 1) / forks,
                        standings);
            }
        } finally {
            progress.end();
        }
        return standings;
    }

    /** The rounds of the same processes. */
    private void hold(List<Contender> contenders, int fork, int from, int to, Standings standings) {
        var runners = new ArrayList<Runner>();
        try {
            for (Contender contender : contenders) {
                switch (contender) {
                    case Contender.Jvm jvm -> runners.add(ChildJvm.start(main, bench, jvm, options.settings()));
                    case Contender.Program program -> runners.add(new ChildProgram(program));
                    case Contender.Missing missing -> standings.miss(missing.name(), missing.reason());
                }
            }
            warmUp(runners, fork);
            for (int round = from; round < to && !(round > 0 && late()); round++) {
                measure(runners, round, standings);
            }
        } finally {
            runners.forEach(Runner::close);
        }
    }

    /** On a slow or busy machine a quick run has fewer rounds rather than no end. */
    private boolean late() {
        return options.quick() && progress.elapsed().compareTo(QUICK_BUDGET) > 0;
    }

    private void warmUp(List<Runner> runners, int fork) {
        for (Runner runner : runners) {
            // A program is another process in each round, and is warm, as far as it can be, since the first ones.
            if (fork > 0 && runner instanceof ChildProgram) {
                continue;
            }
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
