package dev.konverge.informer;

import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * Applies deltas to a store, and says what changed. The store first: whoever is told of a change finds it there (CC-3).
 *
 * <p>A newer state takes over from the older one what has not changed, if it is told how: objects change one here and one there, and would in time
 * have nothing in common any more with those that they were listed with.
 *
 * <p>For one thread at a time.
 *
 * @param <T> the type of the objects
 */
final class DeltaApplier<T> implements DeltaProcessor<T> {
    private final Store<T> store;
    private final KeyFunction<T> keys;
    private final Listening<T> next;
    private final BinaryOperator<T> renewal;
    private final Unapplied unapplied = new Unapplied();

    /** Who is told, after the store was changed. */
    @FunctionalInterface
    interface Listening<T> {
        /** Takes what changed, in order; at least one thing. The list is the receiver's. */
        void changed(List<Notification<T>> notifications);
    }

    /** Applies deltas of objects of which nothing is known: a newer state is kept as it came. */
    DeltaApplier(Store<T> store, KeyFunction<T> keys, Listening<T> next) {
        this(store, keys, next, (newer, older) -> newer);
    }

    /** @param renewal makes a newer state of the parts of an older one that have not changed, without changing what it says */
    DeltaApplier(Store<T> store, KeyFunction<T> keys, Listening<T> next, BinaryOperator<T> renewal) {
        this.store = store;
        this.keys = keys;
        this.next = next;
        this.renewal = renewal;
    }

    /** {@return whether the store has taken all of the first list, as far as that was processed} */
    boolean hasFirstList() {
        return !unapplied.isOfFirstList();
    }

    /** {@return whether the store has taken the last state of every object} */
    boolean isWhole() {
        return unapplied.isEmpty();
    }

    /** {@return the keys of all objects of which the store has, or lacks, a state: a list without them is news of each} */
    List<Key> listKeys() {
        List<Key> keys = new ArrayList<>(store.listKeys());
        unapplied.keys().stream().filter(key -> store.findByKey(key).isEmpty()).forEach(keys::add);
        return keys;
    }

    /** What fails does not keep the rest from the store. */
    @Override
    public void process(List<? extends Delta<T>> deltas, boolean isInInitialList) {
        noting(deltas, isInInitialList, () -> {
            Outcome<T> outcome = new Outcome<>();
            for (Delta<T> delta : deltas) {
                apply(delta, isInitial(isInInitialList), outcome);
                tell(outcome.takeNews());
            }
            return outcome.failure();
        });
    }

    private boolean isInitial(boolean isInInitialList) {
        return isInInitialList || unapplied.isOfFirstList();
    }

