package dev.konverge.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Adds up what operations of many threads take: time as a clock on the wall shows it, and processor time of the whole process,
 * the collector's threads included. The first is what users see on a machine of their own; the second is what is comparable on a
 * machine that others use too. Used by one thread.
 *
 * <p>Stretches are to follow one another with next to nothing in between: the clock of a process has ticks of 10 ms, and cuts both its parts, the program's and
 * the system's, down to whole ones. Where one stretch ends and the next begins at the same reading, only the first and the last are wrong, by 6 ms together
 * (the standard deviation of four roundings): 0.6 % of a second, whatever the length of a stretch. A reading before and after each of twenty stretches of
 * 50 ms would be wrong by 26 ms. There is no finer clock without a foreign call that Java 21 has only as a preview: what the kernel tells in nanoseconds it tells
 * by thread, and of threads that have ended no more.
 */
public final class Stopwatch {
    /** Nanoseconds of processor time an operation. */
    public static final String COST = "cost";

    private final Clock clock = Platform.real().clock();
    private final LongSupplier process;
    private long elapsed;
    private long processor;
    private long operations;

    /** Stands still. */
    public Stopwatch() {
        this(((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())::getProcessCpuTime);
    }

    /** Stands still, and will ask that for the processor time of the process. */
    Stopwatch(LongSupplier process) {
        this.process = process;
    }

    /** Some operations. */
    @FunctionalInterface
    public interface Stretch {
        /** Does them. {@return how many they were} */
        long run() throws InterruptedException;
    }

    /** Measures some operations more. */
    public void time(Stretch stretch) throws InterruptedException {
        long wall = clock.nanoTime();
        long cpu = process.getAsLong();
        operations += stretch.run();
        processor += process.getAsLong() - cpu;
        elapsed += clock.nanoTime() - wall;
    }

    /** {@return whether less than that was measured, in processor time} Waiting, which costs none, counts after four times as long. */
    public boolean isBelow(Duration time) {
        return processor < time.toNanos() && elapsed < 4 * time.toNanos();
    }

    /** {@return {@link Repeated#RATE} on the wall, and {@link #COST}} */
    public Map<String, Double> metrics() {
        return Map.of(Repeated.RATE, operations * 1e9 / elapsed, COST, (double) processor / operations);
    }
}
