package dev.konverge.informer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.Bytes;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds objects of the copy that somebody has changed in place, by what they are written as. For types that can be changed; those
 * of this library cannot.
 *
 * <p>Every object is remembered for two to four minutes, and looked at every second; those that cannot be written are not. A change
 * ends the detector with an exception that the platform's monitor is told, and nothing is remembered from then on.
 */
final class MutationDetector<T extends Resource> {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration GENERATION = Duration.ofMinutes(2);

    private final Platform platform;
    private final String name;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private List<Remembered<T>> young = new ArrayList<>();

    @GuardedBy("lock")
    private List<Remembered<T>> old = List.of();

    @GuardedBy("lock")
    private long rotated;

    @GuardedBy("lock")
    private boolean ended;

    private record Remembered<T extends Resource>(Key key, T object, Bytes written) {}

    MutationDetector(Platform platform, String name) {
        this.platform = platform;
        this.name = name;
        this.rotated = platform.clock().nanoTime();
    }

    /** {@return a listening that remembers objects before it hands them on} */
    DeltaApplier.Listening<T> before(DeltaApplier.Listening<T> next) {
        return notifications -> {
            watch(notifications);
            next.changed(notifications);
        };
    }

    /** Remembers the objects that handlers are about to be told of. */
    void watch(List<Notification<T>> notifications) {
        for (Notification<T> notification : notifications) {
            T object = switch (notification) {
                case Notification.Added<T> added -> added.object();
                case Notification.Updated<T> updated -> updated.after();
                case Notification.Deleted<T> deleted -> null;
                case Notification.Synced<T> synced -> null;
            };
            Bytes written = object == null || hasEnded() ? null : written(object);
            if (object != null && written != null) {
                remember(new Remembered<>(object.key(), object, written));
            }
        }
    }

    private boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void remember(Remembered<T> remembered) {
        lock.lock();
        try {
            if (!ended) {
                young.add(remembered);
            }
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many objects are remembered} */
    int size() {
        lock.lock();
        try {
            return young.size() + old.size();
        } finally {
            lock.unlock();
        }
    }

    /** Starts to look. The caller closes the task. */
    Task start() {
        return platform.start("mutation-detector " + name, this::run);
    }

    private void run() throws InterruptedException {
        try {
            while (true) {
                platform.sleep(PERIOD);
                Key found = findMutation(rotate());
                if (found != null) {
                    throw new IllegalStateException("cache " + name + " modified: object " + found
                            + " was changed in place by somebody who was handed it");
                }
            }
        } finally {
            forget();
        }
    }

    /** Nobody looks any more. */
    private void forget() {
        lock.lock();
        try {
            ended = true;
            young = new ArrayList<>();
            old = List.of();
        } finally {
            lock.unlock();
        }
    }

    private List<Remembered<T>> rotate() {
        lock.lock();
        try {
            List<Remembered<T>> all = new ArrayList<>(old);
            all.addAll(young);
            if (platform.clock().nanoTime() - rotated >= GENERATION.toNanos()) {
                old = young;
                young = new ArrayList<>();
                rotated = platform.clock().nanoTime();
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    private static <T extends Resource> @Nullable Key findMutation(List<Remembered<T>> all) {
        for (Remembered<T> remembered : all) {
            if (!Objects.equals(remembered.written(), written(remembered.object()))) {
                return remembered.key();
            }
        }
        return null;
    }

    /** {@return what an object is written as; null if it cannot be} */
    private static @Nullable Bytes written(Resource object) {
        try {
            return Bytes.of(Resources.toJson(object));
        } catch (Throwable unwritable) {
            return null;
        }
    }
}
