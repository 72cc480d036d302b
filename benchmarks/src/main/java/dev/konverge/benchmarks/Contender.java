package dev.konverge.benchmarks;

import java.util.List;

/** One that takes part in a contest. */
public sealed interface Contender {
    /** {@return its name in the report; {@link Row#US} is us} */
    String name();

    /**
     * A JVM of its own that does a {@link Workload} of the benchmark for as long as the contest lasts.
     *
     * @param name its name in the report
     * @param workload what {@link Bench#workload} knows its work by
     * @param flags options of the JVM, such as the size of its heap
     */
    record Jvm(String name, String workload, List<String> flags) implements Contender {
        /** Copies its arguments. */
        public Jvm {
            flags = List.copyOf(flags);
        }
    }

    /**
     * A program in any language. Every round is one run of it; it prints one JSON object of metrics and their values on
     * standard output. The environment variable {@code BENCH_MILLIS} says how long it should measure, and
     * {@code BENCH_STARTED} when it was started, in microseconds since 1970.
     *
     * @param name its name in the report
     * @param command program and arguments
     */
    record Program(String name, List<String> command) implements Contender {
        /** Copies its arguments. */
        public Program {
            command = List.copyOf(command);
        }
    }

    /**
     * One that would take part if something were there that is not.
     *
     * @param name its name in the report
     * @param reason what is not there
     */
    record Missing(String name, String reason) implements Contender {}
}
