package dev.konverge.workqueue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a queue should do, as plainly as it can be said and without a thought for speed. Keys are numbers, their group is the rest by 3. */
final class NaiveQueue {
    /** Causes in the making: the first eight are kept, the others counted. */
    private static final class Reasons {
        private final List<Cause> kept = new ArrayList<>();
        private long omitted;

        private void add(Reasons later) {
            omitted += later.omitted;
            later.kept.forEach(this::add);
        }

        private void add(Cause cause) {
            if (kept.contains(cause)) {
                return;
            }
            if (kept.size() < 8) {
                kept.add(cause);
            } else {
                omitted++;
            }
        }
    }

    /** A pending hand-out. */
    private static final class Request {
        private final int key;
        private int priority;
        private final Reasons reasons = new Reasons();

        /** When it entered the line of each priority that it stands in. */
        private final Map<Integer, Long> since = new TreeMap<>();

        private Request(int key, int priority) {
            this.key = key;
            this.priority = priority;
        }

        private int group() {
            return key % 3;
        }
    }

    /** A hand-out. */
    record Handout(int key, int priority, Causes causes) {}

    private record Delayed(long deadline, Request request) {}

    private final Optional<Long> agingPerPoint;
    private final boolean prioritised;
    private final boolean supersedes;

    /** The line of each priority in the order of entry; one line for all if there are none. */
    private final Map<Integer, List<Request>> lines = new TreeMap<>();

    /** The groups of each line, the one whose turn it is first. */
    private final Map<Integer, List<Integer>> turns = new HashMap<>();

    /** Asked for while running, and in no line before they are released. */
    private final Map<Integer, Request> dirty = new HashMap<>();

    private final Set<Integer> running = new HashSet<>();
    private final Map<Integer, Delayed> delayed = new HashMap<>();

    /** Asked for while running, released since, and not handed out since. */
    private final Set<Request> returned = new HashSet<>();

    private boolean shutDown;
    private boolean stopped;

    NaiveQueue(boolean prioritised, Optional<Long> agingPerPoint, boolean supersedes) {
        this.prioritised = prioritised;
        this.agingPerPoint = agingPerPoint;
        this.supersedes = supersedes;
    }

    void add(int key, int priority, List<Cause> causes, long now) {
        if (shutDown) {
            return;
        }
        var reasons = new Reasons();
        int highest = priority;
        Delayed pending = supersedes ? delayed.remove(key) : null;
        if (pending != null) {
            reasons.add(pending.request.reasons);
            highest = Math.max(pending.request.priority, priority);
        }
        reasons.add(reasonsOf(causes));
        addNow(key, highest, reasons, now);
    }

    private static Reasons reasonsOf(List<Cause> causes) {
        var reasons = new Reasons();
        causes.forEach(reasons::add);
        return reasons;
    }

    private void addNow(int key, int priority, Reasons reasons, long now) {
        Request request = find(key);
        if (request == null) {
            request = new Request(key, priority);
            if (prioritised || !running.contains(key)) {
                line(request, now);
            } else {
                dirty.put(key, request);
            }
        } else if (priority > request.priority) {
            request.priority = priority;
            if (prioritised) {
                if (agingPerPoint.isEmpty()) {
                    leaveAll(request);
                }
                line(request, now);
            }
        }
        request.reasons.add(reasons);
    }

    private void line(Request request, long now) {
        int number = prioritised ? request.priority : 0;
        request.since.put(number, now);
        lines.computeIfAbsent(number, p -> new ArrayList<>()).add(request);
        List<Integer> groups = turns.computeIfAbsent(number, p -> new ArrayList<>());
        if (!groups.contains(request.group())) {
            groups.add(request.group());
        }
    }

    private void leaveAll(Request request) {
        request.since.keySet().forEach(number -> {
            List<Request> line = line(number);
            line.remove(request);
            if (line.stream().noneMatch(r -> r.group() == request.group())) {
                turns(number).remove(/* element */ (Integer) request.group());
            }
        });
        request.since.clear();
    }

    private List<Request> line(int number) {
        return Objects.requireNonNull(lines.get(number));
    }

    private List<Integer> turns(int number) {
        return Objects.requireNonNull(turns.get(number));
    }

    private @Nullable Request find(int key) {
        return lines.values().stream()
                .flatMap(List::stream)
                .filter(r -> r.key == key)
                .findFirst()
                .orElse(dirty.get(key));
    }

