package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.model.Key;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Objects by key, handed out in the order of a comparator, each to one of any number of consumers.
 *
 * <p>Producers never wait: it grows with what is not consumed.
 *
 * @param <T> the type of the objects
 */
public final class Heap<T> implements KnownObjects<T>, AutoCloseable {
    private final Keys<T> keys;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal arrived;

    @GuardedBy("lock")
    private final HeapCore<T> core;

    @GuardedBy("lock")
    private boolean closed;

    /** An empty heap. */
    public Heap(Platform platform, KeyFunction<T> keys, Comparator<? super T> order) {
        this.keys = Keys.of(keys);
        this.core = new HeapCore<>(order);
        this.arrived = platform.signal(lock);
    }

    /**
     * Puts an object in, in place of the one with the same key.
     *
     * @throws IllegalStateException if the heap is closed
     * @throws KeyException if the object has no key
     */
    public void add(T object) {
        Key key = keys.of(object);
        put(items -> items.put(key, object));
    }

    /**
     * Puts objects in, all of them before a consumer gets the first.
     *
     * @throws IllegalStateException if the heap is closed
     * @throws KeyException if one of the objects has no key; then none is put in
     */
    public void bulkAdd(List<T> objects) {
        List<Key> all = keys.ofAll(objects);
        put(items -> {
            for (int i = 0; i < all.size(); i++) {
                items.put(all.get(i), objects.get(i));
            }
        });
    }

    /**
     * Puts an object in, unless there is one with the same key.
     *
     * @throws IllegalStateException if the heap is closed
     * @throws KeyException if the object has no key
     */
    public void addIfNotPresent(T object) {
        Key key = keys.of(object);
        put(items -> {
            if (!items.contains(key)) {
                items.put(key, object);
            }
        });
    }

    private void put(Consumer<HeapCore<T>> change) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("heap is closed");
            }
            change.accept(core);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes out the object with the same key as another.
     *
     * @throws NoSuchElementException if there is none
     * @throws KeyException if the other has no key
     */
    public void delete(T object) {
        Key key = keys.of(object);
        lock.lock();
        try {
            if (!core.remove(key)) {
                throw new NoSuchElementException("object not found: \"" + key + "\"");
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for an object. {@return the first one, which leaves the heap; nothing if the heap is closed and empty}
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public Optional<T> pop() throws InterruptedException {
        lock.lock();
        try {
            while (core.size() == 0) {
                if (closed) {
                    return Optional.empty();
                }
                arrived.await();
            }
            return Optional.of(core.remove());
        } finally {
            lock.unlock();
        }
    }

    private <R> R read(Function<HeapCore<T>, R> reader) {
        lock.lock();
        try {
            return reader.apply(core);
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many objects there are} */
    public int size() {
        return read(HeapCore::size);
    }

    /**
     * {@return the object with the same key as another}
     *
     * @throws KeyException if the other has no key
     */
    public Optional<T> find(T object) {
        return findByKey(keys.of(object));
    }

    @Override
    public Optional<T> findByKey(Key key) {
        return read(items -> items.find(key));
    }

    /** {@return all objects, in no particular order} */
    public List<T> list() {
        return read(HeapCore::list);
    }

    @Override
    public List<Key> listKeys() {
        return read(HeapCore::listKeys);
    }

    /** {@return whether {@link #close} was called} */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses further objects, and lets consumers go once it is empty. Idempotent. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
