package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A copy with the caller's own writes laid over it, until the copy has caught up: a way to read one's own writes.
 *
 * <p>It holds a limited number of writes for a limited time, so it is help and no guarantee;
 * {@link Indexer#awaitVersion} is one. Versions are compared as numbers.
 *
 * @param <T> the type of the objects
 */
public final class MutationCache<T extends Resource> {
    private final Platform platform;
    private final StoreView<T> backing;
    private final Options options;
    private final ReentrantLock lock = new ReentrantLock();

    /** What lies over the copy, the longest unused first. */
    @GuardedBy("lock")
    private final Map<Key, Layer<T>> overlay = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * How much is laid over a copy.
     *
     * @param capacity how many objects at most; those unused for longest are forgotten
     * @param timeToLive for how long at most
     * @param includeAdds whether objects count that the copy does not have
     */
    public record Options(int capacity, Duration timeToLive, boolean includeAdds) {
        /** A hundred objects for five minutes, those that the copy has. */
        public static final Options STANDARD = new Options(100, Duration.ofMinutes(5), false);

        /** {@return these options with objects that the copy does not have} */
        public Options includingAdds() {
            return new Options(capacity, timeToLive, true);
        }
    }

    /** A write, or the knowledge that an object is gone. */
    private record Layer<T extends Resource>(T object, boolean deleted, long deadline) {
        /** Decimal text of any length; none is zero. */
        BigInteger version() {
            return versionOf(object);
        }
    }

    /** A cache with nothing laid over a copy. */
    public MutationCache(Platform platform, StoreView<T> backing, Options options) {
        this.platform = platform;
        this.backing = backing;
        this.options = options;
    }

    private static BigInteger versionOf(Resource object) {
        String text = object.metadata().version().text();
        return text.isEmpty() ? BigInteger.ZERO : new BigInteger(text);
    }

    /** Lays the result of a write over the copy, unless something newer is known. */
    public void mutation(T written) {
        lock.lock();
        try {
            Layer<T> layer = layer(written.key());
            if (layer == null || !outdates(layer, written)) {
                lay(written, false);
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether a write says nothing new} */
    private static <T extends Resource> boolean outdates(Layer<T> layer, T written) {
        int order = layer.version().compareTo(versionOf(written));
        return order > 0 || (layer.deleted() && (order == 0 || isSame(layer.object(), written)));
    }

    private static boolean isSame(Resource one, Resource other) {
        String uid = one.metadata().uid();
        return uid != null && uid.equals(other.metadata().uid());
    }

    @GuardedBy("lock")
    private void lay(T object, boolean deleted) {
        overlay.put(object.key(), new Layer<>(object, deleted, platform.clock().deadlineAfter(options.timeToLive())));
        if (overlay.size() > options.capacity()) {
            overlay.remove(overlay.keySet().iterator().next());
        }
    }

    @GuardedBy("lock")
    private @Nullable Layer<T> layer(Key key) {
        Layer<T> layer = overlay.get(key);
        if (layer != null && layer.deadline() <= platform.clock().nanoTime()) {
            overlay.remove(key);
            return null;
        }
        return layer;
    }

    /** Takes note that the copy has an object: what is laid over it and is no newer is dropped. */
    public void onAddOrUpdate(T object) {
        lock.lock();
        try {
            Layer<T> layer = layer(object.key());
            if (layer != null && versionOf(object).compareTo(layer.version()) >= 0) {
                overlay.remove(object.key());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes note that an object is gone: what is laid over it is dropped, unless it is another, newer object of that name. */
    public void onDelete(T lastState) {
        lock.lock();
        try {
            Layer<T> layer = layer(lastState.key());
            if (layer == null
                    || layer.version().compareTo(versionOf(lastState)) <= 0
                    || isSame(layer.object(), lastState)) {
                lay(lastState, true);
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return the newest known state of an object} */
    public Optional<T> findByKey(Key key) {
        Optional<T> stored = backing.findByKey(key);
        lock.lock();
        try {
            return stored.isPresent() ? Optional.of(newer(key, stored.get())) : added(key);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private T newer(Key key, T stored) {
        Layer<T> layer = layer(key);
        if (layer == null) {
            return stored;
        }
        if (versionOf(stored).compareTo(layer.version()) >= 0) {
            overlay.remove(key);
            return stored;
        }
        return layer.deleted() ? stored : layer.object();
    }

    @GuardedBy("lock")
    private Optional<T> added(Key key) {
        Layer<T> layer = layer(key);
        return layer == null || layer.deleted() || !options.includeAdds()
                ? Optional.empty()
                : Optional.of(layer.object());
    }

    /**
     * {@return the objects that the copy has under a value of an index, in their newest known state} With added objects, also
     * those that only a write is known of.
     *
     * @throws UnknownIndexException if there is no such index
     * @throws IllegalStateException if the copy has no indexes at all
     */
    public List<T> byIndex(String index, String value) {
        if (!(backing instanceof IndexView<T> indexed)) {
            throw new IllegalStateException("no index \"" + index + "\": the copy has no indexes");
        }
        List<T> stored = indexed.byIndex(index, value);
        lock.lock();
        try {
            Map<Key, T> found = new LinkedHashMap<>();
            for (T object : stored) {
                found.put(object.key(), newer(object.key(), object));
            }
            if (options.includeAdds()) {
                addMatching(found, indexed, indexed.indexers().get(index), value);
            }
            return List.copyOf(found.values());
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void addMatching(
            Map<Key, T> found, StoreView<T> copy, @Nullable IndexFunction<? super T> function, String value) {
        for (Key key : new ArrayList<>(overlay.keySet())) {
            if (found.containsKey(key) || function == null) {
                continue;
            }
            // The copy may have it under another value, and newer.
            copy.findByKey(key)
                    .map(stored -> newer(key, stored))
                    .or(() -> added(key))
                    .filter(object -> function.valuesOf(object).contains(value))
                    .ifPresent(object -> found.put(key, object));
        }
    }
}