    void addAt(int key, long deadline, int priority, List<Cause> causes, long now) {
        if (shutDown) {
            return;
        }
        if (supersedes && find(key) != null) {
            addNow(key, priority, reasonsOf(causes), now);
            return;
        }
        Delayed pending = delayed.get(key);
        Request request = pending == null ? new Request(key, priority) : pending.request;
        request.priority = Math.max(request.priority, priority);
        request.reasons.add(reasonsOf(causes));
        delayed.put(key, new Delayed(pending == null ? deadline : Math.min(deadline, pending.deadline), request));
    }

    void promote(long now) {
        delayed.values().stream()
                .filter(d -> d.deadline <= now)
                .sorted(Comparator.comparingLong(Delayed::deadline))
                .toList()
                .forEach(d -> {
                    delayed.remove(d.request.key);
                    addNow(d.request.key, d.request.priority, d.request.reasons, d.deadline);
                });
    }

    Optional<Handout> poll(long now) {
        promote(now);
        Optional<Integer> number = lines.keySet().stream()
                .filter(p -> free(p).findFirst().isPresent())
                .min(Comparator.comparingLong(this::standing).thenComparingInt(p -> -p));
        if (number.isEmpty()) {
            return Optional.empty();
        }
        Request next = prioritised
                ? firstInTurn(number.get())
                : free(number.get()).findFirst().orElseThrow();
        leaveAll(next);
        if (turns(number.get()).remove(/* element */ (Integer) next.group())) {
            turns(number.get()).add(next.group());
        }
        running.add(next.key);
        returned.remove(next);
        return Optional.of(new Handout(next.key, next.priority, new Causes(next.reasons.kept, next.reasons.omitted)));
    }

    private java.util.stream.Stream<Request> free(int number) {
        return line(number).stream().filter(r -> !running.contains(r.key));
    }

    private long standing(int number) {
        return standingOf(free(number).findFirst().orElseThrow(), number);
    }

    private long standingOf(Request request, int number) {
        return agingPerPoint
                .map(aging -> Objects.requireNonNull(request.since.get(number)) - number * aging)
                .orElse(0L);
    }

    private Request firstInTurn(int number) {
        return turns(number).stream()
                .flatMap(group -> free(number).filter(r -> r.group() == group))
                .filter(r -> goesBeforeOtherLines(r, number))
                .findFirst()
                .orElseThrow();
    }

    private boolean goesBeforeOtherLines(Request request, int number) {
        long standing = standingOf(request, number);
        return lines.keySet().stream()
                .filter(p -> p != number && free(p).findFirst().isPresent())
                .allMatch(p -> standing < standing(p) || (standing == standing(p) && number > p));
    }

    void done(int key, long now) {
        running.remove(key);
        Request pending = find(key);
        if (pending != null && !stopped) {
            returned.add(pending);
        }
        Request again = dirty.remove(key);
        if (again != null && !stopped) {
            line(again, now);
        }
        if (stopped) {
            dropReady();
        }
    }

    /** From here on {@link #isDrained} counts. */
    void startDrain() {
        shutDown();
        returned.clear();
    }

    /** Whether nothing is worked on, nor was and has to be once more. */
    boolean isDrained() {
        return running.isEmpty() && returned.isEmpty();
    }

    /** Takes no more adds. */
    void shutDown() {
        shutDown = true;
        delayed.clear();
    }

    /** And forgets what is ready. */
    void shutDownNow() {
        shutDown();
        stopped = true;
        dropReady();
    }

    private void dropReady() {
        lines.values().stream()
                .flatMap(List::stream)
                .filter(r -> !running.contains(r.key))
                .distinct()
                .toList()
                .forEach(this::leaveAll);
    }

    /** How many stand in line; with priorities those whose key is running too. */
    int len() {
        return (int) lines.values().stream().flatMap(List::stream).distinct().count();
    }

    int depth() {
        return len() + dirty.size();
    }

    Map<Integer, Integer> depthByPriority() {
        Map<Integer, Integer> depths = new TreeMap<>();
        lines.values().stream()
                .flatMap(List::stream)
                .distinct()
                .forEach(r -> depths.merge(prioritised ? r.priority : 0, 1, Integer::sum));
        dirty.keySet().forEach(key -> depths.merge(0, 1, Integer::sum));
        return depths;
    }

    /** Whether a key can be handed out now. */
    boolean hasReady() {
        return lines.keySet().stream().anyMatch(p -> free(p).findFirst().isPresent());
    }

    int running() {
        return running.size();
    }

    boolean hasDeadline(long deadline) {
        return delayed.values().stream().anyMatch(d -> d.deadline == deadline);
    }
}
