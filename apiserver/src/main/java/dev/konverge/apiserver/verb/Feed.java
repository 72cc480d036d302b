package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.WatchFeed;
import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.store.Change;
import dev.konverge.apiserver.store.State;
import dev.konverge.apiserver.store.Store;
import dev.konverge.apiserver.store.Stored;
import dev.konverge.base.Clock;
import dev.konverge.model.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One watch: a cursor over the changes of a collection.
 *
 * <p>Begins with an error, with what is there, or at a revision; then follows the changes until its time is over, its reader falls
 * behind what the store remembers, or it is closed. It holds nothing that grows.
 */
final class Feed implements WatchFeed {
    /** How often a quiet watch is told how far it got. */
    private static final Duration BOOKMARK_EVERY = Duration.ofMinutes(1);
    /** How long before its end a watch is told how far it got. */
    private static final Duration BOOKMARK_BEFORE_END = Duration.ofSeconds(2);

    /** Encodes what happened for this watch's client. */
    interface Frames {
        /** {@return a change that its client sees as {@code type}, with the object in that state} */
        byte[] change(String type, Change change, Stored object);

        /** {@return an object that is there when the watch begins} */
        byte[] initial(Stored object);

        /** {@return that everything up to a revision was told; {@code initialEnd} if that was all there is to begin with} */
        byte[] bookmark(long revision, boolean initialEnd);

        /** {@return a failure} */
        byte[] error(Json.Obj status);
    }

    /** What a watch does next. Only the reader moves from one to the next. */
    private sealed interface Phase {
        /** Waits for a revision, then lists; what was there when it was opened is what a client expects to be told. */
        record Beginning(long version, boolean initialEvents, State opened) implements Phase {}

        /** Tells what is there. */
        record Telling(Iterator<Stored> left, long revision) implements Phase {}

        /** Follows the changes behind a revision. */
        record Following(long after) implements Phase {}

        /** Has nothing more to tell. */
        record Ended() implements Phase {}
    }

    private final Store store;
    private final Clock clock;
    private final String collection;
    private final ReadPath path;
    private final Selection selection;
    private final Frames frames;
    private final boolean bookmarks;
    private final BooleanSupplier outdated;
    private final long deadline;

    private Phase phase;
    private long nextBookmark;
    private long told;

    /** Written by whoever closes, read by the reader. */
    private volatile boolean closed;

    /**
     * @param start what the watch begins with
     * @param outdated says whether what is watched is no longer served in this way
     * @param deadline when the watch ends, in terms of the clock
     */
    Feed(
            Store store,
            Clock clock,
            String collection,
            Selection selection,
            Frames frames,
            Start start,
            BooleanSupplier outdated,
            long deadline) {
        this.store = store;
        this.clock = clock;
        this.collection = collection;
        this.path = ReadPath.of(collection);
        this.selection = selection;
        this.frames = frames;
        this.bookmarks = start.bookmarks;
        this.outdated = outdated;
        this.deadline = deadline;
        this.phase = new Phase.Beginning(start.version, start.initialEvents, store.state());
        this.nextBookmark = bookmarks && path.tellsProgress() ? bookmarkTime() : Clock.NEVER;
    }

    /**
     * Where a watch begins.
     *
     * @param version the revision asked for, 0 for none
     * @param initialEvents whether it begins with what is there
     * @param bookmarks whether bookmarks are welcome
     */
    record Start(long version, boolean initialEvents, boolean bookmarks) {}

    @Override
    public List<byte[]> await(int limit) throws InterruptedException {
        while (!closed) {
            List<byte[]> found = toldStep(limit);
            if (!found.isEmpty()) {
                return found;
            }
            if (phase instanceof Phase.Ended) {
                break;
            }
            if (phase instanceof Phase.Following following) {
                store.awaitChange(
                        collection,
                        following.after,
                        () -> closed || outdated.getAsBoolean(),
                        Math.min(deadline, nextBookmark));
            }
        }
        return List.of();
    }

    @Override
    public void close() {
        closed = true;
        store.wakeAll(collection);
    }

    /** Something that cannot be shown in the form that was asked for ends the watch without a word. */
    private List<byte[]> toldStep(int limit) throws InterruptedException {
        try {
            return step(limit);
        } catch (StatusException inexpressible) {
            phase = new Phase.Ended();
            return List.of();
        }
    }

