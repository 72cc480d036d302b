package dev.konverge.benchmarks.controller;

import dev.konverge.benchmarks.Row;
import dev.konverge.testkit.RealPrograms;
import java.util.List;

/** Which server the controllers ask. */
enum FooServerKind {
    /** The same for all trials: it has to warm up first. As in other benchmarks with the collector that costs least, and a heap that need not grow first. */
    EMBEDDED(
            "controller",
            FooServer.class,
            "-XX:+UseParallelGC -Xms1g -Xmx2g",
            "our embedded API server over TLS",
            FooContenders.NAMES,
            3,
            3,
            5),
    /**
     * Another one for each trial, which takes several seconds to start: so there are fewer of them. Our process only makes Foos and counts, beside those that
     * are measured: with the second compiler it would take more of the processors from the first of them than from the last.
     */
    REAL(
            "controller-real",
            RealFooServer.class,
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms64m -Xmx256m",
            "kube-apiserver " + RealPrograms.RELEASE
                    + " with etcd, started anew for each round; requests are counted by its"
                    + " audit log, Foos created over the wire",
            String.join(",", Row.US, Row.US + FooContenders.TUNED, FooContenders.GO, FooContenders.JOSDK),
            2,
            1,
            2);

    private final String bench;
    private final Class<?> program;
    private final String flags;
    private final String description;
    private final String contenders;
    private final int rounds;
    private final int longRounds;
    private final int starts;

    FooServerKind(
            String bench,
            Class<?> program,
            String flags,
            String description,
            String contenders,
            int rounds,
            int longRounds,
            int starts) {
        this.bench = bench;
        this.program = program;
        this.flags = flags;
        this.description = description;
        this.contenders = contenders;
        this.rounds = rounds;
        this.longRounds = longRounds;
        this.starts = starts;
    }

    /** {@return the name of the benchmark with it} */
    String bench() {
        return bench;
    }

    /** {@return the program that is the server} */
    String program() {
        return program.getName();
    }

    /** {@return the options of the JVM of that program} */
    List<String> flags() {
        return List.of(flags.split(" ", -1));
    }

    /** {@return what it is, for the report} */
    String description() {
        return description;
    }

    /** {@return who is measured with it unless others are asked for, separated by commas} */
    String contenders() {
        return contenders;
    }

    /** {@return how often the usual number of Foos is measured at most} */
    int rounds() {
        return rounds;
    }

    /** {@return how often the largest number of Foos is measured at most} */
    int longRounds() {
        return longRounds;
    }

    /** {@return how often the start of a controller is measured at most} */
    int starts() {
        return starts;
    }
}
