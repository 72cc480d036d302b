package dev.konverge.informer;

import dev.konverge.base.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of an informer: who is told what, and who gets a resync. Not safe for use by several threads: the informer's lock
 * guards it.
 *
 * @param <T> the type of the objects
 */
final class Listeners<T> {
    private final ResyncPeriods periods;

    /** In the order of joining; a task once the handler is served. */
    private final Map<Listener<T>, Optional<Task>> listeners = new LinkedHashMap<>();

    /** The threads of removed handlers, which may still be in a call. */
    private final List<Task> leaving = new ArrayList<>();

    private boolean serving;
    private boolean synced;

    Listeners(Duration resyncPeriod) {
        this.periods = new ResyncPeriods(resyncPeriod);
    }

    /** {@return how often to ask {@link #shouldResync}} */
    Duration checkPeriod() {
        return periods.check();
    }

    /** Adds a handler, which is told of what there is, and of what comes. */
    void add(Listener<T> listener, @Nullable Duration resyncPeriod, List<T> present, long now) {
        listener.resyncs.admit(periods.admit(resyncPeriod));
        if (serving) {
            listener.resyncs.apply(periods, now);
            listeners.put(listener, Optional.of(listener.start()));
            List<Notification<T>> initial = new ArrayList<>(present.size() + 1);
            present.forEach(object -> initial.add(new Notification.Added<>(object, true)));
            if (synced) {
                initial.add(new Notification.Synced<>());
            }
            listener.put(initial);
        } else {
            listeners.put(listener, Optional.empty());
            // This one may have made all the others go faster (RS-3).
            listeners.keySet().forEach(each -> each.resyncs.apply(periods, now));
        }
    }

    /** Takes a handler out. {@return the thread that may still serve it, if it is one of these and was served} */
    Optional<Task> remove(Listener<?> listener) {
        Optional<Task> task = listeners.remove(listener);
        if (task == null) {
            return Optional.empty();
        }
        listener.remove();
        leaving.removeIf(Task::isDone);
        task.ifPresent(leaving::add);
        return task;
    }

    /** Begins to serve. */
    void serve() {
        serving = true;
        periods.fix();
        listeners.replaceAll((listener, none) -> Optional.of(listener.start()));
    }

    /** Ends serving. {@return the threads, which the caller closes} */
    List<Task> end() {
        List<Task> tasks = new ArrayList<>(leaving);
        listeners.values().forEach(task -> task.ifPresent(tasks::add));
        leaving.clear();
        listeners.keySet().forEach(Listener::remove);
        listeners.clear();
        return tasks;
    }

    /** Tells every handler; of what is only told again, those whose turn it is (DI-3). */
    void distribute(List<Notification<T>> notifications) {
        List<Notification<T>> news = null;
        for (Listener<T> listener : listeners.keySet()) {
            if (listener.resyncs.isDue()) {
                listener.put(notifications);
            } else {
                news = news == null ? withoutSyncs(notifications) : news;
                listener.put(news);
            }
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
        if (!synced) {
            synced = true;
            listeners.keySet().forEach(listener -> listener.put(List.of(new Notification.Synced<>())));
        }
    }

    /** {@return whether a handler's turn for a resync has come} Notes whose (DI-4). */
    boolean shouldResync(long now) {
        boolean any = false;
        for (Listener<T> listener : listeners.keySet()) {
            any |= listener.resyncs.check(now);
        }
        return any;
    }

    Map<String, Integer> backlogs() {
        Map<String, Integer> backlogs = new LinkedHashMap<>();
        listeners.keySet().forEach(listener -> backlogs.merge(listener.name(), listener.backlog(), Integer::sum));
        return backlogs;
    }
}
