package dev.konverge.workqueue;

import org.jspecify.annotations.Nullable;

/**
 * Sorts what was left in the intake into the core. Belongs to whoever has the queue's lock.
 *
 * <p>What it keeps is written with every hand-out. Were it kept in the queue itself, whose fields everybody reads who adds a key, each add would
 * have to wait for the processor that has just handed one out.
 */
final class Sorter<K> {
    private static final GuardedLog LOG = GuardedLog.of(Sorter.class);

    private final Intake<K> intake;
    private final QueueCore<K> core;

    /** Taken from the intake and not sorted in yet. */
    private Intake.@Nullable Add<K> taken;

    Sorter(Intake<K> intake, QueueCore<K> core) {
        this.intake = intake;
        this.core = core;
    }

    /** Sorts in all that is left. An add that fails is told, and the next ones are sorted in. */
    void sortIn() {
        if (taken == null) {
            taken = intake.takeAll();
            foresee();
        }
        while (taken != null) {
            Intake.Add<K> add = taken;
            taken = add.next();
            try {
                add.into(core);
            } catch (Throwable failure) {
                tellOfFailed(add, failure);
            }
        }
    }

    /** Whoever has the lock has not made the add: what a key throws when it is compared is nothing to them, nor to those behind it. */
    private void tellOfFailed(Intake.Add<K> add, Throwable failure) {
        LOG.error(
                "a key could not be added, and is not handed out",
                line -> line.addKeyValue("key", add.key).setCause(failure));
    }

    private void foresee() {
        for (Intake.Add<K> add = taken; add != null; add = add.next()) {
            core.foresee(add.hash);
        }
    }
}
