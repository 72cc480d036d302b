package dev.konverge.benchmarks;

import java.time.Duration;
import java.util.Set;

/**
 * How a benchmark is run.
 *
 * @param quick whether it has to end within a minute
 * @param rounds how often each contender is measured
 * @param asked whether somebody has asked for so many rounds, so that a benchmark takes no fewer because they are long
 * @param round how long a measurement takes
 * @param warmUp how long each contender runs before the first measurement
 * @param only the rows to measure; all if empty
 * @param settings the benchmark's own settings
 */
public record Options(
        boolean quick,
        int rounds,
        boolean asked,
        Duration round,
        Duration warmUp,
        Set<String> only,
        Settings settings) {
    /** The usual run: figures to publish. */
    public static final Options FULL =
            new Options(false, 7, false, Duration.ofSeconds(1), Duration.ofSeconds(5), Set.of(), Settings.NONE);

    /** The short run: an impression, within a minute. */
    public static final Options QUICK =
            new Options(true, 3, false, Duration.ofMillis(150), Duration.ofMillis(400), Set.of(), Settings.NONE);

    /** Copies its arguments. */
    public Options {
        only = Set.copyOf(only);
        if (rounds < 1) {
            throw new UsageException("at least one round is needed, not " + rounds);
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

    /** {@return how many rounds there are of what takes so long that so many are usual} */
    public int rounds(int usual) {
        return asked ? rounds : Math.min(rounds, usual);
    }

    /** {@return these options with other settings} */
    public Options withSettings(Settings settings) {
        return new Options(quick, rounds, asked, round, warmUp, only, settings);
    }

    /** {@return these options with other numbers of rounds and lengths} */
    public Options withRounds(int rounds, Duration round, Duration warmUp) {
        return new Options(quick, rounds, asked, round, warmUp, only, settings);
    }

    /** {@return these options with other lengths of a round and of the warm-up} */
    Options withLengths(Duration round, Duration warmUp) {
        return new Options(quick, rounds, asked, round, warmUp, only, settings);
    }

    /** {@return these options with a number of rounds that somebody has asked for} */
    Options withRoundsAsked(int rounds) {
        return new Options(quick, rounds, true, round, warmUp, only, settings);
    }

    /** {@return these options for these rows alone; no rows means all} */
    public Options withOnly(Set<String> rows) {
        return new Options(quick, rounds, asked, round, warmUp, rows, settings);
    }

    /** {@return how contenders are measured that warm up first} */
    String inWords() {
        return "medians of up to " + rounds + " rounds of " + seconds(round) + " after "
                + seconds(warmUp) + " of warm-up"
                + (quick ? " (an impression: slow contenders are not warm by then)" : "");
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
