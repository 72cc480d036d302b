package dev.konverge.apiserver.store;

import org.jspecify.annotations.Nullable;

/** The objects of one collection at one revision, in the order of their keys. Immutable. */
public final class Snapshot {
    private final long revision;
    private final OrderedMap<String, Stored> objects;

    Snapshot(long revision, OrderedMap<String, Stored> objects) {
        this.revision = revision;
        this.objects = objects;
    }

    /** {@return the revision of all collections at which the objects were so} */
    public long revision() {
        return revision;
    }

    /** {@return how many objects there are} */
    public int size() {
        return objects.size();
    }

    /** {@return how many objects have a key that begins with {@code prefix} and is not below {@code from}} */
    public int countFrom(String prefix, String from) {
        String start = from.compareTo(prefix) < 0 ? prefix : from;
        int end = prefix.isEmpty() ? objects.size() : objects.countBelow(prefix + Character.MAX_VALUE);
        return Math.max(0, end - objects.countBelow(start));
    }

    /** {@return the object with that key, or null if there is none} */
    public @Nullable Stored find(String key) {
        return objects.get(key);
    }

    /** {@return the objects whose key is not below {@code from}} */
    public Iterable<Stored> from(String from) {
        return from.isEmpty() ? objects.values() : objects.valuesFrom(from);
    }
}
