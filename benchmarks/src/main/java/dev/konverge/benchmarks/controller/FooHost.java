package dev.konverge.benchmarks.controller;

import dev.konverge.base.Platform;

/** The server of the benchmark, as those see it who tell it what to do. */
interface FooHost {
    /** {@return the machine it runs on} */
    Platform platform();

    /** {@return what the controller of the present trial has asked for} */
    FooTally tally();

    /** Begins a trial: nothing is there but the definition of Foos, and nothing was counted. */
    void reset() throws InterruptedException;

    /** Creates Foos, as fast as it goes. */
    void create(int count) throws InterruptedException;
}
