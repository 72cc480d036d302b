package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Applies deltas to a store, and says what changed. The store first: whoever is told of a change finds it there (CC-3).
 *
 * <p>For one thread at a time.
 *
 * @param <T> the type of the objects
 */
final class DeltaApplier<T> implements DeltaProcessor<T> {
    private final Store<T> store;
    private final KeyFunction<T> keys;
    private final Listening<T> next;

    /** Who is told, after the store was changed. */
    @FunctionalInterface
    interface Listening<T> {
        /** Takes what changed, in order; at least one thing. The list is the receiver's. */
        void changed(List<Notification<T>> notifications);
    }

    DeltaApplier(Store<T> store, KeyFunction<T> keys, Listening<T> next) {
        this.store = store;
        this.keys = keys;
        this.next = next;
    }

    @Override
    public void process(List<? extends Delta<T>> deltas, boolean isInInitialList) {
        for (Delta<T> delta : deltas) {
            List<Notification<T>> notifications = apply(delta, isInInitialList);
            if (!notifications.isEmpty()) {
                next.changed(notifications);
            }
        }
    }

    private List<Notification<T>> apply(Delta<T> delta, boolean initial) {
        return switch (delta) {
            case Delta.Added<T>(Key key, T object) -> List.of(put(key, object, initial));
            case Delta.Updated<T>(Key key, T object) -> List.of(put(key, object, initial));
            case Delta.Replaced<T>(Key key, T object) -> List.of(put(key, object, initial));
            case Delta.Sync<T>(Key key, T object) -> List.of(put(key, object, initial));
            case Delta.Deleted<T>(var deleted) -> List.of(delete(deleted));
            case Delta.ReplacedAll<T> all -> replaceAll(all, initial);
            case Delta.SyncAll<T> all -> syncAll();
            case Delta.Bookmark<T>(var version) -> {
                store.bookmark(version);
                yield List.of();
            }
        };
    }

    /** What kind of delta it was does not matter, only whether the object is known (PD-1). */
    private Notification<T> put(Key key, T object, boolean initial) {
        Optional<T> before = store.findByKey(key);
        store.update(object);
        return told(before, object, initial);
    }

    private static <T> Notification<T> told(Optional<T> before, T after, boolean initial) {
        return before.isPresent()
                ? new Notification.Updated<>(before.get(), after)
                : new Notification.Added<>(after, initial);
    }

    /** Told even if the object was not known (PD-2). */
    private Notification<T> delete(DeletedObject<T> deleted) {
        switch (deleted) {
            case DeletedFinalState<T>(Key key, T object) -> store.delete(object);
            case DeletedFinalStateUnknown<T> tombstone -> store.deleteByKey(tombstone.key());
        }
        return new Notification.Deleted<>(deleted);
    }

    /** PD-3: what is gone is told first, and by then all that is new is in the store. */
    private List<Notification<T>> replaceAll(Delta.ReplacedAll<T> all, boolean initial) {
        StoreView<T> before = store.snapshot();
        List<Notification<T>> notifications = new ArrayList<>(all.objects().size());
        List<Notification<T>> present = new ArrayList<>(all.objects().size());
        Set<Key> listed =
                HashSet.newHashSet(before.size() == 0 ? 0 : all.objects().size());
        for (T object : all.objects()) {
            if (before.size() == 0) {
                present.add(new Notification.Added<>(object, initial));
            } else {
                Key key = keys.keyOf(object);
                listed.add(key);
                present.add(told(before.findByKey(key), object, initial));
            }
        }
        for (Key key : before.listKeys()) {
            if (!listed.contains(key)) {
                notifications.add(new Notification.Deleted<>(new DeletedFinalStateUnknown<>(
                        key, before.findByKey(key).orElse(null))));
            }
        }
        store.replace(all.objects(), all.version());
        notifications.addAll(present);
        return notifications;
    }

    private List<Notification<T>> syncAll() {
        List<T> objects = store.list();
        List<Notification<T>> notifications = new ArrayList<>(objects.size());
        objects.forEach(object -> notifications.add(new Notification.Updated<>(object, object)));
        return notifications;
    }

    /** One transaction, then the news in order (PD-6). */
    @Override
    public void processBatch(List<Delta.OfObject<T>> batch, boolean isInInitialList) {
        List<StoreOperation<T>> operations = new ArrayList<>(batch.size());
        List<Notification<T>> notifications = new ArrayList<>(batch.size());
        for (Delta.OfObject<T> delta : batch) {
            plan(delta, isInInitialList, operations, notifications);
        }
        try {
            store.transaction(operations);
        } catch (TransactionException partly) {
            List<Notification<T>> successful = new ArrayList<>(
                    partly.successfulIndices().stream().map(notifications::get).toList());
            if (!successful.isEmpty()) {
                next.changed(successful);
            }
            throw partly;
        }
        next.changed(notifications);
    }

    private void plan(
            Delta.OfObject<T> delta,
            boolean initial,
            List<StoreOperation<T>> operations,
            List<Notification<T>> notifications) {
        T object = switch (delta) {
            case Delta.Added<T> added -> added.object();
            case Delta.Updated<T> updated -> updated.object();
            case Delta.Replaced<T> replaced -> replaced.object();
            case Delta.Sync<T> sync -> sync.object();
            case Delta.Deleted<T>(var deleted) -> {
                operations.add(new StoreOperation.Delete<>(deleted));
                notifications.add(new Notification.Deleted<>(deleted));
                yield null;
            }
        };
        if (object != null) {
            operations.add(new StoreOperation.Update<>(object));
            notifications.add(told(store.findByKey(delta.key()), object, initial));
        }
    }
}
