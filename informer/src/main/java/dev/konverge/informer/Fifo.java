package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.List;
import java.util.Optional;

/**
 * A queue of objects of which the latest state is all that counts: a key is queued once, and what comes for it meanwhile takes
 * the place of what was there. A deleted object is simply not handed over any more.
 *
 * <p>A reflector can feed it directly. There is one consumer; producers never wait for it to make room.
 *
 * @param <T> the type of the objects
 */
public final class Fifo<T> implements DeltaSink<T>, KnownObjects<T>, AutoCloseable {
    private final Keys<T> keys;
    private final HandOver<FifoCore<T>> handOver;

    /**
     * The consumer of a queue.
     *
     * @param <T> the type of the objects
     */
    @FunctionalInterface
    public interface Processor<T> {
        /** Takes an object. If it throws {@link RequeueException}, the object is queued again, unless a newer one came. */
        void process(T object, boolean isInInitialList);
    }

    /** An empty queue. */
    public Fifo(Platform platform, KeyFunction<T> keys) {
        this.keys = Keys.of(keys);
        this.handOver = new HandOver<>(platform, "FIFO", new FifoCore<>());
    }

    @Override
    public void add(T object) {
        Key key = keys.of(object);
        handOver.put(core -> {
            core.population().touched();
            core.put(key, object);
        });
    }

    @Override
    public void update(T object) {
        add(object);
    }

    @Override
    public void delete(T object) {
        Key key = keys.of(object);
        handOver.put(core -> {
            core.population().touched();
            core.remove(key);
        });
    }

    @Override
    public void replace(List<T> objects, ResourceVersion version) {
        List<Key> all = keys.ofAll(objects);
        handOver.put(core -> core.replace(all, objects));
    }

    /** Does nothing: what is queued is all that is known. */
    @Override
    public void resync() {}

    /** Does nothing. */
    @Override
    public void bookmark(ResourceVersion version) {}

    /**
     * Waits for the object at the head, takes it out, and has it processed on the calling thread, under the queue's lock.
     *
     * @return false, with nothing processed, if the queue is closed and empty
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean pop(Processor<? super T> processor) throws InterruptedException {
        return handOver.take(core -> {
            boolean initial = !core.population().isComplete();
            FifoCore.Taken<T> item = core.remove();
            try {
                handOver.process(1, () -> processor.process(item.object(), initial));
            } catch (RequeueException e) {
                core.putIfAbsent(item.key(), item.object());
                throw e.reason();
            } finally {
                core.population().handedOver(item.awaited() ? 1 : 0);
            }
        });
    }

    /** {@return the queued object with a key} */
    @Override
    public Optional<T> findByKey(Key key) {
        return handOver.read(core -> core.find(key));
    }

    /** {@return all queued objects} */
    public List<T> list() {
        return handOver.read(FifoCore::list);
    }

    /** {@return the keys of all queued objects} */
    @Override
    public List<Key> listKeys() {
        return handOver.read(FifoCore::keys);
    }

    /** {@return how many objects wait} */
    public int size() {
        return handOver.size();
    }

    /** {@return whether the first list has been processed, or something else came first} */
    public boolean hasSynced() {
        return handOver.synced().isDone();
    }

    /** {@return what can be waited for until {@link #hasSynced()}} */
    public DoneChecker synced() {
        return handOver.synced();
    }

    /** {@return whether {@link #close} was called} */
    public boolean isClosed() {
        return handOver.isClosed();
    }

    /** Lets waiting consumers go. What is queued can still be popped. Idempotent. */
    @Override
    public void close() {
        handOver.close();
    }
}
