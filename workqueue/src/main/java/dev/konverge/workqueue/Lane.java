package dev.konverge.workqueue;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The slots of one priority: groups that take turns, and the order of arrival over all of them. */
final class Lane {
    final int priority;

    /** Exactly the groups that have an item, by what they are told apart by. */
    private final Map<Object, Group> groups = new HashMap<>();

    /** The same groups, the one whose turn is next first. */
    private final ArrayDeque<Group> turns = new ArrayDeque<>();

    private @Nullable Item oldest;
    private @Nullable Item newest;
    private int size;

    Lane(int priority) {
        this.priority = priority;
    }

    /** A slot in a lane. */
    static final class Item {
        final int slot;
        final Lane lane;
        final Group group;

        /** When it entered the lane. */
        final long since;

        private @Nullable Item older;
        private @Nullable Item newer;
        private @Nullable Item before;
        private @Nullable Item after;

        private Item(int slot, Lane lane, Group group, long since) {
            this.slot = slot;
            this.lane = lane;
            this.group = group;
            this.since = since;
        }
    }

    /** Some slots of a lane, first in, first out. */
    static final class Group {
        private final Object name;
        private @Nullable Item first;
        private @Nullable Item last;

        private Group(Object name) {
            this.name = name;
        }
    }

    int size() {
        return size;
    }

    /** When the oldest item entered. The lane must not be empty. */
    long since() {
        return java.util.Objects.requireNonNull(oldest).since;
    }

    Item push(int slot, Object groupName, long now) {
        Group group = groups.get(groupName);
        if (group == null) {
            group = new Group(groupName);
            groups.put(groupName, group);
            turns.addLast(group);
        }
        var item = new Item(slot, this, group, now);
        append(item);
        size++;
        return item;
    }

    private void append(Item item) {
        item.older = newest;
        if (newest == null) {
            oldest = item;
        } else {
            newest.newer = item;
        }
        newest = item;
        Group group = item.group;
        item.before = group.last;
        if (group.last == null) {
            group.first = item;
        } else {
            group.last.after = item;
        }
        group.last = item;
    }

    /** Takes the first item of the group whose turn it is. The lane must not be empty. */
    Item pop() {
        Group group = turns.removeFirst();
        Item item = java.util.Objects.requireNonNull(group.first);
        unlink(item);
        if (group.first == null) {
            groups.remove(group.name);
        } else {
            turns.addLast(group);
        }
        return item;
    }

    /** Takes an item out, wherever it stands. */
    void remove(Item item) {
        unlink(item);
        if (item.group.first == null) {
            groups.remove(item.group.name);
            turns.remove(item.group);
        }
    }

    private void unlink(Item item) {
        if (item.older == null) {
            oldest = item.newer;
        } else {
            item.older.newer = item.newer;
        }
        if (item.newer == null) {
            newest = item.older;
        } else {
            item.newer.older = item.older;
        }
        Group group = item.group;
        if (item.before == null) {
            group.first = item.after;
        } else {
            item.before.after = item.after;
        }
        if (item.after == null) {
            group.last = item.before;
        } else {
            item.after.before = item.before;
        }
        size--;
    }
}
