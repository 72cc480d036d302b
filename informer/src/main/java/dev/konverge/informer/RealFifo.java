package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The queue that hands deltas over in the order in which they came, every one of them: the queue of informers.
 *
 * <p>{@link #popBatch} hands over up to {@value #BATCH_SIZE} deltas of different objects at once. Producers do not wait for the
 * consumer, except in {@link Mode.Atomic} with {@link Mode.Atomic#BACK_PRESSURE} deltas and more in the queue: then until the
 * consumer is through with what it has in hand.
 *
 * @param <T> the type of the objects
 */
public final class RealFifo<T> implements DeltaQueue<T> {
    /** How many deltas a batch has at most. */
    public static final int BATCH_SIZE = 1000;

    private final Keys<T> keys;
    private final Mode<T> mode;
    private final HandOver<RealFifoCore<T>> handOver;

    /**
     * How a new list and a resync travel.
     *
     * @param <T> the type of the objects
     */
    public sealed interface Mode<T> {
        /**
         * Each as a single delta: {@link Delta.ReplacedAll}, {@link Delta.SyncAll}. What they mean for single objects is found
         * out by the consumer, which knows the store; so consumer and producers need not keep each other waiting.
         *
         * @param <T> the type of the objects
         * @param bookmarks whether bookmarks are queued too, rather than dropped
         * @param unlockWhileProcessing whether producers go on while the consumer works
         */
        record Atomic<T>(boolean bookmarks, boolean unlockWhileProcessing) implements Mode<T> {
            /** From how many queued deltas on producers wait for the consumer. */
            public static final int BACK_PRESSURE = 2 * BATCH_SIZE;
        }

        /**
         * As a delta for each object: {@link Delta.Replaced}, {@link Delta.Sync}, and {@link Delta.Deleted} for what is missing
         * in a list. The consumer works under the queue's lock. Bookmarks are dropped, and the version of a list is not handed on, so
         * a store behind it should be one {@linkplain StoreConfig#withoutVersion without a version}.
         *
         * @param <T> the type of the objects
         * @param known what is behind the queue
         */
        record PerObject<T>(KnownObjects<T> known) implements Mode<T> {}
    }

    /**
     * What a queue is made with.
     *
     * @param <T> the type of the objects
     * @param name the name of the queue, for logs
     * @param keys what names an object
     * @param transform what is done to each object before it is queued
     * @param mode how a new list and a resync travel
     */
    public record Config<T>(String name, KeyFunction<T> keys, UnaryOperator<T> transform, Mode<T> mode) {
        /** {@return the configuration of an informer's queue: atomic, with bookmarks, producers never wait without need} */
        public static <T> Config<T> of(KeyFunction<T> keys) {
            return new Config<>("RealFIFO", keys, UnaryOperator.identity(), new Mode.Atomic<>(true, true));
        }

        /** {@return this configuration with another name} */
        public Config<T> withName(String other) {
            return new Config<>(other, keys, transform, mode);
        }

        /** {@return this configuration with another transform} */
        public Config<T> withTransform(UnaryOperator<T> other) {
            return new Config<>(name, keys, other, mode);
        }

        /** {@return this configuration with another way for lists and resyncs} */
        public Config<T> withMode(Mode<T> other) {
            return new Config<>(name, keys, transform, other);
        }
    }

    /** An empty queue. */
    public RealFifo(Platform platform, Config<T> config) {
        this.keys = new Keys<>(config.keys(), config.transform());
        this.mode = config.mode();
        this.handOver = new HandOver<>(platform, config.name(), new RealFifoCore<>());
    }

    @Override
    public void add(T object) {
        append(new Delta.Added<>(keys.of(object), keys.transformed(object)));
    }

    /**
     * Takes a new state.
     *
     * @throws TransformException if it cannot be transformed; the old state is not kept any more then
     */
    @Override
    public void update(T object) {
        Key key = keys.of(object);
        try {
            append(new Delta.Updated<>(key, keys.transformed(object)));
        } catch (TransformException unfit) {
            delete(new DeletedFinalStateUnknown<>(key, null));
            throw unfit;
        }
    }

    /** Takes note that an object is gone. One whose last state cannot be transformed is gone as well. */
    @Override
    public void delete(T object) {
        delete(keys.deleted(object));
    }

    /** Takes note that an object is gone, whether anybody knows it or not. */
    public void delete(DeletedObject<T> deleted) {
        append(new Delta.Deleted<>(deleted));
    }

    private void append(Delta.OfObject<T> delta) {
        handOver.put(core -> {
            core.population().touched();
            core.append(delta);
        });
    }

    /**
     * Takes all objects there are.
     *
     * @throws TransformException if one of the objects cannot be transformed
     * @throws KeyException if one of the objects has no key; in {@link Mode.Atomic} that is for the consumer to find out
     */
    @Override
    public void replace(List<T> objects, ResourceVersion version) {
        switch (mode) {
            case Mode.Atomic<T> atomic -> {
                Delta<T> all = new Delta.ReplacedAll<>(version, keys.allTransformed(objects));
                handOver.put(core -> {
                    core.append(all);
                    core.population().replaced(core.size());
                });
            }
            case Mode.PerObject<T>(KnownObjects<T> known) -> {
                List<Delta.Replaced<T>> listed = new ArrayList<>(objects.size());
                for (T object : objects) {
                    listed.add(new Delta.Replaced<>(keys.of(object), keys.transformed(object)));
                }
                handOver.put(core -> {
                    core.replace(listed, known);
                    core.population().replaced(core.size());
                });
            }
        }
    }

    @Override
    public void resync() {
        switch (mode) {
            case Mode.Atomic<T> atomic -> handOver.put(core -> core.append(new Delta.SyncAll<>()));
            case Mode.PerObject<T>(KnownObjects<T> known) -> handOver.put(core -> core.resync(known));
        }
    }

    @Override
    public void bookmark(ResourceVersion version) {
        if (mode instanceof Mode.Atomic<T> atomic && atomic.bookmarks()) {
            handOver.put(core -> core.append(new Delta.Bookmark<>(version)));
        }
    }

    @Override
    public UnaryOperator<T> transform() {
        return keys.transform();
    }

    @Override
    public boolean pop(DeltaProcessor<T> processor) throws InterruptedException {
        return handOver.take(core -> {
            boolean initial = !core.population().isComplete();
            boolean counts = core.population().remaining() > 0;
            Delta<T> delta = core.remove();
            process(core, 1, counts, () -> processor.process(List.of(delta), initial));
        });
    }

    @Override
    public boolean popBatch(DeltaProcessor<T> processor) throws InterruptedException {
        return handOver.take(core -> {
            boolean initial = !core.population().isComplete();
            boolean counts = core.population().remaining() > 0;
            List<Delta.OfObject<T>> batch = core.removeBatch(BATCH_SIZE);
            if (batch.size() > 1) {
                process(
                        core,
                        batch.size(),
                        counts,
                        () -> processor.processBatch(Collections.unmodifiableList(batch), initial));
            } else {
                Delta<T> single = batch.isEmpty() ? core.remove() : batch.getFirst();
                process(core, 1, counts, () -> processor.process(List.of(single), initial));
            }
        });
    }

    /** @param counts whether the items are of the first list, which may come while they are processed outside of the lock */
    private void process(RealFifoCore<T> core, int items, boolean counts, Runnable consumer) {
        try {
            if (letsProducersGoOn(core)) {
                handOver.outside(() -> handOver.process(items, consumer));
            } else {
                handOver.process(items, consumer);
            }
        } finally {
            if (counts) {
                core.population().handedOver(items);
            }
        }
    }

    private boolean letsProducersGoOn(RealFifoCore<T> core) {
        return mode instanceof Mode.Atomic<T> atomic
                && atomic.unlockWhileProcessing()
                && core.size() < Mode.Atomic.BACK_PRESSURE;
    }

    @Override
    public DoneChecker synced() {
        return handOver.synced();
    }

    @Override
    public int size() {
        return handOver.size();
    }

    @Override
    public boolean isClosed() {
        return handOver.isClosed();
    }

    @Override
    public void close() {
        handOver.close();
    }
}
