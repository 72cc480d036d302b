package dev.konverge.controller;

import dev.konverge.informer.EventHandler;
import dev.konverge.informer.Notification;
import dev.konverge.model.Key;
import dev.konverge.model.OwnerReference;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.ResourceVersion;
import dev.konverge.workqueue.AddOptions;
import dev.konverge.workqueue.WorkQueue;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * A kind that a controller watches, and whose objects' changes concern which of the reconciled objects.
 *
 * @param type the kind that is watched
 * @param mapping from an object, and what the controller's caches have, to the keys of the reconciled objects that it concerns
 * @param filter what is worth a look
 */
record Source<R extends Resource>(
        ResourceType<R> type,
        BiFunction<? super R, ? super CacheReader, ? extends Collection<Key>> mapping,
        Predicate<? super Notification<R>> filter) {

    /** {@return a source of the reconciled objects themselves} */
    static <T extends Resource> Source<T> of(ResourceType<T> type, Predicate<? super Notification<T>> filter) {
        return new Source<>(type, (object, caches) -> List.of(object.key()), filter);
    }

    /** {@return a source of objects that the reconciled ones control} */
    static <R extends Resource> Source<R> owned(
            ResourceType<?> owner, ResourceType<R> type, Predicate<? super Notification<R>> filter) {
        return new Source<>(type, (object, caches) -> ownerOf(owner, object), filter);
    }

    private static List<Key> ownerOf(ResourceType<?> owner, Resource object) {
        Optional<OwnerReference> controller = object.findController();
        if (controller.isEmpty() || !isOf(owner, controller.get())) {
            return List.of();
        }
        String name = controller.get().name();
        if (name == null) {
            return List.of();
        }
        return List.of(owner.namespaced() ? Key.of(object.key().namespace(), name) : Key.of(name));
    }

    /** The version does not matter: it is the same object in each. */
    private static boolean isOf(ResourceType<?> type, OwnerReference reference) {
        String apiVersion = reference.apiVersion();
        if (apiVersion == null || !type.kind().equals(reference.kind())) {
            return false;
        }
        int slash = apiVersion.indexOf('/');
        return type.group().equals(slash < 0 ? "" : apiVersion.substring(0, slash));
    }

    /**
     * {@return the handler that puts the keys into a queue}
     *
     * @param caches what the mapping may look at
     * @param urgency how urgent the object with a key is, compared to others
     */
    EventHandler<R> into(WorkQueue<Key> queue, CacheReader caches, ToIntFunction<Key> urgency) {
        Entry entry = entry(queue, urgency);
        return EventHandler.of(notification -> offer(notification, caches, entry));
    }

    /**
     * Puts the keys into a queue that an object concerns, as when it was first seen.
     *
     * @param why for which reason, given that it was seen
     */
    void retell(
            R object,
            WorkQueue<Key> queue,
            CacheReader caches,
            ToIntFunction<Key> urgency,
            UnaryOperator<WakeCause> why) {
        Entry entry = entry(queue, urgency);
        offer(
                new Notification.Added<>(object, true),
                caches,
                (keys, seen, canWait) -> entry.add(keys, why.apply(seen), canWait));
    }

    private static Entry entry(WorkQueue<Key> queue, ToIntFunction<Key> urgency) {
        return (keys, cause, canWait) -> {
            for (Key key : keys) {
                long priority = (long) urgency.applyAsInt(key) + (canWait ? AddOptions.LOW_PRIORITY : 0);
                queue.add(
                        key,
                        AddOptions.NOW
                                .withPriority(Math.clamp(priority, Integer.MIN_VALUE, Integer.MAX_VALUE))
                                .withCause(cause));
            }
        };
    }

    private void offer(Notification<R> notification, CacheReader caches, Entry entry) {
        if (filter.test(notification)) {
            enqueue(notification, object -> mapping.apply(object, caches), entry);
        }
    }

    /** Where keys go, with what leads to it and whether it can wait. */
    @FunctionalInterface
    private interface Entry {
        void add(Collection<Key> keys, WakeCause cause, boolean canWait);
    }

    private void enqueue(Notification<R> notification, Function<R, Collection<Key>> concerned, Entry queue) {
        switch (notification) {
            case Notification.Added<R>(R object, boolean initial) ->
                queue.add(concerned.apply(object), event(WakeCause.Change.ADDED, object), initial);
            case Notification.Updated<R> update -> {
                boolean sync = update.isSync();
                WakeCause cause = event(sync ? WakeCause.Change.RESYNCED : WakeCause.Change.UPDATED, update.after());
                Set<Key> told = new HashSet<>();
                // Whom it concerned before has lost something, and whom it concerns now has gained it. A mapping that
                // cannot tell the one can often tell the other.
                try {
                    queue.add(untold(concerned.apply(update.before()), told), cause, sync);
                } finally {
                    queue.add(untold(concerned.apply(update.after()), told), cause, sync);
                }
            }
            case Notification.Deleted<R>(var deleted) ->
                deleted.findObject()
                        .ifPresent(object ->
                                queue.add(concerned.apply(object), event(WakeCause.Change.DELETED, object), false));
            case Notification.Synced<R> synced -> {}
        }
    }

    private static List<Key> untold(Collection<Key> keys, Set<Key> told) {
        return keys.stream().filter(told::add).toList();
    }

    private WakeCause.Event event(WakeCause.Change change, Resource object) {
        return new WakeCause.Event(
                change,
                type.kind(),
                object.key(),
                ResourceVersion.of(object.metadata().resourceVersion()));
    }
}
