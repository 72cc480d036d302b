package dev.konverge.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the processors of this machine did until some moment, as Linux counts it. On a rented machine the host takes some of their time for others, which no
 * figure of a process can tell from slowness; so the report says how much it was.
 *
 * @param stolen what the host took while there was something to do here
 * @param all all the time that passed on all processors
 */
record StolenTime(long stolen, long all) {
    /** Its place among the figures of a line: after those for users, niceness, the system, idleness, waiting and both kinds of interrupts. */
    private static final int STOLEN = 7;

    /** {@return the state of things now; none where the system does not tell} */
    static Optional<StolenTime> now() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            return lines.filter(line -> line.startsWith("cpu ")).findFirst().flatMap(StolenTime::parse);
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }

    /** {@return what a line such as {@code cpu 10 0 5 85 0 0 0 2 0 0} says; none if it says less} */
    static Optional<StolenTime> parse(String line) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length <= STOLEN + 1) {
            return Optional.empty();
        }
        long all = 0;
        // What comes after it, the time of guests, is counted among that of users already.
        for (int i = 1; i <= STOLEN + 1; i++) {
            all += Long.parseLong(words[i]);
        }
        return Optional.of(new StolenTime(Long.parseLong(words[STOLEN + 1]), all));
    }

    /** {@return the share of the time since an earlier moment that was taken} */
    double shareSince(StolenTime before) {
        long passed = all - before.all;
        return passed <= 0 ? 0 : (double) (stolen - before.stolen) / passed;
    }
}
