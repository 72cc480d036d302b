package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The queue that collects the deltas of each key and hands them over together.
 *
 * <p>A key that was popped and comes again goes to the end of the line. Two deletions in a row become one; nothing else is
 * merged. With {@linkplain Config#known known objects} a new list makes deletions for what is missing from it, and a resync tells
 * of what is known and not queued.
 *
 * <p>Versions do not come in order, so a store behind it should be one {@linkplain StoreConfig#withoutVersion without a version}.
 *
 * <p>The consumer runs under the queue's lock: what it is about to put into the known objects would otherwise be in neither
 * place for a moment, and a list would miss it. Informers use {@link RealFifo}, which need not do that; this queue is for those who
 * put their own controller together.
 *
 * @param <T> the type of the objects
 */
public final class DeltaFifo<T> implements DeltaQueue<T> {
    private final Keys<T> keys;
    private final ListForm form;
    private final HandOver<DeltaFifoCore<T>> handOver;

    /** What becomes of an object in a new list. */
    public enum ListForm {
        /** A {@link Delta.Replaced}. */
        REPLACED,
        /** A {@link Delta.Sync}, which is what a resync makes too: the way of client-go before 1.18. */
        SYNC
    }

    /**
     * What a queue is made with.
     *
     * @param <T> the type of the objects
     * @param name the name of the queue, for logs
     * @param keys what names an object
     * @param known what is behind the queue; null if nothing is known of it
     * @param transform what is done to each object before it is queued
     * @param form what becomes of an object in a new list
     */
    public record Config<T>(
            String name,
            KeyFunction<T> keys,
            @Nullable KnownObjects<T> known,
            UnaryOperator<T> transform,
            ListForm form) {
        /** {@return the configuration of a queue that knows nothing of what is behind it} */
        public static <T> Config<T> of(KeyFunction<T> keys) {
            return new Config<>("DeltaFIFO", keys, null, UnaryOperator.identity(), ListForm.REPLACED);
        }

        /** {@return this configuration with another name} */
        public Config<T> withName(String other) {
            return new Config<>(other, keys, known, transform, form);
        }

        /** {@return this configuration with a store behind the queue} */
        public Config<T> withKnown(KnownObjects<T> other) {
            return new Config<>(name, keys, other, transform, form);
        }

        /** {@return this configuration with another transform} */
        public Config<T> withTransform(UnaryOperator<T> other) {
            return new Config<>(name, keys, known, other, form);
        }

        /** {@return this configuration with another form of listed objects} */
        public Config<T> withForm(ListForm other) {
            return new Config<>(name, keys, known, transform, other);
        }
    }

    /** An empty queue. */
    public DeltaFifo(Platform platform, Config<T> config) {
        this.keys = new Keys<>(config.keys(), config.transform());
        this.form = config.form();
        this.handOver = new HandOver<>(platform, config.name(), new DeltaFifoCore<>(config.known()));
    }

    @Override
    public void add(T object) {
        append(new Delta.Added<>(keys.of(object), keys.transformed(object)));
    }

    @Override
    public void update(T object) {
        append(new Delta.Updated<>(keys.of(object), keys.transformed(object)));
    }

    private void append(Delta.OfObject<T> delta) {
        handOver.put(core -> {
            core.population().touched();
            core.append(delta);
        });
    }

    @Override
    public void delete(T object) {
        delete(keys.deleted(object));
    }

    /** Takes note that an object is gone. Nothing comes of it if nobody knows the object. */
    public void delete(DeletedObject<T> deleted) {
        handOver.put(core -> {
            core.population().touched();
            core.delete(new Delta.Deleted<>(deleted));
        });
    }

    /** Puts deltas of one key at the end of the line, unless something is queued for that key. */
    public void addIfNotPresent(List<Delta.OfObject<T>> deltas) {
        if (deltas.isEmpty()) {
            throw new IllegalArgumentException("no deltas, so there is no key");
        }
        handOver.put(core -> {
            core.population().touched();
            core.addIfNotPresent(deltas);
        });
    }

    @Override
    public void replace(List<T> objects, ResourceVersion version) {
        List<Delta.OfObject<T>> listed = new ArrayList<>(objects.size());
        for (T object : objects) {
            listed.add(listed(keys.of(object), keys.transformed(object)));
        }
        handOver.put(core -> core.population().replaced(core.replace(listed)));
    }

    private Delta.OfObject<T> listed(Key key, T object) {
        return switch (form) {
            case REPLACED -> new Delta.Replaced<>(key, object);
            case SYNC -> new Delta.Sync<>(key, object);
        };
    }

    @Override
    public void resync() {
        handOver.put(DeltaFifoCore::resync);
    }

    /** Does nothing: deltas of this queue belong to keys. */
    @Override
    public void bookmark(ResourceVersion version) {}

    @Override
    public UnaryOperator<T> transform() {
        return keys.transform();
    }

    /**
     * Waits for the deltas at the head, takes them out, and has them processed on the calling thread, under the queue's lock.
     *
     * <p>If the processor throws {@link RequeueException}, the deltas are put back, unless newer ones have come, and its cause
     * is thrown.
     */
    @Override
    public boolean pop(DeltaProcessor<T> processor) throws InterruptedException {
        return handOver.take(core -> process(processor, core));
    }

    private void process(DeltaProcessor<T> processor, DeltaFifoCore<T> core) {
        boolean initial = !core.population().isComplete();
        List<Delta.OfObject<T>> deltas = core.remove();
        try {
            handOver.process(1, () -> processor.process(Collections.unmodifiableList(deltas), initial));
        } catch (RequeueException e) {
            core.addIfNotPresent(deltas);
            throw e.reason();
        } finally {
            core.population().handedOver(1);
        }
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
