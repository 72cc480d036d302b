package dev.konverge.controller;

import dev.konverge.model.Resource;

/**
 * Makes the world as one object declares it.
 *
 * <p>It is told that something may have changed, never what: it looks at the object and at what the {@link Scope} shows, and
 * writes what is missing. It may be stopped at any point and called again, so each of its steps must bear repetition. It is
 * never called for one object by two threads at a time.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface Reconciler<T extends Resource> {
    /**
     * Reconciles.
     *
     * @param object the object as the cache has it, never older than the last write of this controller for it
     * @param scope the door to everything else
     * @return what should happen next
     * @throws InterruptedException when asked to stop; the ordinary end
     * @throws Exception to be called again with backoff
     */
    Outcome reconcile(T object, Scope<T> scope) throws Exception;
}
