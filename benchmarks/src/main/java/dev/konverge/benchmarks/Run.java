package dev.konverge.benchmarks;

import java.util.List;

/**
 * One benchmark that was run.
 *
 * @param report what it found
 * @param circumstances on what, and how
 */
record Run(Report report, Circumstances circumstances) {
    /** {@return what all of them found, as one report} */
    static Report join(String name, List<Run> runs) {
        return Report.join(name, runs.stream().map(Run::report).toList());
    }
}
