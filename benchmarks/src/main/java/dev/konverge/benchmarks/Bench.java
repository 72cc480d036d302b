package dev.konverge.benchmarks;

/** One benchmark: what {@code konverge bench NAME} runs. Stateless. */
public interface Bench {
    /** {@return the name it is called by} */
    String name();

    /** {@return what it measures, in one line} */
    String summary();

    /** {@return what of it can be set, as it is in a run with these options unless it is set} */
    Settings sizes(Options options);

    /** {@return these options as this benchmark takes them, which has rounds and processes of its own unless they were asked for} */
    default Options measured(Options options) {
        return options;
    }

    /** {@return how a run with these options measures, in words} */
    default String method(Options options) {
        return measured(options).inWords();
    }

    /** Measures and reports; takes minutes, or about one if the options say so. */
    Report run(Options options, Progress progress);

    /**
     * {@return the work of one contender, in the child process that is there for it}
     *
     * @param id the name that the benchmark gave the work in {@link Contender.Jvm#workload()}
     * @param settings the settings of the run
     */
    default Workload workload(String id, Settings settings) {
        throw new IllegalArgumentException("the benchmark " + name() + " has no work called " + id);
    }

    /** {@return a picture of what it found, as SVG} */
    default String plot(Report report) {
        return RatioPlot.of(report);
    }
}
