package dev.konverge.workqueue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** One {@link Lane} a priority, and the choice between them; see {@link Priorities}. */
final class Lanes implements ReadyList {
    /** Keeps ages and priorities of any size from running over when they are added. */
    private static final long LIMIT = Long.MAX_VALUE / 4;

    private final IntFunction<?> groupOf;

    /** Zero if priority is strict. */
    private final long agingPerPoint;

    private final Map<Integer, Lane> byPriority = new HashMap<>();

    /** Exactly the lanes of {@link #byPriority}, all of which have items. */
    private final ArrayList<Lane> lanes = new ArrayList<>();

    /** The item of each slot that is in a lane. */
    private Lane.@Nullable Item[] items = new Lane.Item[64];

    private int size;

    /**
     * Without slots.
     *
     * @param groupOf the group of the key in a slot
     */
    <K> Lanes(Priorities<K> priorities, IntFunction<?> groupOf) {
        this.groupOf = groupOf;
        this.agingPerPoint =
                priorities.agingPerPoint().map(java.time.Duration::toNanos).orElse(0L);
    }

    @Override
    public void push(int slot, int priority, long now) {
        if (slot >= items.length) {
            items = Arrays.copyOf(items, Math.max(slot + 1, items.length * 2));
        }
        Lane lane = byPriority.get(priority);
        if (lane == null) {
            lane = new Lane(priority);
            byPriority.put(priority, lane);
            lanes.add(lane);
        }
        items[slot] = lane.push(slot, Objects.requireNonNull(groupOf.apply(slot)), now);
        size++;
    }

    @Override
    public void touch(int slot, int priority, long now) {
        Lane.Item item = Objects.requireNonNull(items[slot]);
        if (priority > item.lane.priority) {
            item.lane.remove(item);
            removed(item);
            push(slot, priority, now);
        }
    }

    @Override
    public int pop() {
        if (size == 0) {
            return KeySlab.NONE;
        }
        Lane best = lanes.get(0);
        for (int i = 1; i < lanes.size(); i++) {
            if (goesBefore(lanes.get(i), best)) {
                best = lanes.get(i);
            }
        }
        Lane.Item item = best.pop();
        removed(item);
        return item.slot;
    }

    private void removed(Lane.Item item) {
        items[item.slot] = null;
        size--;
        if (item.lane.size() == 0) {
            byPriority.remove(item.lane.priority);
            lanes.remove(item.lane);
        }
    }

    private boolean goesBefore(Lane one, Lane other) {
        int order = agingPerPoint == 0 ? 0 : Long.compare(standing(one), standing(other));
        return order != 0 ? order < 0 : one.priority > other.priority;
    }

    /** The time at which the lane's oldest item stands in line. */
    private long standing(Lane lane) {
        // A double holds every product of a reasonable priority exactly, and the others do not run over.
        long credit = (long) Math.clamp((double) lane.priority * agingPerPoint, (double) -LIMIT, (double) LIMIT);
        return Math.min(lane.since(), LIMIT) - credit;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Map<Integer, Integer> sizeByPriority() {
        var sizes = new TreeMap<Integer, Integer>();
        lanes.forEach(lane -> sizes.put(lane.priority, lane.size()));
        return sizes;
    }
}
