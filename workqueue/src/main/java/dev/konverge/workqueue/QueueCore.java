package dev.konverge.workqueue;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The queue itself: single-threaded, told what time it is, never waiting.
 *
 * <p>A key is known, and has a slot, as long as one of these holds:
 *
 * <ul>
 *   <li>{@link #READY}: it is in the ready list, to be handed out;
 *   <li>{@link #RUNNING}: it is handed out; never together with {@code READY}, so no key is in two hands;
 *   <li>{@link #DIRTY}: it was added while running, and becomes ready when it is released; only together with {@code RUNNING}. With
 *       priorities it has its place in the ready list from the add on, elsewhere from the release on;
 *   <li>{@link #DELAYED}: it waits in {@link Delays}, whatever else it may be.
 * </ul>
 */
final class QueueCore<K> {
    private static final GuardedLog LOG = GuardedLog.of(QueueCore.class);

    static final int READY = 1;
    static final int RUNNING = 2;
    static final int DIRTY = 4;
    static final int DELAYED = 8;

    /** A time before all deadlines, for calls that shall not end any delay. */
    static final long NO_TIME = Long.MIN_VALUE;

    /** How far a queue is on its way down. */
    enum Phase {
        /** Takes adds. */
        OPEN,
        /** Ignores adds, hands out what is ready. */
        SHUTTING_DOWN,
        /** As {@code SHUTTING_DOWN}, and is not over as long as a running key could become ready again. */
        DRAINING,
        /** Ignores adds, hands out nothing. */
        STOPPED
    }

    private final QueueConfig<K> config;
    private final Claim.Releaser<K> releaser;

    /** Keys that are ready or dirty, and that an add without causes and with no more than the usual priority would not change. */
    private final Pending<K> pending;

    private final KeySlab<K> slab = new KeySlab<>();
    private final Delays delays = new Delays(slab);
    private final ReadyList ready;
    private final Riders riders;
    private final OpenClaims openClaims = new OpenClaims();

    private Phase phase = Phase.OPEN;
    private int running;
    private int dirty;

    /** Slots that became ready by their release, and were not handed out since; only while draining. */
    private final Set<Integer> returned = new HashSet<>();

    /** How many keys became ready by the end of their delay and were not told of yet. */
    private int promoted;

    QueueCore(QueueConfig<K> config, Pending<K> pending, Claim.Releaser<K> releaser) {
        this.config = config;
        this.pending = pending;
        this.releaser = releaser;
        this.ready = config.readyList(slab);
        this.riders = new Riders(config.keepsTime());
    }

    /** Whether calls need to be told the time; where not, they may be told any. */
    boolean needsTime() {
        return config.keepsTime() || config.hasPriorities() || !delays.isEmpty();
    }

    /** Asks for a hand-out. {@return whether no such request for the key was pending} */
    boolean add(K key, int hash, int priority, Causes causes, long now) {
        if (phase != Phase.OPEN) {
            return false;
        }
        promote(now);
        int slot = slab.slotOf(key, hash);
        try {
            boolean superseding = config.supersedes() && slab.has(slot, DELAYED);
            return superseding ? supersede(slot, priority, causes, now) : makeReady(slot, priority, causes, now);
        } catch (Throwable refused) {
            forgetUnlessWanted(slot);
            throw refused;
        }
    }

    private boolean supersede(int slot, int priority, Causes causes, long now) {
        int highest = Math.max(riders.delayedPriority(slot), priority);
        boolean first = makeReady(slot, highest, riders.delayedCauses(slot).and(causes), now);
        delays.remove(slot);
        slab.clear(slot, DELAYED);
        return first;
    }

    /** Asks for a hand-out at a deadline that lies ahead. An earlier one that was asked for before stays. */
    void addAt(K key, int hash, long deadline, int priority, Causes causes, long now) {
        if (phase != Phase.OPEN) {
            return;
        }
        promote(now);
        int slot = slab.slotOf(key, hash);
        if (config.supersedes() && slab.has(slot, READY | DIRTY)) {
            makeReady(slot, priority, causes, now);
            return;
        }
        boolean first = !slab.has(slot, DELAYED);
        riders.noteDelayed(slot, first, priority, causes);
        if (first) {
            slab.raise(slot, DELAYED);
            delays.add(slot, deadline);
        } else if (deadline < delays.deadlineOf(slot)) {
            delays.bringForward(slot, deadline);
        }
    }

    /** Has the memory at hand that an add of a key with that hash will need. */
    void foresee(int hash) {
        slab.foresee(hash);
    }

    /** Gives a slot its place first and its flag then: an order of one's own may throw, and the slot is what it was. */
    private boolean makeReady(int slot, int priority, Causes causes, long now) {
        boolean first = !slab.has(slot, READY | DIRTY);
        riders.note(slot, first, priority, causes, now);
        if (slab.has(slot, READY)) {
            ready.touch(slot, riders.priority(slot), now);
        } else if (!slab.has(slot, RUNNING)) {
            ready.push(slot, riders.priority(slot), now);
            slab.raise(slot, READY);
        } else {
            ready.reserve(slot, riders.priority(slot), now);
            if (first) {
                slab.raise(slot, DIRTY);
                dirty++;
            }
        }
        if (config.mergesAdds() && riders.priority(slot) >= AddOptions.DEFAULT_PRIORITY) {
            pending.note(slab.key(slot), slab.hashOf(slot), !first, slab.size());
        }
        return first;
    }

    /** Makes ready whose delay is over. Every call does that first, so keys become ready in the order of time. */
    void promote(long now) {
        while (delays.isDue(now)) {
            long deadline = delays.nextDeadline();
            int slot = delays.removeFirst();
            slab.clear(slot, DELAYED);
            try {
                if (makeReady(slot, riders.delayedPriority(slot), riders.delayedCauses(slot), deadline)) {
                    promoted++;
                }
            } catch (Throwable refused) {
                tellOfRefused(slot, refused);
                forgetUnlessWanted(slot);
            }
        }
    }

    /** Who has the queue's lock has not added the key, and may be about to take another one. */
    private void tellOfRefused(int slot, Throwable refused) {
        LOG.error(
                "the ordering refused a key, which is not handed out",
                line -> line.addKeyValue("key", slab.key(slot)).setCause(refused));
    }

    /** How many keys {@link #promote} has made ready since the last call. */
    int takePromoted() {
        int count = promoted;
        promoted = 0;
        return count;
    }

    /** Takes the next key. {@return null if none can be handed out} */
    @Nullable
    Claim<K> poll(long now) {
        promote(now);
        int slot = ready.pop();
        if (slot == KeySlab.NONE) {
            return null;
        }
        K key = slab.key(slot);
        pending.forget(key, slab.hashOf(slot));
        slab.clear(slot, READY);
        slab.raise(slot, RUNNING);
        running++;
        if (phase == Phase.DRAINING) {
            returned.remove(/* element */ (Integer) slot);
        }
        OpenClaims.Times times = config.keepsTime() ? openClaims.open(riders.since(slot), now) : null;
        var claim = new Claim<>(releaser, slot, key, riders.causes(slot), riders.priority(slot), times);
        riders.forgetReady(slot, slab.has(slot, DELAYED));
        return claim;
    }

    /** Takes a claim back, whatever becomes of the delays that are over by then. {@return false if it was taken back before} */
    boolean release(Claim<K> claim, long now) {
        if (claim.released) {
            return false;
        }
        claim.released = true;
        try {
            promote(now);
        } finally {
            takeBack(claim, now);
        }
        return true;
    }

    private void takeBack(Claim<K> claim, long now) {
        int slot = claim.slot;
        running--;
        slab.clear(slot, RUNNING);
        if (claim.times != null) {
            openClaims.close(claim.times);
        }
        if (slab.has(slot, DIRTY)) {
            slab.clear(slot, DIRTY);
            dirty--;
            try {
                ready.pushReserved(slot, riders.priority(slot), now);
                slab.raise(slot, READY);
                if (phase == Phase.DRAINING) {
                    returned.add(slot);
                }
            } catch (Throwable refused) {
                tellOfRefused(slot, refused);
            }
        }
        if (phase == Phase.STOPPED && slab.has(slot, READY)) {
            dropReady();
        } else {
            forgetUnlessWanted(slot);
        }
    }

    /** Goes on to a later phase, or from draining back to shutting down. */
    void enter(Phase next) {
        if (phase != next) {
            returned.clear();
        }
        phase = next;
        pending.clear();
        while (!delays.isEmpty()) {
            int slot = delays.removeFirst();
            slab.clear(slot, DELAYED);
            forgetUnlessWanted(slot);
        }
        if (next == Phase.STOPPED) {
            dropReady();
        }
    }

    private void dropReady() {
        while (!ready.isEmpty()) {
            int slot = ready.pop();
            slab.clear(slot, READY);
            forgetUnlessWanted(slot);
        }
    }

    private void forgetUnlessWanted(int slot) {
        if (slab.flags(slot) == 0) {
            riders.forgetReady(slot, false);
            slab.remove(slot);
        }
    }

    Phase phase() {
        return phase;
    }

    /** Whether nothing will ever be handed out again. */
    boolean isOver() {
        return switch (phase) {
            case OPEN -> false;
            case SHUTTING_DOWN -> ready.isEmpty();
            case DRAINING -> ready.isEmpty() && running == 0;
            case STOPPED -> true;
        };
    }

    /** Whether no key is handed out, nor has to be once more because it was asked for meanwhile. */
    boolean isDrained() {
        return running == 0 && returned.isEmpty();
    }

    /** Whether a key can be handed out. */
    boolean hasReady() {
        return !ready.isEmpty();
    }

    /** How many keys are ready; with priorities also those that have to be released first. */
    int len() {
        return config.hasPriorities() ? depth() : ready.size();
    }

    /** How many keys are handed out. */
    int running() {
        return running;
    }

    /** How many hand-outs are asked for, now or as soon as the key is released. */
    int depth() {
        return ready.size() + dirty;
    }

    Map<Integer, Integer> depthByPriority() {
        return ready.byPriority(depth());
    }

    /** How many keys wait for the end of a delay. */
    int delayed() {
        return delays.size();
    }

    /** The earliest end of a delay, or that of one that was cancelled; never one that has been told to have come. */
    long nextDeadline() {
        return delays.nextDeadline();
    }

    OpenClaims openClaims() {
        return openClaims;
    }

    /** How many keys are known. */
    int known() {
        return slab.size();
    }
}
