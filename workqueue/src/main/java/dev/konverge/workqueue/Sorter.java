package dev.konverge.workqueue;

import org.jspecify.annotations.Nullable;

/**
 * Sorts what was left in the intake into the core. Belongs to whoever has the queue's lock.
 *
 * <p>What it keeps is written with every hand-out. Were it kept in the queue itself, whose fields everybody reads who adds a key, each add would
 * have to wait for the processor that has just handed one out.
 */
final class Sorter<K> {
    private final Intake<K> intake;
    private final QueueCore<K> core;

    /** Taken from the intake and not sorted in yet: a key that fails to be compared holds up nobody but who met it. */
    private Intake.@Nullable Add<K> taken;

    Sorter(Intake<K> intake, QueueCore<K> core) {
        this.intake = intake;
        this.core = core;
    }

    /** Sorts in all that is left. */
    void sortIn() {
        if (taken == null) {
            taken = intake.takeAll();
            foresee();
        }
        while (taken != null) {
            Intake.Add<K> add = taken;
            taken = add.next();
            add.into(core);
        }
    }

    private void foresee() {
        for (Intake.Add<K> add = taken; add != null; add = add.next()) {
            core.foresee(add.hash);
        }
    }
}
