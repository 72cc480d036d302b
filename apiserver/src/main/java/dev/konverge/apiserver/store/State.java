package dev.konverge.apiserver.store;

import dev.konverge.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All objects at one revision, and the recent past of each collection. Immutable: writing makes another state, which shares all
 * that did not change.
 *
 * <p>One revision counts the writes to all collections, so the resource versions of objects of different kinds can be compared,
 * as with etcd. It begins at 1.
 */
public final class State {
    /** How much of the past is kept. */
    public record Retention(Duration age, int atLeast, int atMost) {
        /** Five minutes, but never fewer than 100 changes of a collection or more than 102,400. */
        public static final Retention USUAL = new Retention(Duration.ofMinutes(5), 100, 102_400);
    }

    /** The objects of one resource, and its recent changes. */
    private record Collection(OrderedMap<String, Stored> objects, ChangeLog log, long lastRevision) {
        static final Collection EMPTY = new Collection(OrderedMap.empty(), ChangeLog.EMPTY, 0);
    }

    /**
     * What a write makes.
     *
     * @param state the state after it
     * @param change what it changed
     */
    public record Written(State state, Change change) {}

    private final Retention retention;
    private final long revision;
    private final long compacted;
    private final OrderedMap<String, Collection> collections;
    /** When the past of all collections was last looked at, in milliseconds since 1970. */
    private final long swept;

    private State(
            Retention retention,
            long revision,
            long compacted,
            OrderedMap<String, Collection> collections,
            long swept) {
        this.retention = retention;
        this.revision = revision;
        this.compacted = compacted;
        this.collections = collections;
        this.swept = swept;
    }

    /** {@return the state without objects} */
    public static State empty(Retention retention) {
        return new State(retention, 1, 0, OrderedMap.empty(), 0);
    }

    /** {@return how many writes led here, and one} */
    public long revision() {
        return revision;
    }

    /** {@return the revision before which nothing is known any more, as far as it was compacted on request} */
    public long compacted() {
        return compacted;
    }

    /** {@return the objects of a collection as they are now} */
    public Snapshot objects(String collection) {
        return new Snapshot(revision, of(collection).objects);
    }

    /**
     * {@return the objects of a collection as they were at a revision, or null if that is forgotten}
     *
     * @param at not above {@link #revision()}
     */
    public @Nullable Snapshot objectsAt(String collection, long at) {
        Collection found = of(collection);
        if (at < compacted || at < found.log.forgotten()) {
            return null;
        }
        return new Snapshot(at, found.log.objectsAt(at, found.objects));
    }

    /** {@return one object, or null if there is none} */
    public @Nullable Stored find(String collection, String key) {
        return of(collection).objects.get(key);
    }

    /** {@return how many objects a collection has} */
    public int count(String collection) {
        return of(collection).objects.size();
    }

    /** {@return the revision up to which the changes of a collection are forgotten: watching from a lower one is not possible} */
    public long forgotten(String collection) {
        return Math.max(compacted, of(collection).log.forgotten());
    }

    /** {@return the revision of the last change of a collection that is forgotten: who has seen that one has missed none} */
    public long lastForgotten(String collection) {
        return of(collection).log.forgotten();
    }

    /** {@return the revision of the last change of a collection} */
    public long lastChange(String collection) {
        return of(collection).lastRevision;
    }

    /** {@return the changes of a collection behind a revision, oldest first, at most so many} */
    public List<Change> changes(String collection, long after, int limit) {
        Collection found = of(collection);
        return found.lastRevision <= after ? List.of() : found.log.after(after, limit);
    }

    /** {@return the changes of all collections behind a revision, oldest first} */
    public List<Located> changes(long after) {
        List<Located> all = new ArrayList<>();
        if (after < revision) {
            for (String name : names()) {
                changes(name, after, Integer.MAX_VALUE).forEach(change -> all.add(new Located(name, change)));
            }
            all.sort(Comparator.comparingLong(located -> located.change().revision()));
        }
        return all;
    }

    /**
     * A change and where it happened.
     *
     * @param collection the collection
     * @param change what happened
     */
    public record Located(String collection, Change change) {}

    /** {@return the names of the collections that were ever written to} */
    public List<String> names() {
        List<String> names = new ArrayList<>(collections.size());
        collections.keys().forEach(names::add);
        return names;
    }

    /**
     * {@return the state after one write} What is too old goes from the past of the collection at once, and from that of the
     * others once in a while.
     *
     * @param collection where
     * @param key of which object
     * @param content what it shall be, without a resource version, or null to delete it
     * @param form what the object {@linkplain Stored#isIn is in}, null if that does not matter
     * @param now the time
     */
    public Written write(
            String collection, String key, Json.@Nullable Obj content, @Nullable Object form, Instant now) {
        Collection before = of(collection);
        Stored old = before.objects.get(key);
        long next = revision + 1;
        Stored fresh = content == null ? null : new Stored(key, content, next, form);
        if (fresh == null && old == null) {
            throw new IllegalStateException("cannot delete " + key + " of " + collection + ": there is none");
        }
        long millis = now.toEpochMilli();
        Change change = new Change(next, millis, old, fresh);
        Collection after = trimmed(
                new Collection(
                        fresh == null ? before.objects.without(key) : before.objects.with(key, fresh),
                        before.log.append(change, before.objects),
                        next),
                millis);
        State written = new State(retention, next, compacted, collections.with(collection, after), swept);
        return new Written(millis - swept < retention.age.toMillis() ? written : written.swept(millis), change);
    }

    /** {@return this state without what is too old of the past of collections that rest} */
    private State swept(long millis) {
        OrderedMap<String, Collection> next = collections;
        for (String name : names()) {
            Collection found = of(name);
            Collection kept = trimmed(found, millis);
            next = kept.log == found.log ? next : next.with(name, kept);
        }
        return new State(retention, revision, compacted, next, millis);
    }

    /** An empty collection, as that of a definition that was deleted, keeps no number of changes for their own sake. */
    private Collection trimmed(Collection found, long millis) {
        int keep = found.objects.size() == 0 ? 0 : retention.atLeast;
        ChangeLog log = found.log.trimmed(millis - retention.age.toMillis(), keep, retention.atMost);
        return log == found.log ? found : new Collection(found.objects, log, found.lastRevision);
    }

    /** {@return this state without the past before a revision} */
    public State compact(long at) {
        long limit = Math.min(at, revision);
        if (limit <= compacted) {
            return this;
        }
        OrderedMap<String, Collection> next = collections;
        for (String name : names()) {
            Collection found = of(name);
            next = next.with(name, new Collection(found.objects, found.log.compacted(limit), found.lastRevision));
        }
        return new State(retention, revision, limit, next, swept);
    }

    private Collection of(String collection) {
        Collection found = collections.get(collection);
        return found == null ? Collection.EMPTY : found;
    }
}
