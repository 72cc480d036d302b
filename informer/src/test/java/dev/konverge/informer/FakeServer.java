package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.client.ApiException;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.model.Key;
import dev.konverge.model.ListMeta;
import dev.konverge.model.ResourceList;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server with one collection of config maps: versions, history, pages, watches, and misbehaviour on request. What it is asked
 * for is remembered.
 */
final class FakeServer implements ListerWatcher<ConfigMap> {
    /** Made once, because the client takes its time to make them. */
    private static final Answers ANSWERS =
            new Answers(Refusals.gone(), Refusals.invalid(), Refusals.tooNew().getFirst());

    private record Answers(ApiException gone, ApiException invalid, ApiException tooNew) {}

    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();

    /** All states there ever were, by version. */
    @GuardedBy("lock")
    private final NavigableMap<Long, Map<Key, ConfigMap>> states = new TreeMap<>();

    @GuardedBy("lock")
    private final NavigableMap<Long, WatchEvent<ConfigMap>> history = new TreeMap<>();

    @GuardedBy("lock")
    private long forgotten;

    @GuardedBy("lock")
    private final List<Subscription> streams = new ArrayList<>();

    @GuardedBy("lock")
    private final List<ListOptions> lists = new ArrayList<>();

    @GuardedBy("lock")
    private final List<WatchOptions> watches = new ArrayList<>();

    @GuardedBy("lock")
    private final Deque<Throwable> listFailures = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<Throwable> watchFailures = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean streaming = true;

    @GuardedBy("lock")
    private boolean paging;

    @GuardedBy("lock")
    private boolean endsStreams;

    @GuardedBy("lock")
    private boolean holdsMarks;

    FakeServer(Platform platform) {
        this.platform = platform;
        states.put(1L, Map.of());
    }

    /** A server that does not know streams of initial events, and says so. */
    FakeServer listing() {
        lock.lock();
        try {
            streaming = false;
            return this;
        } finally {
            lock.unlock();
        }
    }

    /** A server that gives pages even where it has all at hand. */
    FakeServer paging() {
        lock.lock();
        try {
            paging = true;
            return this;
        } finally {
            lock.unlock();
        }
    }

    // ---- the objects

    ConfigMap put(String name, String value) {
        return put("ns", name, value);
    }

    ConfigMap put(String namespace, String name, String value) {
        lock.lock();
        try {
            long version = version() + 1;
            ConfigMap object = thing(namespace, name, Long.toString(version), value);
            Map<Key, ConfigMap> state = new TreeMap<>(state());
            boolean known = state.put(object.key(), object) != null;
            happen(version, state, known ? new WatchEvent.Modified<>(object) : new WatchEvent.Added<>(object));
            return object;
        } finally {
            lock.unlock();
        }
    }

    /** Creates many objects at once. */
    void fill(Stream<String> names) {
        lock.lock();
        try {
            Map<Key, ConfigMap> state = new TreeMap<>(state());
            long version = version();
            for (String name : names.toList()) {
                version++;
                ConfigMap object = thing("ns", name, Long.toString(version), "");
                state.put(object.key(), object);
                history.put(version, new WatchEvent.Added<>(object));
                for (Subscription stream : streams) {
                    stream.send(new WatchEvent.Added<>(object));
                }
            }
            states.put(version, state);
        } finally {
            lock.unlock();
        }
    }

    boolean delete(String name) {
        return delete("ns", name);
    }

