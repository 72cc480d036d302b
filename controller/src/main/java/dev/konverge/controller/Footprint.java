package dev.konverge.controller;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.Cause;
import dev.konverge.workqueue.Causes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a controller wrote for one object, as far as it has to remember it: to read its own writes, not to write the same twice,
 * and to notice when it wakes itself.
 *
 * <p>Used by one thread at a time, the worker that holds the key.
 */
final class Footprint {
    /** Own writes whose events are recognised. A controller writes a handful of objects for one. */
    private static final int REMEMBERED_VERSIONS = 32;

    private static final int REMEMBERED_INTENTS = 64;

    /**
     * What a wish has led to.
     *
     * @param version the version that the object got
     * @param content what the object was then
     */
    record Granted(ResourceVersion version, Content content) {}

    /** What was wanted of an object, or of its status, and what it led to. */
    private record Applied(String what, Key key, Digest intent, Granted granted) {}

    /** A version that the cache of a kind has to reach. */
    private record Written(ResourceType<?> type, ResourceVersion version) {}

    /** An object that the cache has to lose. */
    private record Deleted(
            ResourceType<?> type, Key key, @Nullable String uid) {}

    private final List<Written> written = new ArrayList<>(2);
    private final List<Deleted> deleted = new ArrayList<>(0);
    private final Deque<Applied> applied = new ArrayDeque<>(2);
    private final Deque<ResourceVersion> ownVersions = new ArrayDeque<>(4);
    private int selfWakes;

    /** What the wishes were granted through; there is one for each term. */
    private @Nullable Writes term;

    /** Begins with a call. What was wished for in another term does not count: somebody else may have wished for more since. */
    void begin(Writes writes) {
        if (term != writes) {
            applied.clear();
            term = writes;
        }
    }

    /**
     * Takes note of an object as a write returned it.
     *
     * @param shown whether a cache will show it
     */
    void wrote(Resource object, boolean shown) {
        ResourceVersion version = ResourceVersion.of(object.metadata().resourceVersion());
        if (ownVersions.size() == REMEMBERED_VERSIONS) {
            ownVersions.removeFirst();
        }
        ownVersions.addLast(version);
        if (!shown) {
            return;
        }
        String kind = object.kind();
        for (int i = 0; i < written.size(); i++) {
            Written before = written.get(i);
            if (before.type().kind().equals(kind) && before.type().apiVersion().equals(object.apiVersion())) {
                if (isNewer(version, before.version())) {
                    written.set(i, new Written(before.type(), version));
                }
                return;
            }
        }
        written.add(new Written(object.resourceType(), version));
    }

    private static boolean isNewer(ResourceVersion version, ResourceVersion before) {
        return !version.isComparable() || !before.isComparable() || version.isNewerThan(before);
    }

    /** Takes note of an object that a delete removed at once. */
    void deleted(Resource object) {
        deleted.add(new Deleted(
                object.resourceType(), object.key(), object.metadata().uid()));
    }

    /**
     * Takes note of a wish that was granted.
     *
     * @param what the kind of the object, or that and a subresource
     */
    void applied(String what, Key key, Digest intent, Granted granted) {
        applied.removeIf(other -> isOf(other, what, key));
        if (applied.size() == REMEMBERED_INTENTS) {
            applied.removeFirst();
        }
        applied.addLast(new Applied(what, key, intent, granted));
    }

    /** {@return what it led to when just that was wished for the last time, if it was} */
    Optional<Granted> findApplied(String what, Key key, Digest intent) {
        for (Applied other : applied) {
            if (isOf(other, what, key)) {
                return other.intent().equals(intent) ? Optional.of(other.granted()) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean isOf(Applied applied, String what, Key key) {
        return applied.key().equals(key) && applied.what().equals(what);
    }

    /** A question to the cache of a kind. */
    interface View {
        /** {@return whether the cache of the kind has reached the version, waiting for it if need be} */
        boolean hasReached(ResourceType<?> type, ResourceVersion version) throws InterruptedException;

        /** {@return the object, if the cache has it; nothing if there is no cache of that kind} */
        Optional<? extends Resource> find(ResourceType<?> type, Key key);
    }

    /** {@return whether the view shows all that was written; from then on it need not be asked again} */
    boolean isSeenIn(View view) throws InterruptedException {
        while (!written.isEmpty()) {
            Written last = written.getLast();
            if (!view.hasReached(last.type(), last.version())) {
                return false;
            }
            written.removeLast();
        }
        deleted.removeIf(gone -> !isStillIn(view, gone));
        return deleted.isEmpty();
    }

    private static boolean isStillIn(View view, Deleted gone) {
        return view.find(gone.type(), gone.key())
                .filter(object -> Objects.equals(object.metadata().uid(), gone.uid()))
                .isPresent();
    }

    /**
     * Counts calls that nothing but own writes led to.
     *
     * @return how many of them there were in a row, this one included
     */
    int countSelfWakes(Causes causes) {
        boolean self = !causes.isEmpty() && causes.omitted() == 0;
        for (Cause cause : causes.all()) {
            self &= cause instanceof WakeCause.Event event && isOwn(event);
        }
        selfWakes = self ? selfWakes + 1 : 0;
        return selfWakes;
    }

    /** An object that is told of again still has the version of the last write, but it is not that write that is told of. */
    private boolean isOwn(WakeCause.Event event) {
        return event.change() != WakeCause.Change.RESYNCED && ownVersions.contains(event.version());
    }
}
