package dev.konverge.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;

/**
 * Adds up what operations of many threads take: time as a clock on the wall shows it, and processor time of the whole process,
 * the collector's threads included. The first is what users see on a machine of their own; the second is what is comparable on a
 * machine that others use too. Used by one thread.
 */
public final class Stopwatch {
    /** Nanoseconds of processor time an operation. */
    public static final String COST = "cost";

    private final Clock clock = Platform.real().clock();
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long elapsed;
    private long processor;
    private long operations;

    /** Stands still. */
    public Stopwatch() {}

    /** Some operations. */
    @FunctionalInterface
    public interface Stretch {
        /** Does them. {@return how many they were} */
        long run() throws InterruptedException;
    }

    /** Measures some operations more. */
    public void time(Stretch stretch) throws InterruptedException {
        long wall = clock.nanoTime();
        long cpu = process.getProcessCpuTime();
        operations += stretch.run();
        processor += process.getProcessCpuTime() - cpu;
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