    boolean delete(String namespace, String name) {
        lock.lock();
        try {
            Map<Key, ConfigMap> state = new TreeMap<>(state());
            ConfigMap object = state.remove(Key.of(namespace, name));
            if (object == null) {
                return false;
            }
            long version = version() + 1;
            ConfigMap last = thing(namespace, name, Long.toString(version), Things.value(object));
            happen(version, state, new WatchEvent.Deleted<>(last));
            return true;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void happen(long version, Map<Key, ConfigMap> state, WatchEvent<ConfigMap> event) {
        states.put(version, state);
        history.put(version, event);
        streams.forEach(stream -> stream.send(event));
    }

    /** Changes the state without telling anybody: a defect that a watch cannot see. */
    void putInSecret(String name, String value) {
        lock.lock();
        try {
            Map<Key, ConfigMap> state = new TreeMap<>(state());
            ConfigMap object = thing("ns", name, Long.toString(version()), value);
            state.put(object.key(), object);
            states.put(version(), state);
        } finally {
            lock.unlock();
        }
    }

    /** Takes an object away without telling anybody. */
    void deleteInSecret(String name) {
        lock.lock();
        try {
            Map<Key, ConfigMap> state = new TreeMap<>(state());
            state.remove(Key.of("ns", name));
            states.put(version(), state);
        } finally {
            lock.unlock();
        }
    }

    long version() {
        lock.lock();
        try {
            return states.lastKey();
        } finally {
            lock.unlock();
        }
    }

    Map<Key, ConfigMap> state() {
        lock.lock();
        try {
            return states.lastEntry().getValue();
        } finally {
            lock.unlock();
        }
    }

    // ---- misbehaviour

    /** Tells those who watch, how far they are. */
    void bookmark() {
        lock.lock();
        try {
            streams.forEach(stream -> stream.send(mark(version(), false)));
        } finally {
            lock.unlock();
        }
    }

    private static WatchEvent<ConfigMap> mark(long version, boolean end) {
        return new WatchEvent.Bookmark<>(ConfigMap.builder()
                .metadata(m -> {
                    m.resourceVersion(Long.toString(version));
                    if (end) {
                        m.putAnnotations("k8s.io/initial-events-end", "true");
                    }
                })
                .build());
    }

    /** Forgets all versions but the latest. */
    void forget() {
        lock.lock();
        try {
            forgotten = version();
        } finally {
            lock.unlock();
        }
    }

    void failLists(Throwable... failures) {
        lock.lock();
        try {
            listFailures.addAll(List.of(failures));
        } finally {
            lock.unlock();
        }
    }

    void failWatches(Throwable... failures) {
        lock.lock();
        try {
            watchFailures.addAll(List.of(failures));
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether a watch is open that has told all initial events} */
    boolean isFollowed() {
        lock.lock();
        try {
            return streams.stream().anyMatch(stream -> !stream.unmarked);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watches that are open, as a server does after a while. */
    void endWatches() {
        lock.lock();
        try {
            List.copyOf(streams).forEach(Subscription::end);
        } finally {
            lock.unlock();
        }
    }

    /** Has new watches end at once, or no longer. */
    void endsStreamsAtOnce(boolean ends) {
        lock.lock();
        try {
            endsStreams = ends;
        } finally {
            lock.unlock();
        }
    }

    /** Has initial events go on without their mark, or no longer. */
    void holdsMarks(boolean holds) {
        lock.lock();
        try {
            holdsMarks = holds;
            if (!holds) {
                streams.forEach(Subscription::mark);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the watches that are open. */
    void breakWatches(Throwable failure) {
        lock.lock();
        try {
            List.copyOf(streams).forEach(stream -> stream.fail(failure));
        } finally {
            lock.unlock();
        }
    }

    /** Sends an event that nothing has led to. */
    void send(WatchEvent<ConfigMap> event) {
        lock.lock();
        try {
            streams.forEach(stream -> stream.send(event));
        } finally {
            lock.unlock();
        }
    }

    // ---- what was asked

    List<ListOptions> lists() {
        lock.lock();
        try {
            return List.copyOf(lists);
        } finally {
            lock.unlock();
        }
    }

    List<WatchOptions> watches() {
        lock.lock();
        try {
            return List.copyOf(watches);
        } finally {
            lock.unlock();
        }
    }

    int openWatches() {
        lock.lock();
        try {
            return streams.size();
        } finally {
            lock.unlock();
        }
    }

    // ---- the port

    @Override
    public ResourceList<ConfigMap> list(ListOptions options) {
        lock.lock();
        try {
            lists.add(options);
            throwNext(listFailures);
            return page(options);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private ResourceList<ConfigMap> page(ListOptions options) {
        String token = options.continueToken();
        long asked = token.isEmpty() ? number(options.resourceVersion()) : Long.parseLong(token.split(":", -1)[0]);
        boolean exact = !token.isEmpty() || options.resourceVersionMatch().equals("Exact");
        if (exact && asked < forgotten) {
            throw ANSWERS.gone();
        }
        if (asked > version()) {
            throw ANSWERS.tooNew();
        }
        var at = exact ? states.floorEntry(asked) : states.lastEntry();
        int from = token.isEmpty() ? 0 : Integer.parseInt(token.split(":", -1)[1]);
        List<ConfigMap> all = List.copyOf(at.getValue().values());
        boolean paged =
                options.limit() > 0 && (paging || !options.resourceVersion().equals("0"));
        int to = paged ? Math.min(all.size(), from + options.limit()) : all.size();
        long version = exact && token.isEmpty() ? asked : at.getKey();
        ListMeta meta = ListMeta.builder()
                .resourceVersion(Long.toString(version))
                .continue_(to < all.size() ? version + ":" + to : null)
                .remainingItemCount(
                        to < all.size() && options.fieldSelector().isEmpty() ? (long) all.size() - to : null)
                .build();
        return new ResourceList<>(meta, all.subList(from, to));
    }

    private static long number(String version) {
        return version.isEmpty() ? 0 : Long.parseLong(version);
    }

    private static void throwNext(Deque<Throwable> failures) {
        Throwable failure = failures.poll();
        if (failure != null) {
            raise(failure);
        }
    }

    private static void raise(Throwable failure) {
        switch (failure) {
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            default -> throw new AssertionError("a checked exception cannot be thrown here", failure);
        }
    }

    @Override
    public EventStream<ConfigMap> watch(WatchOptions options) {
        lock.lock();
        try {
            watches.add(options);
            throwNext(watchFailures);
            long from = number(options.resourceVersion());
            if (options.initialEvents() && !streaming) {
                throw ANSWERS.invalid();
            }
            Subscription stream = new Subscription(options.timeout());
            if (options.initialEvents() || from == 0) {
                state().values().forEach(object -> stream.send(new WatchEvent.Added<>(object)));
                stream.unmarked = options.initialEvents();
                if (!holdsMarks) {
                    stream.mark();
                }
            } else if (from < forgotten) {
                stream.fail(ANSWERS.gone());
                return stream;
            } else {
                history.tailMap(from, false).values().forEach(stream::send);
            }
            if (endsStreams) {
                stream.end();
            } else {
                streams.add(stream);
            }
            return stream;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "configmaps";
    }

    /** One watch. */
    private final class Subscription implements EventStream<ConfigMap> {
        private final Signal changed = platform.signal(lock);
        private final long deadline;
        private final Deque<WatchEvent<ConfigMap>> events = new ArrayDeque<>();
        private Optional<Throwable> failure = Optional.empty();
        private boolean unmarked;
        private boolean ended;
        private boolean closed;

        Subscription(@Nullable Duration timeout) {
            this.deadline = timeout == null ? Clock.NEVER : platform.clock().deadlineAfter(timeout);
        }

        void send(WatchEvent<ConfigMap> event) {
            lock.lock();
            try {
                events.add(event);
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        /** Tells the end of the initial events, if that has not been told. */
        void mark() {
            lock.lock();
            try {
                if (unmarked) {
                    unmarked = false;
                    send(FakeServer.mark(version(), true));
                }
            } finally {
                lock.unlock();
            }
        }

        void end() {
            lock.lock();
            try {
                ended = true;
                streams.remove(this);
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        void fail(Throwable cause) {
            lock.lock();
            try {
                failure = Optional.of(cause);
                end();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Optional<WatchEvent<ConfigMap>> next() throws InterruptedException {
            lock.lock();
            try {
                while (events.isEmpty() && !ended && !closed) {
                    if (!changed.awaitUntil(deadline)) {
                        end();
                    }
                }
                if (closed) {
                    return Optional.empty();
                }
                if (events.isEmpty() && failure.isPresent()) {
                    raise(failure.get());
                }
                return Optional.ofNullable(events.poll());
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (closed) {
                    throw new AssertionError("closed twice");
                }
                closed = true;
                end();
            } finally {
                lock.unlock();
            }
        }
    }
}