    /**
     * Applies, and throws what failed of it, if something did. Whatever is thrown meanwhile, for want of memory most likely, does not
     * say what is in the store now: then none of it counts as applied.
     */
    private void noting(
            List<? extends Delta<T>> deltas,
            boolean isInInitialList,
            Supplier<Optional<RuntimeException>> application) {
        // Asked before, because what fails may have cleared by then what was missing.
        boolean initial = isInitial(isInInitialList);
        Optional<RuntimeException> failure;
        try {
            failure = application.get();
        } catch (Throwable unforeseen) {
            deltas.forEach(delta -> failed(delta, initial));
            throw unforeseen;
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private void failed(Delta<T> delta, boolean initial) {
        switch (delta) {
            case Delta.OfObject<T> ofObject -> unapplied.failed(ofObject.key(), initial);
            case Delta.ReplacedAll<T> all -> unapplied.failedWithoutKey(initial);
            case Delta.SyncAll<T> all -> {}
            case Delta.Bookmark<T> bookmark -> {}
        }
    }

    private void tell(List<Notification<T>> news) {
        if (!news.isEmpty()) {
            next.changed(news);
        }
    }

    private void apply(Delta<T> delta, boolean initial, Outcome<T> outcome) {
        switch (delta) {
            case Delta.OfObject<T> ofObject -> apply(ofObject, initial, outcome);
            case Delta.ReplacedAll<T> all -> replaceAll(all, initial, outcome);
            case Delta.SyncAll<T> all -> syncAll(outcome);
            case Delta.Bookmark<T>(var version) -> store.bookmark(version);
        }
    }

    private void apply(Delta.OfObject<T> delta, boolean initial, Outcome<T> outcome) {
        try {
            outcome.applied(
                    switch (delta) {
                        case Delta.Present<T> present -> put(present.key(), present.object(), initial);
                        case Delta.Deleted<T>(var deleted) -> delete(deleted);
                    });
            unapplied.applied(delta.key());
        } catch (Throwable failure) {
            outcome.failed(failure);
            unapplied.failed(delta.key(), initial);
        }
    }

    /** What kind of delta it was does not matter, only whether the object is known (PD-1). */
    private Notification<T> put(Key key, T object, boolean initial) {
        Optional<T> before = store.findByKey(key);
        T kept = renewed(object, before);
        store.update(kept);
        return told(before, kept, initial);
    }

    private T renewed(T object, Optional<T> before) {
        try {
            return before.isPresent() ? renewal.apply(object, before.get()) : object;
        } catch (RuntimeException | Error unable) {
            // It is memory that would be saved, and nothing else.
            return object;
        }
    }

    private static <T> Notification<T> told(Optional<T> before, T after, boolean initial) {
        return before.isPresent()
                ? new Notification.Updated<>(before.get(), after)
                : new Notification.Added<>(after, initial);
    }

    /** Told even if the object was not known (PD-2). */
    private Notification<T> delete(DeletedObject<T> deleted) {
        DeletedObject<T> told = known(deleted);
        switch (told) {
            case DeletedFinalState<T>(Key key, T object) -> store.delete(object);
            case DeletedFinalStateUnknown<T> tombstone -> store.deleteByKey(tombstone.key());
        }
        return new Notification.Deleted<>(told);
    }

    /** {@return a deletion with what was known of the object, if it says nothing itself} */
    private DeletedObject<T> known(DeletedObject<T> deleted) {
        return deleted instanceof DeletedFinalStateUnknown<T> tombstone && tombstone.lastKnown() == null
                ? new DeletedFinalStateUnknown<>(
                        tombstone.key(), store.findByKey(tombstone.key()).orElse(null))
                : deleted;
    }

    private void replaceAll(Delta.ReplacedAll<T> all, boolean initial, Outcome<T> outcome) {
        StoreView<T> before = store.snapshot();
        List<Notification<T>> news;
        try {
            news = replaced(all.objects(), List.of(), all.version(), before, initial);
        } catch (Throwable whole) {
            replaceInPart(all, before, initial, outcome);
            return;
        }
        unapplied.clear();
        outcome.news.addAll(news);
    }

    /**
     * PD-3: what is gone is told first, and by then all that is new is in the store.
     *
     * @param former objects that stay as they are and are not told of
     */
    private List<Notification<T>> replaced(
            List<T> objects, List<T> former, ResourceVersion version, StoreView<T> before, boolean initial) {
        List<Notification<T>> notifications = new ArrayList<>(objects.size());
        List<Notification<T>> present = new ArrayList<>(objects.size());
        boolean isFirst = before.size() == 0;
        Set<Key> listed = HashSet.newHashSet(isFirst ? 0 : objects.size() + former.size());
        List<T> kept = isFirst ? objects : new ArrayList<>(objects.size());
        for (T object : objects) {
            if (isFirst) {
                present.add(new Notification.Added<>(object, initial));
            } else {
                Key key = keys.keyOf(object);
                listed.add(key);
                Optional<T> known = before.findByKey(key);
                T renewed = renewed(object, known);
                kept.add(renewed);
                present.add(told(known, renewed, initial));
            }
        }
        former.forEach(object -> listed.add(keys.keyOf(object)));
        missing(before, listed).forEach(deleted -> notifications.add(new Notification.Deleted<>(deleted)));
        store.replace(former.isEmpty() ? kept : both(former, kept), version);
        notifications.addAll(present);
        return notifications;
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        List<T> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private static <T> List<DeletedObject<T>> missing(StoreView<T> before, Set<Key> listed) {
        List<DeletedObject<T>> missing = new ArrayList<>();
        for (Key key : before.listKeys()) {
            if (!listed.contains(key)) {
                missing.add(new DeletedFinalStateUnknown<>(
                        key, before.findByKey(key).orElse(null)));
            }
        }
        return missing;
    }

    /**
     * For a list that the store does not take as a whole: one bad object is no reason to be without all others. They are taken at
     * once, for the store must not have a version before what was written at that version can be read.
     */
    private void replaceInPart(Delta.ReplacedAll<T> all, StoreView<T> before, boolean initial, Outcome<T> outcome) {
        unapplied.clear();
        FitList<T> list = FitList.of(all.objects(), keys, store);
        list.nameless().forEach(failure -> {
            outcome.failed(failure);
            unapplied.failedWithoutKey(initial);
        });
        List<Notification<T>> news;
        try {
            List<T> former = list.refused().keySet().stream()
                    .flatMap(key -> before.findByKey(key).stream())
                    .toList();
            news = replaced(list.fit(), former, all.version(), before, initial);
        } catch (Throwable unexplained) {
            replaceOneByOne(all, before, initial, outcome);
            return;
        }
        list.refused().forEach((key, failure) -> {
            outcome.failed(failure);
            unapplied.failed(key, initial);
        });
        news.forEach(outcome::applied);
    }

    /** For a store that does not say what it refuses. */
    private void replaceOneByOne(Delta.ReplacedAll<T> all, StoreView<T> before, boolean initial, Outcome<T> outcome) {
        List<Delta.Replaced<T>> listed = new ArrayList<>(all.objects().size());
        Set<Key> listedKeys = new HashSet<>();
        for (T object : all.objects()) {
            keyOf(object).ifPresent(key -> {
                listed.add(new Delta.Replaced<>(key, object));
                listedKeys.add(key);
            });
        }
        missing(before, listedKeys).forEach(deleted -> apply(new Delta.Deleted<>(deleted), initial, outcome));
        listed.forEach(delta -> apply(delta, initial, outcome));
        store.bookmark(all.version());
    }

    private Optional<Key> keyOf(T object) {
        try {
            return Optional.of(keys.keyOf(object));
        } catch (Throwable told) {
            return Optional.empty();
        }
    }

    private void syncAll(Outcome<T> outcome) {
        store.list().forEach(object -> outcome.applied(new Notification.Updated<>(object, object)));
    }

    /** One transaction, then the news in order (PD-6); one by one if the store does not take the transaction. */
    @Override
    public void processBatch(List<Delta.OfObject<T>> batch, boolean isInInitialList) {
        noting(batch, isInInitialList, () -> applyBatch(batch, isInitial(isInInitialList)));
    }

    private Optional<RuntimeException> applyBatch(List<Delta.OfObject<T>> batch, boolean initial) {
        List<StoreOperation<T>> operations = new ArrayList<>(batch.size());
        List<Notification<T>> notifications = new ArrayList<>(batch.size());
        for (Delta.OfObject<T> delta : batch) {
            plan(delta, initial, operations, notifications);
        }
        try {
            store.transaction(operations);
        } catch (TransactionException partly) {
            Set<Integer> successful = new HashSet<>(partly.successfulIndices());
            for (int i = 0; i < batch.size(); i++) {
                note(batch.get(i).key(), successful.contains(i), initial);
            }
            tell(new ArrayList<>(
                    partly.successfulIndices().stream().map(notifications::get).toList()));
            return Optional.of(partly);
        } catch (Throwable whole) {
            Outcome<T> outcome = new Outcome<>();
            batch.forEach(delta -> apply(delta, initial, outcome));
            tell(outcome.takeNews());
            return outcome.failure();
        }
        batch.forEach(delta -> unapplied.applied(delta.key()));
        next.changed(notifications);
        return Optional.empty();
    }

    private void note(Key key, boolean applied, boolean initial) {
        if (applied) {
            unapplied.applied(key);
        } else {
            unapplied.failed(key, initial);
        }
    }

    private void plan(
            Delta.OfObject<T> delta,
            boolean initial,
            List<StoreOperation<T>> operations,
            List<Notification<T>> notifications) {
        switch (delta) {
            case Delta.Present<T> present -> {
                Optional<T> before = store.findByKey(present.key());
                T kept = renewed(present.object(), before);
                operations.add(new StoreOperation.Update<>(kept));
                notifications.add(told(before, kept, initial));
            }
            case Delta.Deleted<T>(var deleted) -> {
                operations.add(new StoreOperation.Delete<>(deleted));
                notifications.add(new Notification.Deleted<>(known(deleted)));
            }
        }
    }

    /** What came of applying some deltas. */
    private static final class Outcome<T> {
        private List<Notification<T>> news = new ArrayList<>();
        private final List<Integer> successful = new ArrayList<>();

        /** As many of what failed as are told of. */
        private final List<Throwable> failures = new ArrayList<>();

        private int total;

        void applied(Notification<T> notification) {
            successful.add(total++);
            news.add(notification);
        }

        void failed(Throwable failure) {
            total++;
            if (failures.size() < TransactionException.TOLD) {
                failures.add(failure);
            }
        }

        List<Notification<T>> takeNews() {
            List<Notification<T>> taken = news;
            news = new ArrayList<>();
            return taken;
        }

        /** {@return what failed, if something did: itself if there was nothing else} */
        Optional<RuntimeException> failure() {
            if (failures.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    total == 1 && failures.getFirst() instanceof RuntimeException only
                            ? only
                            : new TransactionException(successful, total, failures));
        }
    }
}
