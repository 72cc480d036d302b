package dev.konverge.informer;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Shows a handler only what passes a filter (EH-4). */
record FilteringHandler<T>(Predicate<? super @Nullable T> filter, EventHandler<T> handler) implements EventHandler<T> {
    @Override
    public void onAdd(T object, boolean initial) {
        if (filter.test(object)) {
            handler.on(new Notification.Added<>(object, initial));
        }
    }

    @Override
    public void onUpdate(T before, T after) {
        boolean now = filter.test(after);
        boolean then = filter.test(before);
        if (now && then) {
            handler.on(new Notification.Updated<>(before, after));
        } else if (now) {
            handler.on(new Notification.Added<>(after, false));
        } else if (then) {
            handler.on(new Notification.Deleted<>(deleted(before)));
        }
    }

    /** It is still there, only out of sight; its last state in sight is the one before. */
    private static <T> DeletedObject<T> deleted(T before) {
        return new DeletedFinalState<>(KeyFunction.<T>ofAnything().keyOf(before), before);
    }

    @Override
    public void onDelete(DeletedObject<T> deleted) {
        if (filter.test(deleted.findObject().orElse(null))) {
            handler.on(new Notification.Deleted<>(deleted));
        }
    }

    @Override
    public void onSynced() {
        handler.on(new Notification.Synced<>());
    }
}
