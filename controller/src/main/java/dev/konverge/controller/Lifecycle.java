package dev.konverge.controller;

import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which part of a controller an object is for: the reconciler while it lives, the clean-up while it is being deleted, the farewell
 * when it is gone.
 */
final class Lifecycle<T extends Resource> {
    private final Reconciler<T> reconciler;
    private final Optional<Deletion<T>> deletion;

    private final boolean includesDeleted;
    private final Consumer<? super Key> farewell;

    Lifecycle(
            Reconciler<T> reconciler,
            Optional<Deletion<T>> deletion,
            boolean includesDeleted,
            Consumer<? super Key> farewell) {
        this.reconciler = reconciler;
        this.deletion = deletion;
        this.includesDeleted = includesDeleted;
        this.farewell = farewell;
    }

    Outcome step(T object, ReconcileScope<T> scope) throws Exception {
        if (object.metadata().deletionTimestamp() != null) {
            return end(object, scope);
        }
        if (deletion.isPresent() && !deletion.get().holds(object)) {
            // Before anything else is written, or it could be left behind.
            scope.finalizers(deletion.get().heldBy(object));
        }
        return reconciler.reconcile(scope.current(), scope);
    }

    /** Says that there is no object with that key any more. */
    void gone(Key key) {
        farewell.accept(key);
    }

    private Outcome end(T object, ReconcileScope<T> scope) throws Exception {
        if (deletion.isEmpty() || !deletion.get().holds(object)) {
            return includesDeleted ? reconciler.reconcile(object, scope) : Outcome.done();
        }
        if (scope.isPlan()) {
            scope.tellCleanUp();
            return Outcome.done();
        }
        Outcome outcome = deletion.get().cleanUp().reconcile(object, scope);
        if (outcome instanceof Outcome.Done) {
            scope.release(deletion.get().releasedFrom(scope.current()));
        }
        return outcome;
    }
}
