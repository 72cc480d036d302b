package dev.konverge.workqueue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a queue should do, as plainly as it can be said and without a thought for speed. Keys are numbers, their group is the rest by 3. */
final class NaiveQueue {
    /** A pending hand-out. */
    private static final class Request {
        private final int key;
        private int priority;
        private Set<Cause> causes;

        /** When it entered its priority's line. */
        private long since;

        private Request(int key, int priority, Set<Cause> causes, long since) {
            this.key = key;
            this.priority = priority;
            this.causes = new LinkedHashSet<>(causes);
            this.since = since;
        }
    }

    /** A hand-out. */
    record Handout(int key, int priority, List<Cause> causes) {}

    private record Delayed(long deadline, Request request) {}

    private final Optional<Long> agingPerPoint;
    private final boolean prioritised;
    private final boolean supersedes;
    private final List<Request> ready = new ArrayList<>();
    private final Map<Integer, Request> dirty = new HashMap<>();
    private final Set<Integer> running = new HashSet<>();
    private final Map<Integer, Delayed> delayed = new HashMap<>();
    private final Map<Integer, List<Integer>> turns = new HashMap<>();

    NaiveQueue(boolean prioritised, Optional<Long> agingPerPoint, boolean supersedes) {
        this.prioritised = prioritised;
        this.agingPerPoint = agingPerPoint;
        this.supersedes = supersedes;
    }

    void add(int key, int priority, Set<Cause> causes, long now) {
        Delayed pending = supersedes ? delayed.remove(key) : null;
        if (pending != null) {
            Set<Cause> both = new LinkedHashSet<>(pending.request.causes);
            both.addAll(causes);
            addNow(key, Math.max(pending.request.priority, priority), both, now);
        } else {
            addNow(key, priority, causes, now);
        }
    }

    private void addNow(int key, int priority, Set<Cause> causes, long now) {
        Request known = find(key);
        if (known != null) {
            known.causes.addAll(causes);
            if (prioritised && priority > known.priority && ready.remove(known)) {
                dropTurnIfEmpty(known);
                known.since = now;
                known.priority = priority;
                line(known);
            }
            known.priority = Math.max(known.priority, priority);
        } else if (running.contains(key)) {
            dirty.put(key, new Request(key, priority, causes, now));
        } else {
            line(new Request(key, priority, causes, now));
        }
    }

    private void line(Request request) {
        ready.add(request);
        List<Integer> groups = turns.computeIfAbsent(request.priority, p -> new ArrayList<>());
        if (!groups.contains(request.key % 3)) {
            groups.add(request.key % 3);
        }
    }

    private @Nullable Request find(int key) {
        return ready.stream().filter(r -> r.key == key).findFirst().orElse(dirty.get(key));
    }

    void addAt(int key, long deadline, int priority, Set<Cause> causes, long now) {
        if (supersedes && find(key) != null) {
            addNow(key, priority, causes, now);
            return;
        }
        Delayed pending = delayed.get(key);
        if (pending == null) {
            delayed.put(key, new Delayed(deadline, new Request(key, priority, causes, 0)));
            return;
        }
        pending.request.causes.addAll(causes);
        pending.request.priority = Math.max(pending.request.priority, priority);
        delayed.put(key, new Delayed(Math.min(deadline, pending.deadline), pending.request));
    }

    void promote(long now) {
        delayed.values().stream()
                .filter(d -> d.deadline <= now)
                .sorted(Comparator.comparingLong(Delayed::deadline))
                .toList()
                .forEach(d -> {
                    delayed.remove(d.request.key);
                    addNow(d.request.key, d.request.priority, d.request.causes, d.deadline);
                });
    }

    Optional<Handout> poll(long now) {
        promote(now);
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        Request next = prioritised ? best() : ready.get(0);
        ready.remove(next);
        if (prioritised) {
            List<Integer> groups = Objects.requireNonNull(turns.get(next.priority));
            groups.removeFirst();
            if (hasGroup(next)) {
                groups.add(next.key % 3);
            }
        }
        running.add(next.key);
        return Optional.of(new Handout(next.key, next.priority, List.copyOf(next.causes)));
    }

    private Request best() {
        Map<Integer, Request> oldest = new HashMap<>();
        ready.forEach(r -> oldest.putIfAbsent(r.priority, r));
        int priority = oldest.values().stream()
                .min(Comparator.<Request>comparingLong(
                                r -> agingPerPoint.isEmpty() ? 0 : r.since - r.priority * agingPerPoint.get())
                        .thenComparingInt(r -> -r.priority))
                .orElseThrow()
                .priority;
        int group = Objects.requireNonNull(turns.get(priority)).get(0);
        return ready.stream()
                .filter(r -> r.priority == priority && r.key % 3 == group)
                .findFirst()
                .orElseThrow();
    }

    private boolean hasGroup(Request like) {
        return ready.stream().anyMatch(r -> r.priority == like.priority && r.key % 3 == like.key % 3);
    }

    private void dropTurnIfEmpty(Request gone) {
        if (!hasGroup(gone)) {
            Objects.requireNonNull(turns.get(gone.priority)).remove(/* element */ (Integer) (gone.key % 3));
        }
    }

    void done(int key, long now) {
        running.remove(key);
        Request again = dirty.remove(key);
        if (again != null) {
            again.since = now;
            line(again);
        }
    }

    int len() {
        return ready.size();
    }

    int depth() {
        return ready.size() + dirty.size();
    }

    boolean hasDeadline(long deadline) {
        return delayed.values().stream().anyMatch(d -> d.deadline == deadline);
    }
}
