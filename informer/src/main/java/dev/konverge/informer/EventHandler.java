package dev.konverge.informer;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Is told what happens to the objects of an informer, one thing after the other, on a thread of its own.
 *
 * <p>Each method does nothing unless it is overridden. Objects are shared with the copy and with other handlers: they must not
 * be changed. A handler that is slow keeps nobody waiting but itself, and what waits for it needs memory; one that throws loses
 * that notification.
 *
 * @param <T> the type of the objects
 */
public interface EventHandler<T> {
    /** There is an object that this handler has not been told of; {@code initial} if it was there before the handler was. */
    default void onAdd(T object, boolean initial) {}

    /** An object has changed. */
    default void onUpdate(T before, T after) {}

    /** An object is gone. */
    default void onDelete(DeletedObject<T> deleted) {}

    /** Everything that was there at the start has been told. */
    default void onSynced() {}

    /** Takes a notification: calls the method that it is for. */
    default void on(Notification<T> notification) {
        switch (notification) {
            case Notification.Added<T>(T object, boolean initial) -> onAdd(object, initial);
            case Notification.Updated<T>(T before, T after) -> onUpdate(before, after);
            case Notification.Deleted<T>(var deleted) -> onDelete(deleted);
            case Notification.Synced<T> synced -> onSynced();
        }
    }

    /** {@return a handler that takes all notifications in one place} */
    static <T> EventHandler<T> of(Consumer<? super Notification<T>> consumer) {
        return new ConsumingHandler<>(consumer);
    }

    /**
     * {@return a handler that sees only what passes a filter, as if the rest did not exist}
     *
     * <p>An object that begins to pass is added, one that no longer passes is deleted (EH-4). The filter is asked about the new
     * state first. It is asked about a deleted object's last known state, and about null if not even that is known.
     */
    static <T> EventHandler<T> filtering(Predicate<? super @Nullable T> filter, EventHandler<T> handler) {
        return new FilteringHandler<>(filter, handler);
    }

    /** {@return a handler made of functions; each may be left out} */
    static <T> Functions<T> functions() {
        return new Functions<>(null, null, null);
    }

    /**
     * A handler made of functions.
     *
     * @param <T> the type of the objects
     * @param add called for new objects, null for nothing
     * @param update called for changed objects, null for nothing
     * @param delete called for deleted objects, null for nothing
     */
    record Functions<T>(
            @Nullable AddFunction<T> add,
            @Nullable UpdateFunction<T> update,
            @Nullable Consumer<DeletedObject<T>> delete)
            implements EventHandler<T> {
        /** {@return these functions with one for new objects} */
        public Functions<T> onAdd(Consumer<T> function) {
            return new Functions<>(new PlainAddFunction<>(function), update, delete);
        }

        /** {@return these functions with one for new objects that wants to know whether they were there at the start} */
        public Functions<T> onAdd(AddFunction<T> function) {
            return new Functions<>(function, update, delete);
        }

        /** {@return these functions with one for changed objects} */
        public Functions<T> onUpdate(UpdateFunction<T> function) {
            return new Functions<>(add, function, delete);
        }

        /** {@return these functions with one for deleted objects} */
        public Functions<T> onDelete(Consumer<DeletedObject<T>> function) {
            return new Functions<>(add, update, function);
        }

        @Override
        public void onAdd(T object, boolean initial) {
            if (add != null) {
                add.accept(object, initial);
            }
        }

        @Override
        public void onUpdate(T before, T after) {
            if (update != null) {
                update.accept(before, after);
            }
        }

        @Override
        public void onDelete(DeletedObject<T> deleted) {
            if (delete != null) {
                delete.accept(deleted);
            }
        }
    }

    /** Takes a new object, and whether it was there at the start. */
    @FunctionalInterface
    interface AddFunction<T> {
        /** Takes it. */
        void accept(T object, boolean initial);
    }

    /** Takes an object before and after a change. */
    @FunctionalInterface
    interface UpdateFunction<T> {
        /** Takes it. */
        void accept(T before, T after);
    }
}
