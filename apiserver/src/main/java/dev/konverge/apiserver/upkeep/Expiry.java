package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Ends what has its time: events an hour after they were last written, pods when their time of grace is over.
 *
 * <p>The latter stands in for the kubelet, which tells a real server that a pod has stopped.
 */
final class Expiry implements Chore {
    private static final Duration EVENT_LIFE = Duration.ofHours(1);

    /** When that which could not be ended is tried again. */
    private static final Duration AGAIN = Duration.ofSeconds(30);

    /** An object and its time. */
    private record Entry(Instant at, ObjectId id, String uid) {}

    private static final Comparator<Entry> ORDER =
            Comparator.comparing(Entry::at).thenComparing(entry -> entry.id().toString());

    private final boolean endsPods;
    private final TreeSet<Entry> entries = new TreeSet<>(ORDER);
    private final Map<ObjectId, Entry> byId = new HashMap<>();

    /** The time of the change being told; events have no field that says when they were written. */
    private Instant now = Instant.EPOCH;

    Expiry(boolean endsPods) {
        this.endsPods = endsPods;
    }

    /** Says what time it is while changes are told. */
    void at(Instant time) {
        now = time;
    }

    @Override
    public void observe(ObjectId id, Json.@Nullable Obj before, Json.@Nullable Obj after) {
        if (id.isCore("events")) {
            schedule(id, after, now.plus(EVENT_LIFE));
        } else if (endsPods && id.isCore("pods")) {
            schedule(id, after, after == null ? null : deletionTime(after));
        }
    }

    private static @Nullable Instant deletionTime(Json.Obj pod) {
        String text = Tree.text(pod, "metadata", "deletionTimestamp");
        return text.isEmpty() ? null : TimeFormat.TIME.parse(text);
    }

    private void schedule(ObjectId id, Json.@Nullable Obj object, @Nullable Instant at) {
        Entry old = byId.remove(id);
        if (old != null) {
            entries.remove(old);
        }
        if (object != null && at != null) {
            add(new Entry(at, id, Tree.text(object, "metadata", "uid")));
        }
    }

    private void add(Entry entry) {
        entries.add(entry);
        byId.put(entry.id(), entry);
    }

    @Override
    public void reset() {
        entries.clear();
        byId.clear();
    }

    @Override
    public boolean work(Cluster cluster, Instant time) {
        if (entries.isEmpty() || entries.first().at().isAfter(time)) {
            return false;
        }
        Entry due = entries.removeFirst();
        byId.remove(due.id());
        try {
            cluster.deleteAtOnce(due.id(), due.uid());
        } catch (StatusException e) {
            if (!e.reason().equals("NotFound") && !e.reason().equals("Conflict")) {
                // To be told everything anew would give every event another hour.
                add(new Entry(time.plus(AGAIN), due.id(), due.uid()));
            }
        }
        return true;
    }

    @Override
    public Optional<Instant> findDeadline() {
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of(entries.first().at());
    }
}
