package dev.konverge.controller;

import dev.konverge.model.Key;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/**
 * A way for what happens outside the cluster to have an object looked at: a poller, a webhook of somebody else, a timer of one's own.
 *
 * <p>Made once, and given to one or several controllers with {@link ControllerBuilder#wakes}. It works in every run of their managers
 * from its start to its end. Before and after that it does nothing, and nothing is lost: a run begins with a look at every object.
 *
 * <p>Safe for use by many threads.
 */
public final class Waker {
    /** Where keys go: the queues of the controllers that run. */
    private final List<BiConsumer<Key, String>> queues = new CopyOnWriteArrayList<>();

    /** Wakes nobody yet. */
    public Waker() {}

    /**
     * Has an object looked at, soon and once, however often it is asked for meanwhile; a process that stands by does so when it
     * leads. If there is none with that key, nothing happens. Returns at once.
     *
     * @param why what is told in the log and by {@link Scope#causes()}, as {@link WakeCause.External}
     */
    public void wake(Key key, String why) {
        queues.forEach(queue -> queue.accept(key, why));
    }

    /** An open way into a queue. */
    @FunctionalInterface
    interface Door extends AutoCloseable {
        @Override
        void close();
    }

    /** Opens a way into a queue. {@return what shuts it} */
    Door open(BiConsumer<Key, String> queue) {
        queues.add(queue);
        return () -> queues.remove(queue);
    }
}
