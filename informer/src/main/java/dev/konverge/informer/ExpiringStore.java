package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Objects by key that are gone some time after they were written.
 *
 * <p>Nothing runs in the background: a read finds out that an object has expired, and deletes it. {@link #listKeys} does not look
 * at the time. One lock is around reads and writes, so that an object that is written anew is never taken for the old one.
 *
 * @param <T> the type of the objects
 */
public final class ExpiringStore<T> implements DeltaSink<T>, KnownObjects<T> {
    private final Platform platform;
    private final Keys<T> keys;
    private final ExpirationPolicy<? super T> policy;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Key, Stamped<T>> items = new LinkedHashMap<>();

    /** An object and the {@link dev.konverge.base.Clock#nanoTime()} at which it was written. */
    private record Stamped<T>(T object, long written) {}

    /** An empty store. */
    public ExpiringStore(Platform platform, KeyFunction<T> keys, ExpirationPolicy<? super T> policy) {
        this.platform = platform;
        this.keys = Keys.of(keys);
        this.policy = policy;
    }

    @Override
    public void add(T object) {
        Key key = keys.of(object);
        lock.lock();
        try {
            items.put(key, stamped(object));
        } finally {
            lock.unlock();
        }
    }

    private Stamped<T> stamped(T object) {
        return new Stamped<>(object, platform.clock().nanoTime());
    }

    @Override
    public void update(T object) {
        add(object);
    }

    @Override
    public void delete(T object) {
        Key key = keys.of(object);
        lock.lock();
        try {
            items.remove(key);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void replace(List<T> objects, ResourceVersion version) {
        List<Key> all = keys.ofAll(objects);
        lock.lock();
        try {
            items.clear();
            for (int i = 0; i < all.size(); i++) {
                items.put(all.get(i), stamped(objects.get(i)));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Does nothing. */
    @Override
    public void resync() {}

    /** Does nothing. */
    @Override
    public void bookmark(ResourceVersion version) {}

    /** {@return the object with a key, unless it has expired} */
    @Override
    public Optional<T> findByKey(Key key) {
        lock.lock();
        try {
            Stamped<T> item = items.get(key);
            if (item != null && isExpired(item)) {
                items.remove(key);
                return Optional.empty();
            }
            return Optional.ofNullable(item).map(Stamped::object);
        } finally {
            lock.unlock();
        }
    }

    private boolean isExpired(Stamped<T> item) {
        return policy.isExpired(item.object(), Duration.ofNanos(platform.clock().nanoTime() - item.written()));
    }

    /**
     * {@return the stored object with the same key as another, unless it has expired}
     *
     * @throws KeyException if the other has no key
     */
    public Optional<T> find(T object) {
        return findByKey(keys.of(object));
    }

    /** {@return all objects that have not expired} */
    public List<T> list() {
        lock.lock();
        try {
            items.values().removeIf(this::isExpired);
            return items.values().stream().map(Stamped::object).toList();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the keys of all objects, those of expired ones included that nobody has come across} */
    @Override
    public List<Key> listKeys() {
        lock.lock();
        try {
            return List.copyOf(items.keySet());
        } finally {
            lock.unlock();
        }
    }
}
