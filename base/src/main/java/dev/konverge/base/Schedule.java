package dev.konverge.base;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Decides which strand of a simulation goes on, and moves its time. Single-threaded, without any waiting of its own.
 *
 * <p>One strand runs at a time. When it waits, another that could go on is drawn at random. Only when none could does time move,
 * to the earliest deadline, so nothing that can happen now ever happens later.
 */
final class Schedule {
    /**
     * How many hand-overs at one moment are taken for strands that keep each other going forever: far more than the busiest moment
     * of a test needs, and over in less than a minute.
     */
    static final long RESTLESS = 2_000_000;

    private final RandomGenerator random;
    private final List<Strand> alive = new ArrayList<>();
    private final ArrayList<Strand> runnable = new ArrayList<>();

    /** Exactly the strands that wait with a deadline other than {@link Clock#NEVER}. */
    private final TreeSet<Strand> timed = new TreeSet<>(Strand.BY_DEADLINE);

    private final Strand main;
    private Strand running;
    private int strands;
    private long now;
    private long switches;

    /** What {@link #switches} was when something last got on: when time moved, or the main strand went on. */
    private long progress;

    /** Begins at time zero, with a main strand that is running. */
    Schedule(RandomGenerator random, Thread mainThread) {
        this.random = random;
        this.main = newStrand(mainThread.getName());
        main.thread = mainThread;
        main.state = Strand.State.RUNNING;
        this.running = main;
    }

    private Strand newStrand(String name) {
        var strand = new Strand(strands++, name);
        alive.add(strand);
        return strand;
    }

    Strand main() {
        return main;
    }

    /** The one that has the baton. */
    Strand running() {
        return running;
    }

    long now() {
        return now;
    }

    /** How often the baton was handed over. */
    long switches() {
        return switches;
    }

    /** The earliest deadline that anyone waits for. */
    long nextDeadline() {
        return timed.isEmpty() ? Clock.NEVER : timed.first().deadline;
    }

    /** All strands that have not ended, the main one first. */
    List<Strand> alive() {
        return List.copyOf(alive);
    }

    /** Adds a strand that could run. */
    Strand add(String name) {
        Strand strand = newStrand(name);
        runnable.add(strand);
        return strand;
    }

    /** The running strand waits from now on. */
    void block(Strand strand, long deadline) {
        strand.state = Strand.State.WAITING;
        strand.deadline = Math.max(deadline, now);
        if (deadline != Clock.NEVER) {
            timed.add(strand);
        }
    }

    /** The running strand, the main one, waits until no other could go on. */
    void blockUntilQuiet(Strand strand) {
        strand.state = Strand.State.WAITING_FOR_QUIET;
        strand.wake = Strand.Wake.SIGNALLED;
    }

    /** The running strand has ended. */
    void end(Strand strand) {
        strand.state = Strand.State.DONE;
        alive.remove(strand);
    }

    /** Ends a strand's wait. {@return false, and nothing happens, if it does not wait} */
    boolean wake(Strand strand, Strand.Wake reason) {
        if (strand.state != Strand.State.WAITING) {
            return false;
        }
        if (strand.deadline != Clock.NEVER) {
            timed.remove(strand);
        }
        strand.state = Strand.State.RUNNABLE;
        strand.wake = reason;
        runnable.add(strand);
        return true;
    }

    /** Takes the strand that goes on, moving time if it must. Called when none runs. */
    Strand next() {
        switches++;
        if (switches - progress > RESTLESS) {
            return run(rouse());
        }
        while (runnable.isEmpty() && main.state != Strand.State.WAITING_FOR_QUIET) {
            if (timed.isEmpty()) {
                wake(main, Strand.Wake.DEADLOCKED);
            } else {
                moveTimeTo(timed.first().deadline);
            }
        }
        return run(runnable.isEmpty() ? main : draw());
    }

    private Strand run(Strand strand) {
        if (strand == main) {
            progress = switches;
        }
        running = strand;
        running.state = Strand.State.RUNNING;
        return running;
    }

    /** The main strand, which alone can tell that time stands still. It waits, or it could run and was not drawn. */
    private Strand rouse() {
        timed.remove(main);
        runnable.remove(main);
        main.wake = Strand.Wake.RESTLESS;
        return main;
    }

    private Strand draw() {
        int last = runnable.size() - 1;
        int drawn = last == 0 ? 0 : random.nextInt(last + 1);
        Strand strand = runnable.get(drawn);
        runnable.set(drawn, runnable.get(last));
        runnable.remove(last);
        return strand;
    }

    private void moveTimeTo(long time) {
        if (time > now) {
            progress = switches;
        }
        now = time;
        while (!timed.isEmpty() && timed.first().deadline <= time) {
            wake(timed.first(), Strand.Wake.TIMED_OUT);
        }
    }
}
