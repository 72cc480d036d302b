package dev.konverge.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;

/**
 * The same work again and again on one thread: how many operations a second, and how much memory each allocates.
 *
 * <p>A second is one of the thread's processor time, so that what else the machine does slows the run and not the figure. What the
 * threads of the collector and the compiler do is not counted, which favours who allocates more.
 */
public final class Repeated implements Workload {
    /** Operations a second of processor time. */
    public static final String RATE = "rate";

    /** Bytes allocated an operation. */
    public static final String ALLOCATED = "allocated";

    private final Batch batch;
    private final Sink sink = new Sink();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Some operations, long enough (a millisecond) that looking at the clock in between does not count. */
    @FunctionalInterface
    public interface Batch {
        /** Does the operations, hands their results to the sink, and returns how many they were. */
        int run(Sink sink) throws Exception;
    }

    /** Repeats that batch. */
    public Repeated(Batch batch) {
        this.batch = batch;
    }

    @Override
    public Map<String, Double> measure(Duration time) throws Exception {
        long operations = 0;
        long allocatedBefore = threads.getCurrentThreadAllocatedBytes();
        long start = threads.getCurrentThreadCpuTime();
        long elapsed;
        do {
            operations += batch.run(sink);
            elapsed = threads.getCurrentThreadCpuTime() - start;
        } while (elapsed < time.toNanos());
        long allocated = threads.getCurrentThreadAllocatedBytes() - allocatedBefore;
        return Map.of(RATE, operations * 1e9 / elapsed, ALLOCATED, (double) allocated / operations);
    }
}
