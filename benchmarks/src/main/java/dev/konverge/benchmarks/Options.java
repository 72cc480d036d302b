package dev.konverge.benchmarks;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a benchmark is run.
 *
 * @param quick whether it has to end within a minute or so
 * @param rounds how often each contender is measured
 * @param forks among how many processes of a contender that is a JVM its rounds are shared out
 * @param round how long a measurement takes
 * @param warmUp how long each process runs before its first measurement
 * @param asked what of it somebody has asked for, so that no benchmark takes its own
 * @param only the rows to measure; all if empty
 * @param settings the benchmark's own settings
 */
public record Options(
        boolean quick,
        int rounds,
        int forks,
        Duration round,
        Duration warmUp,
        Set<Asked> asked,
        Set<String> only,
        Settings settings) {
    /** The usual run: figures to publish. */
    public static final Options FULL =
            new Options(false, 7, 1, Duration.ofSeconds(1), Duration.ofSeconds(5), Set.of(), Set.of(), Settings.NONE);

    /** The short run: an impression, within a minute or so. */
    public static final Options QUICK =
            new Options(true, 3, 1, Duration.ofMillis(150), Duration.ofMillis(400), Set.of(), Set.of(), Settings.NONE);

    /** What a benchmark has a value of its own for, unless somebody asks for another. */
    public enum Asked {
        /** How often each contender is measured. */
        ROUNDS,
        /** In how many processes. */
        FORKS,
        /** After how much warm-up. */
        WARM_UP
    }

    /** Copies its arguments. */
    public Options {
        asked = Set.copyOf(asked);
        only = Set.copyOf(only);
        if (rounds < 1) {
            throw new UsageException("at least one round is needed, not " + rounds);
        }
        if (forks < 1) {
            throw new UsageException("at least one process is needed, not " + forks);
        }
    }

    /** {@return whether any of these rows is wanted} */
    public boolean wants(String... rows) {
        return only.isEmpty() || Set.of(rows).stream().anyMatch(only::contains);
    }

    /** {@return {@code quickly} in a quick run, {@code otherwise} in a full one} */
    public int size(int quickly, int otherwise) {
        return quick ? quickly : otherwise;
    }

    /** {@return how many rounds there are of what so many are usual of, in a quick run at most} */
    public int rounds(int usual) {
        return asked.contains(Asked.ROUNDS) ? rounds : quick ? Math.min(rounds, usual) : usual;
    }

    /** {@return among how many processes rounds are shared out where so many are usual: one in a quick run, which has no time to warm up more} */
    public int forks(int usual) {
        return asked.contains(Asked.FORKS) || quick ? forks : usual;
    }

    /** {@return how long a process warms up that usually does for so long: no longer in a quick run} */
    public Duration warmUp(Duration usual) {
        return asked.contains(Asked.WARM_UP) || quick ? warmUp : usual;
    }

    /** {@return these options with other settings} */
    public Options withSettings(Settings settings) {
        return new Options(quick, rounds, forks, round, warmUp, asked, only, settings);
    }

    /** {@return these options with other numbers of rounds and lengths} */
    public Options withRounds(int rounds, Duration round, Duration warmUp) {
        return new Options(quick, rounds, forks, round, warmUp, asked, only, settings);
    }

    /** {@return these options with another number of processes} */
    public Options withForks(int forks) {
        return new Options(quick, rounds, forks, round, warmUp, asked, only, settings);
    }

    /** {@return these options with another length of a round} */
    Options withRound(Duration round) {
        return withRounds(rounds, round, warmUp);
    }

    /** {@return these options with a number of rounds that somebody has asked for} */
    Options withRoundsAsked(int rounds) {
        return withRounds(rounds, round, warmUp).asked(Asked.ROUNDS);
    }

    /** {@return these options with a number of processes that somebody has asked for} */
    Options withForksAsked(int forks) {
        return withForks(forks).asked(Asked.FORKS);
    }

    /** {@return these options with a length of the warm-up that somebody has asked for} */
    Options withWarmUpAsked(Duration warmUp) {
        return withRounds(rounds, round, warmUp).asked(Asked.WARM_UP);
    }

    private Options asked(Asked more) {
        Set<Asked> all = EnumSet.of(more);
        all.addAll(asked);
        return new Options(quick, rounds, forks, round, warmUp, all, only, settings);
    }

    /** {@return these options for these rows alone; no rows means all} */
    public Options withOnly(Set<String> rows) {
        return new Options(quick, rounds, forks, round, warmUp, asked, rows, settings);
    }

    /** {@return how contenders are measured that warm up first} */
    String inWords() {
        int processes = Math.min(forks, rounds);
        return "medians of up to " + rounds + " rounds of " + seconds(round)
                + (processes == 1 ? " after " : ", shared out among " + processes + " processes of each JVM, after ")
                + seconds(warmUp) + " of warm-up" + (processes == 1 ? "" : " each")
                + (quick ? " (an impression: slow contenders are not warm by then)" : "");
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
