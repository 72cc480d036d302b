package dev.konverge.base;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One thread of a simulation, as {@link Schedule} sees it: where it stands, and why it may go on. */
final class Strand {
    /** The earliest deadline first. */
    static final Comparator<Strand> BY_DEADLINE =
            Comparator.<Strand>comparingLong(strand -> strand.deadline).thenComparingInt(strand -> strand.id);

    /** Where a strand stands. */
    enum State {
        /** Has the baton. */
        RUNNING,
        /** Could go on, once it gets the baton. */
        RUNNABLE,
        /** Waits for a wake-up, an interrupt or its deadline. */
        WAITING,
        /** Waits until no other strand could go on at this moment of time. */
        WAITING_FOR_QUIET,
        /** Has ended. */
        DONE
    }

    /** Why a wait has ended. */
    enum Wake {
        /** It was signalled. */
        SIGNALLED,
        /** Its deadline has passed. */
        TIMED_OUT,
        /** It was interrupted. */
        INTERRUPTED,
        /** Nothing else could ever have ended it. */
        DEADLOCKED,
        /** It might never have ended, because the others do not let time move. */
        RESTLESS
    }

    /** Unique in its schedule; makes the order of equal deadlines a fact instead of an accident. */
    final int id;

    final String name;

    // All below belongs to the schedule, and is guarded by whoever guards it.
    State state = State.RUNNABLE;
    Wake wake = Wake.SIGNALLED;
    long deadline = Clock.NEVER;

    /** Set before the strand can be seen by another thread. */
    @Nullable
    Thread thread;

    /** Whether the baton was handed to it. Written by the one who hands over, cleared by the thread itself. */
    volatile boolean granted;

    Strand(int id, String name) {
        this.id = id;
        this.name = name;
    }

    @Override
    public String toString() {
        return name + " (" + state + (state == State.WAITING && deadline != Clock.NEVER ? " until " + deadline : "")
                + ")";
    }
}
