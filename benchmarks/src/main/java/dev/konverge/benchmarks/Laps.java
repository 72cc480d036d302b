package dev.konverge.benchmarks;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.time.Duration;

/**
 * How long something is warmed up that has much code to compile: lap after lap, until the compilers of this process, and of those that it has started, have hardly
 * worked in the last one.
 *
 * @param least how many laps there are in any case
 * @param most how many there are at most
 */
public record Laps(int least, int most) {
    /** Compilers that have worked for less than one part in so many of the last lap are done. */
    private static final int QUIET_SHARE = 8;

    /** One lap. */
    @FunctionalInterface
    public interface Lap {
        /** Does what is measured later. */
        void run() throws Exception;
    }

    /** Runs as many as it takes. */
    public void run(Lap lap) throws Exception {
        Clock clock = Platform.real().clock();
        Duration compiled;
        Duration took;
        int laps = 0;
        do {
            Duration before = CompilerTime.ofThisAndItsChildren();
            long start = clock.nanoTime();
            lap.run();
            took = Duration.ofNanos(clock.nanoTime() - start);
            compiled = CompilerTime.ofThisAndItsChildren().minus(before);
            laps++;
        } while (!areEnough(laps, compiled, took));
    }

    /** {@return whether so many laps are enough, if compilers have worked for so long in the last one} */
    boolean areEnough(int laps, Duration compiled, Duration took) {
        return laps >= most
                || (laps >= least && compiled.multipliedBy(QUIET_SHARE).compareTo(took) < 0);
    }
}
