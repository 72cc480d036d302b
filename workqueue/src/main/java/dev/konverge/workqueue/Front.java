package dev.konverge.workqueue;

import dev.konverge.base.Clock;

/** What a queue's adds look at before they have its lock: read by everybody, written once if at all. */
abstract class Front<K> extends Gap {
    final Clock clock;
    final Pending<K> pending = new Pending<>();
    final Intake<K> intake = new Intake<>();

    /** Whether adds may be left in the intake. */
    final boolean leaves;

    /** Whether what an add does may depend on its time. Set for good by whoever is the first to add with a delay, read by every add. */
    volatile boolean timed;

    private Front(Clock clock, boolean leaves) {
        this.clock = clock;
        this.leaves = leaves;
    }

    /** The same, and nothing else on its lines. */
    abstract static class Apart<K> extends Front<K> {
        long after00, after01, after02, after03, after04, after05, after06, after07;
        long after08, after09, after10, after11, after12, after13, after14, after15;

        Apart(Clock clock, boolean leaves) {
            super(clock, leaves);
        }
    }
}
