package dev.konverge.workqueue;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The places in line of one priority: groups that take turns, and the order of arrival over all of them.
 *
 * <p>Places that are held are passed over; there are never more of them than keys that are worked on.
 */
final class Lane {
    /** How many groups that may not go first are passed over in search of one that may. */
    private static final int LOOK_AHEAD = 32;

    final int priority;

    /** How much earlier than it entered the lane a place stands. */
    final long credit;

    /** How many keys have no place in a higher lane. */
    int keys;

    /** Exactly the groups that have a place, by what they are told apart by. */
    private final Map<@Nullable Object, Group> groups = new HashMap<>();

    /** The same groups in a ring, from the one whose turn is next. */
    private @Nullable Group turn;

    private @Nullable Place oldest;
    private @Nullable Place newest;

    Lane(int priority, long credit) {
        this.priority = priority;
        this.credit = credit;
    }

    /** Where a slot stands in a lane. */
    static final class Place {
        final int slot;
        final Lane lane;
        final Group group;

        /** The place that the same slot has in a lower lane. */
        final @Nullable Place lower;

        /** When it entered the lane. */
        final long since;

        /** Whether the slot cannot be handed out yet. */
        boolean held;

        private @Nullable Place older;
        private @Nullable Place newer;
        private @Nullable Place before;
        private @Nullable Place after;

        private Place(int slot, Lane lane, Group group, @Nullable Place lower, long since, boolean held) {
            this.slot = slot;
            this.lane = lane;
            this.group = group;
            this.lower = lower;
            this.since = since;
            this.held = held;
        }
    }

    /** Some places of a lane, first in, first out. */
    static final class Group {
        final @Nullable Object name;
        private @Nullable Place first;
        private @Nullable Place last;
        private Group previous = this;
        private Group next = this;

        private Group(@Nullable Object name) {
            this.name = name;
        }

        private @Nullable Place firstFree() {
            Place place = first;
            while (place != null && place.held) {
                place = place.after;
            }
            return place;
        }
    }

    boolean isEmpty() {
        return oldest == null;
    }

    /** The oldest place that is not held, null if there is none. */
    @Nullable
    Place oldestFree() {
        Place place = oldest;
        while (place != null && place.held) {
            place = place.newer;
        }
        return place;
    }

    Place push(int slot, @Nullable Object groupName, @Nullable Place lower, long now, boolean held) {
        Group group = groups.get(groupName);
        if (group == null) {
            group = new Group(groupName);
            groups.put(groupName, group);
            linkLast(group);
        }
        var place = new Place(slot, this, group, lower, now, held);
        append(place);
        return place;
    }

    private void append(Place place) {
        place.older = newest;
        if (newest == null) {
            oldest = place;
        } else {
            newest.newer = place;
        }
        newest = place;
        Group group = place.group;
        place.before = group.last;
        if (group.last == null) {
            group.first = place;
        } else {
            group.last.after = place;
        }
        group.last = place;
    }

    /**
     * Takes the first free place of the first group in turn that has one which entered until {@code latest}. The others keep their turn.
     *
     * <p>Where many are to be passed over it takes the oldest instead of looking at all of them each time: that is fair to the one
     * that waits longest, and what it may pass by are turns, never another priority.
     *
     * @param oldestFree the oldest free place, which entered until then
     */
    Place pop(Place oldestFree, long latest) {
        Place place = firstInTurn(oldestFree, latest);
        Group group = place.group;
        remove(place);
        if (group.first != null) {
            unlink(group);
            linkLast(group);
        }
        return place;
    }

    private Place firstInTurn(Place oldestFree, long latest) {
        Group group = Objects.requireNonNull(turn);
        int passed = 0;
        while (passed < LOOK_AHEAD) {
            Place place = group.firstFree();
            if (place != null) {
                if (place.since <= latest) {
                    return place;
                }
                passed++;
            }
            group = group.next;
        }
        return oldestFree;
    }

    /** Takes a place out, wherever it stands. */
    void remove(Place place) {
        unlink(place);
        if (place.group.first == null) {
            groups.remove(place.group.name);
            unlink(place.group);
        }
    }

    private void linkLast(Group group) {
        if (turn == null) {
            turn = group;
            return;
        }
        group.next = turn;
        group.previous = turn.previous;
        turn.previous.next = group;
        turn.previous = group;
    }

    private void unlink(Group group) {
        if (group.equals(turn)) {
            turn = group.next.equals(group) ? null : group.next;
        }
        group.previous.next = group.next;
        group.next.previous = group.previous;
        group.next = group;
        group.previous = group;
    }

    private void unlink(Place place) {
        if (place.older == null) {
            oldest = place.newer;
        } else {
            place.older.newer = place.newer;
        }
        if (place.newer == null) {
            newest = place.older;
        } else {
            place.newer.older = place.older;
        }
        Group group = place.group;
        if (place.before == null) {
            group.first = place.after;
        } else {
            place.before.after = place.after;
        }
        if (place.after == null) {
            group.last = place.before;
        } else {
            place.after.before = place.before;
        }
    }
}
