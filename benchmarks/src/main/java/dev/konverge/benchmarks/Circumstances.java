package dev.konverge.benchmarks;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a benchmark was run on, and how: without it its figures say little.
 *
 * @param machine processors, memory and system, in words, and how busy it was before
 * @param java the Java of all JVMs
 * @param stolen the share of the machine's time that its host took meanwhile, if the system tells
 * @param method how contenders were measured, in words
 * @param options what the run was asked for; a benchmark whose rounds take minutes has fewer of them
 */
record Circumstances(String machine, String java, OptionalDouble stolen, String method, Options options) {
    /** {@return where it ran, in words} */
    String where() {
        String taken = stolen.isPresent()
                ? String.format(Locale.ROOT, ", %.0f %% of its time taken by the host", stolen.getAsDouble() * 100)
                : "";
        return machine + taken + "; " + java;
    }
}
