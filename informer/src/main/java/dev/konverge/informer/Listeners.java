package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of an informer: who is told what, and who gets a resync.
 *
 * <p>All of it happens under the informer's lock, under which the copy changes too; so what a handler is told when it joins, and
 * what it is told afterwards, fit together (DI-1).
 *
 * @param <T> the type of the objects
 */
final class Listeners<T> implements DeltaApplier.Listening<T> {
    private final Clock clock;
    private final ReentrantLock lock;

    @GuardedBy("lock")
    private final ResyncPeriods periods;

    /** In the order of joining; a task once the handler is served. */
    @GuardedBy("lock")
    private final Map<Listener<T>, Optional<Task>> listeners = new LinkedHashMap<>();

    /** The threads of removed handlers, which may still be in a call. */
    @GuardedBy("lock")
    private final List<Task> leaving = new ArrayList<>();

    @GuardedBy("lock")
    private boolean serving;

    @GuardedBy("lock")
    private boolean synced;

    Listeners(Clock clock, ReentrantLock lock, Duration resyncPeriod) {
        this.clock = clock;
        this.lock = lock;
        this.periods = new ResyncPeriods(resyncPeriod);
    }

    /** {@return how often to ask {@link #shouldResync}} */
    Duration checkPeriod() {
        lock.lock();
        try {
            return periods.check();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a handler, which is told of what the copy has, and of what comes. */
    void add(Listener<T> listener, @Nullable Duration resyncPeriod, StoreView<T> copy) {
        lock.lock();
        try {
            long now = clock.nanoTime();
            // Those who joined before keep theirs: a pace that this one quickens is no slower than any of them (RS-3).
            listener.resyncs.begin(periods.effective(periods.admit(resyncPeriod)), now);
            if (serving) {
                // What it is told first, and what may fail, before there is a thread to be left behind.
                List<Notification<T>> initial = initialOf(copy.list());
                listeners.put(listener, Optional.of(listener.start()));
                listener.put(initial);
            } else {
                listeners.put(listener, Optional.empty());
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Notification<T>> initialOf(List<T> present) {
        List<Notification<T>> initial = new ArrayList<>(present.size() + 1);
        present.forEach(object -> initial.add(new Notification.Added<>(object, true)));
        if (synced) {
            initial.add(new Notification.Synced<>());
        }
        return initial;
    }

    /** Takes a handler out, if it is one of these. Its thread may still be in a call. */
    void remove(Listener<?> listener) {
        lock.lock();
        try {
            Optional<Task> task = listeners.remove(listener);
            if (task != null) {
                listener.remove();
                leaving.removeIf(Task::isDone);
                task.ifPresent(leaving::add);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Begins to serve all of them; if that fails none is served any more. */
    void serve() {
        lock.lock();
        try {
            serving = true;
            periods.fix();
            listeners.replaceAll((listener, none) -> Optional.of(listener.start()));
        } catch (Throwable failure) {
            new Endings().thenClose(end()).rethrow();
            throw failure;
        } finally {
            lock.unlock();
        }
    }

    /** Ends serving. {@return the threads, which the caller closes; whoever asks again while they run gets them too} */
    List<Task> end() {
        lock.lock();
        try {
            listeners.forEach((listener, task) -> {
                listener.remove();
                task.ifPresent(leaving::add);
            });
            listeners.clear();
            leaving.removeIf(Task::isDone);
            return List.copyOf(leaving);
        } finally {
            lock.unlock();
        }
    }

    /** Tells every handler; of what is only told again, those whose turn it is (DI-3). */
    @Override
    public void changed(List<Notification<T>> notifications) {
        lock.lock();
        try {
            List<Notification<T>> news = null;
            for (Listener<T> listener : listeners.keySet()) {
                if (listener.resyncs.isDue()) {
                    listener.put(notifications);
                } else {
                    news = news == null ? withoutSyncs(notifications) : news;
                    listener.put(news);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static <T> List<Notification<T>> withoutSyncs(List<Notification<T>> notifications) {
        if (notifications.stream().noneMatch(Listeners::isSync)) {
            return notifications;
        }
        return notifications.stream().filter(each -> !isSync(each)).toList();
    }

    private static boolean isSync(Notification<?> notification) {
        return notification instanceof Notification.Updated<?> updated && updated.isSync();
    }

    /** Tells every handler that the start is over. */
    void synced() {
        lock.lock();
        try {
            if (!synced) {
                synced = true;
                listeners.keySet().forEach(listener -> listener.put(List.of(new Notification.Synced<>())));
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether a handler's turn for a resync has come} Notes whose (DI-4). */
    boolean shouldResync() {
        lock.lock();
        try {
            long now = clock.nanoTime();
            boolean any = false;
            for (Listener<T> listener : listeners.keySet()) {
                any |= listener.resyncs.check(now);
            }
            return any;
        } finally {
            lock.unlock();
        }
    }

    /** {@return the name, or one like it, that no other handler has at this moment} */
    String freeName(String name) {
        lock.lock();
        try {
            return HandlerNames.unique(
                    name, listeners.keySet().stream().map(Listener::name).collect(Collectors.toSet()));
        } finally {
            lock.unlock();
        }
    }

    Map<String, Integer> backlogs() {
        lock.lock();
        try {
            Map<String, Integer> backlogs = new LinkedHashMap<>();
            listeners.keySet().forEach(listener -> backlogs.put(listener.name(), listener.backlog()));
            return backlogs;
        } finally {
            lock.unlock();
        }
    }
}
