package dev.konverge.benchmarks;

import java.time.Duration;
import java.util.Map;

/** What a contender does in its child process, round after round. Used by one thread. */
public interface Workload {
    /**
     * Works for about that long, and measures it.
     *
     * @return the figures by the name of the metric, such as {@link Repeated#RATE}
     */
    Map<String, Double> measure(Duration time) throws Exception;

    /** Works for about that long, so that what is measured later runs as it would in a process that has been up for long. */
    default void warmUp(Duration time) throws Exception {
        measure(time);
    }
}
