package dev.konverge.controller;

import dev.konverge.base.Clock;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.Cause;
import dev.konverge.workqueue.Causes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
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

    /** A version that a cache has to reach, as far as it is of a namespace. */
    private record Written(ResourceType<?> type, String namespace, ResourceVersion version) {}

    /** An object that the caches have to lose: in whatever state, or as it was before a version. */
    private record Lost(
            ResourceType<?> type, Key key, @Nullable String uid, Optional<ResourceVersion> before) {
        static Lost of(Resource object, Optional<ResourceVersion> before) {
            return new Lost(
                    object.resourceType(), object.key(), object.metadata().uid(), before);
        }

        boolean isThis(Resource object) {
            return Objects.equals(object.metadata().uid(), uid)
                    && (before.isEmpty()
                            || isOlder(ResourceVersion.of(object.metadata().resourceVersion()), before.get()));
        }

        private static boolean isOlder(ResourceVersion version, ResourceVersion than) {
            return version.isComparable() && than.isComparable() && than.isNewerThan(version);
        }
    }

    private final List<Written> written = new ArrayList<>(2);
    private final List<Lost> lost = new ArrayList<>(0);
    private final Deque<Applied> applied = new ArrayDeque<>(2);
    private final Deque<ResourceVersion> ownVersions = new ArrayDeque<>(4);
    private int selfWakes;

    /** When the last call began. */
    private OptionalLong lastCall = OptionalLong.empty();

    /** What the wishes were granted through; there is one for each term. */
    private @Nullable Writes term;

    /** Begins with a call. What was wished for in another term does not count: somebody else may have wished for more since. */
    void begin(Writes writes) {
        if (term != writes) {
            applied.clear();
            term = writes;
        }
    }

    /** Takes note of a call that begins. */
    void calls(long now) {
        lastCall = OptionalLong.of(now);
    }

    /** {@return how long it is until a call may begin that has to be so long after the last one} */
    Duration untilCall(Duration interval, long now) {
        return lastCall.isEmpty()
                ? Duration.ZERO
                : Duration.ofNanos(Math.max(0, Clock.deadline(lastCall.getAsLong(), interval) - now));
    }

    /**
     * Takes note of an object as a write returned it.
     *
     * @param shownBy the types of the caches that will show it
     */
    void wrote(Resource object, List<ResourceType<?>> shownBy) {
        ResourceVersion version = ResourceVersion.of(object.metadata().resourceVersion());
        if (ownVersions.size() == REMEMBERED_VERSIONS) {
            ownVersions.removeFirst();
        }
        ownVersions.addLast(version);
        shownBy.forEach(type -> await(new Written(type, object.key().namespace(), version)));
    }

    private void await(Written write) {
        for (int i = 0; i < written.size(); i++) {
            Written before = written.get(i);
            if (before.type().equals(write.type()) && before.namespace().equals(write.namespace())) {
                if (isNewer(write.version(), before.version())) {
                    written.set(i, write);
                }
                return;
            }
        }
        written.add(write);
    }

    private static boolean isNewer(ResourceVersion version, ResourceVersion before) {
        return !version.isComparable() || !before.isComparable() || version.isNewerThan(before);
    }

    /** Takes note of an object that a delete removed at once. */
    void deleted(Resource object) {
        lost.add(Lost.of(object, Optional.empty()));
    }

    /** Takes note of an object that a cache no longer selects, as a write returned it. */
    void deselected(Resource object) {
        lost.add(
                Lost.of(object, Optional.of(ResourceVersion.of(object.metadata().resourceVersion()))));
    }

    /** Takes note of a new wish. Until it was granted nobody knows what the server has: the answer to it may get lost. */
    void wishes(String what, Key key) {
        applied.removeIf(other -> isOf(other, what, key));
    }

    /**
     * Takes note of a wish that was granted.
     *
     * @param what the kind of the object, or that and a subresource
     */
    void applied(String what, Key key, Digest intent, Granted granted) {
        wishes(what, key);
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

    /** A question to the caches. */
    interface View {
        /** {@return whether the cache of that type has reached the version in the namespace, waiting for it if need be} */
        boolean hasReached(ResourceType<?> type, String namespace, ResourceVersion version) throws InterruptedException;

        /** {@return the object in whatever form the caches of its kind have it; nothing if there is none} */
        List<Resource> findAll(ResourceType<?> type, Key key);
    }

    /** {@return whether the view shows all that was written; from then on it need not be asked again} */
    boolean isSeenIn(View view) throws InterruptedException {
        while (!written.isEmpty()) {
            Written last = written.getLast();
            if (!view.hasReached(last.type(), last.namespace(), last.version())) {
                return false;
            }
            written.removeLast();
        }
        lost.removeIf(gone -> view.findAll(gone.type(), gone.key()).stream().noneMatch(gone::isThis));
        return lost.isEmpty();
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
