package dev.konverge.benchmarks;

import java.time.Duration;
import java.util.Map;

/** A contender that runs in a child process. */
interface Runner extends AutoCloseable {
    String name();

    void warmUp(Duration time);

    Map<String, Double> measure(Duration time);

    /** Ends the process, if there is one, at once. */
    @Override
    void close();
}