    private List<byte[]> step(int limit) throws InterruptedException {
        return switch (phase) {
            case Phase.Beginning beginning -> begin(beginning);
            case Phase.Telling telling -> tell(telling, limit);
            case Phase.Following following -> follow(following, limit);
            case Phase.Ended ignored -> List.of();
        };
    }

    private List<byte[]> begin(Phase.Beginning beginning) throws InterruptedException {
        long version = beginning.version;
        if (beginning.initialEvents) {
            if (store.state().revision() < version
                    && !store.awaitRevision(version, clock.deadlineAfter(path.patience()))) {
                return fail(Failures.tooLargeVersion(version, store.state().revision(), 1));
            }
            State state = beginning.opened.revision() < version ? store.state() : beginning.opened;
            phase = new Phase.Telling(initial(state), state.revision());
            return List.of();
        }
        long forgotten = beginning.opened.forgotten(collection);
        if (version > 0 && version < forgotten) {
            return fail(path.tooOld(version, forgotten));
        }
        phase = new Phase.Following(version == 0 ? beginning.opened.revision() : version);
        told = version;
        return List.of();
    }

    private Iterator<Stored> initial(State state) {
        if (selection.onlyKey().isPresent()) {
            Stored only = state.find(collection, selection.onlyKey().get());
            return only == null ? List.<Stored>of().iterator() : List.of(only).iterator();
        }
        return state.objects(collection).from(selection.prefix()).iterator();
    }

    private List<byte[]> tell(Phase.Telling telling, int limit) {
        List<byte[]> out = new ArrayList<>();
        while (telling.left.hasNext() && out.size() < limit) {
            Stored object = telling.left.next();
            if (!object.key().startsWith(selection.prefix())) {
                return ended(telling, out);
            }
            if (selection.matches(object)) {
                out.add(frames.initial(object));
            }
        }
        return telling.left.hasNext() ? out : ended(telling, out);
    }

    private List<byte[]> ended(Phase.Telling telling, List<byte[]> out) {
        phase = new Phase.Following(telling.revision);
        told = telling.revision;
        if (bookmarks) {
            out.add(frames.bookmark(telling.revision, true));
        }
        return out;
    }

    private List<byte[]> follow(Phase.Following following, int limit) {
        long now = clock.nanoTime();
        State state = store.state();
        // A reader that is too slow finds changes forgotten that it was not told of, so the watch is cut.
        if (now >= deadline || outdated.getAsBoolean() || following.after < state.lastForgotten(collection)) {
            phase = new Phase.Ended();
            return List.of();
        }
        List<Change> changes = state.changes(collection, following.after, limit);
        List<byte[]> out = new ArrayList<>(changes.size());
        for (Change change : changes) {
            byte @Nullable [] frame = frame(change);
            if (frame != null) {
                out.add(frame);
            }
        }
        long reached = changes.isEmpty()
                ? following.after
                : changes.get(changes.size() - 1).revision();
        phase = new Phase.Following(reached);
        if (out.isEmpty() && now >= nextBookmark) {
            nextBookmark = bookmarkTime();
            if (changes.size() < limit && state.revision() > told) {
                told = state.revision();
                phase = new Phase.Following(Math.max(reached, state.revision()));
                out.add(frames.bookmark(told, false));
            }
        }
        return out;
    }

    private byte @Nullable [] frame(Change change) {
        Stored before = change.before();
        Stored after = change.after();
        boolean was = before != null && selection.matches(before);
        boolean is = after != null && selection.matches(after);
        told = was || is ? change.revision() : told;
        if (is && after != null) {
            return frames.change(was ? "MODIFIED" : "ADDED", change, after);
        }
        return was ? frames.change("DELETED", change, change.gone()) : null;
    }

    private List<byte[]> fail(StatusException failure) {
        phase = new Phase.Ended();
        return List.of(frames.error(failure.status()));
    }

    private long bookmarkTime() {
        long regular = clock.deadlineAfter(BOOKMARK_EVERY);
        long last = deadline - BOOKMARK_BEFORE_END.toNanos();
        return clock.nanoTime() < last ? Math.min(regular, last) : regular;
    }
}
