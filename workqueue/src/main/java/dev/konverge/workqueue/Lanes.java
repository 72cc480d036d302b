package dev.konverge.workqueue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One {@link Lane} a priority, and the choice between them; see {@link Priorities}.
 *
 * <p>With aging a slot has a place in the lane of each priority that it was raised to, and leaves all of them with the first that
 * comes up. Without, a higher lane always comes up first, and the place there is the only one.
 */
final class Lanes implements ReadyList {
    /** Keeps ages and priorities of any size from running over when they are added. */
    private static final long LIMIT = Long.MAX_VALUE / 4;

    private static final int FIRST_CAPACITY = 64;

    /** Room for up to this many slots is kept when the last one leaves. */
    private static final int KEPT = 1 << 16;

    private final IntFunction<? extends @Nullable Object> groupOf;

    /** Zero if priority is strict. */
    private final long agingPerPoint;

    private final Map<Integer, Lane> byPriority = new HashMap<>();

    /** Exactly the lanes of {@link #byPriority}, all of which have places. */
    private final ArrayList<Lane> lanes = new ArrayList<>();

    /** The place in the highest lane of each slot that is in one. */
    private Lane.@Nullable Place[] places = new Lane.Place[FIRST_CAPACITY];

    /** How many slots can be handed out. */
    private int size;

    /** How many slots have a place and cannot. */
    private int held;

    /**
     * Without slots.
     *
     * @param groupOf the group of the key in a slot; asked when it gets its first place, must not fail
     */
    <K> Lanes(Priorities<K> priorities, IntFunction<? extends @Nullable Object> groupOf) {
        this.groupOf = groupOf;
        this.agingPerPoint =
                priorities.agingPerPoint().map(java.time.Duration::toNanos).orElse(0L);
    }

    @Override
    public void push(int slot, int priority, long now) {
        enter(slot, priority, now, false);
        size++;
    }

    @Override
    public void touch(int slot, int priority, long now) {
        Lane.Place place = Objects.requireNonNull(places[slot]);
        if (priority > place.lane.priority) {
            enter(slot, priority, now, place.held);
        }
    }

    @Override
    public void reserve(int slot, int priority, long now) {
        if (slot < places.length && places[slot] != null) {
            touch(slot, priority, now);
        } else {
            enter(slot, priority, now, true);
            held++;
        }
    }

    @Override
    public void pushReserved(int slot, int priority, long now) {
        for (Lane.Place place = places[slot]; place != null; place = place.lower) {
            place.held = false;
        }
        held--;
        size++;
    }

    private void enter(int slot, int priority, long now, boolean isHeld) {
        if (slot >= places.length) {
            places = Arrays.copyOf(places, Math.max(slot + 1, places.length * 2));
        }
        Lane.Place former = places[slot];
        Object group = former == null ? groupOf.apply(slot) : former.group.name;
        if (former != null) {
            former.lane.keys--;
            if (agingPerPoint == 0) {
                leave(former);
                former = null;
            }
        }
        Lane lane = laneOf(priority);
        places[slot] = lane.push(slot, group, former, Math.min(now, LIMIT), isHeld);
        lane.keys++;
    }

    private Lane laneOf(int priority) {
        Lane lane = byPriority.get(priority);
        if (lane == null) {
            lane = new Lane(priority, creditOf(priority));
            byPriority.put(priority, lane);
            lanes.add(lane);
        }
        return lane;
    }

    private long creditOf(int priority) {
        // A double holds every product of a reasonable priority exactly, and the others do not run over.
        return (long) Math.clamp((double) priority * agingPerPoint, (double) -LIMIT, (double) LIMIT);
    }

    @Override
    public int pop() {
        if (size == 0) {
            return KeySlab.NONE;
        }
        Lane.Place next = takeNext();
        int slot = next.slot;
        Lane.Place highest = Objects.requireNonNull(places[slot]);
        highest.lane.keys--;
        for (Lane.Place place = highest; place != null; place = place.lower) {
            if (place.equals(next)) {
                dropIfEmpty(place.lane);
            } else {
                leave(place);
            }
        }
        places[slot] = null;
        size--;
        if (size + held == 0 && places.length > KEPT) {
            places = new Lane.Place[FIRST_CAPACITY];
        }
        return slot;
    }

    /** Takes the place that comes up out of its lane. There must be a slot that can be handed out. */
    private Lane.Place takeNext() {
        Lane.Place best = null;
        Lane.Place runnerUp = null;
        for (Lane lane : lanes) {
            Lane.Place oldest = lane.oldestFree();
            if (oldest == null) {
                continue;
            }
            if (best == null || precedes(oldest, best)) {
                runnerUp = best;
                best = oldest;
            } else if (runnerUp == null || precedes(oldest, runnerUp)) {
                runnerUp = oldest;
            }
        }
        Lane.Place oldest = Objects.requireNonNull(best);
        return oldest.lane.pop(oldest, runnerUp == null ? Long.MAX_VALUE : latestBefore(runnerUp, oldest.lane));
    }

    /** Whether the first comes up before the second, which is in another lane. */
    private boolean precedes(Lane.Place first, Lane.Place second) {
        return first.since <= latestBefore(second, first.lane);
    }

    /** Until when a place must have entered the lane to come up before one of another lane; a tie goes to the higher. */
    private long latestBefore(Lane.Place other, Lane lane) {
        boolean higher = lane.priority > other.lane.priority;
        if (agingPerPoint == 0) {
            return higher ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return other.since - other.lane.credit + lane.credit - (higher ? 0 : 1);
    }

    private void leave(Lane.Place place) {
        place.lane.remove(place);
        dropIfEmpty(place.lane);
    }

    private void dropIfEmpty(Lane lane) {
        if (lane.isEmpty()) {
            byPriority.remove(lane.priority);
            lanes.remove(lane);
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Map<Integer, Integer> byPriority(int depth) {
        var keys = new TreeMap<Integer, Integer>();
        for (Lane lane : lanes) {
            if (lane.keys > 0) {
                keys.put(lane.priority, lane.keys);
            }
        }
        return keys;
    }

    /** How many slots there is room for. */
    int capacity() {
        return places.length;
    }
}
