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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds objects of the copy that somebody has changed in place, by what they are written as. For types that can be changed; those
 * of this library cannot.
 *
 * <p>Every object is remembered for two to four minutes, and looked at every second. A change ends the detector with an exception
 * that the platform's monitor is told.
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

    private record Remembered<T extends Resource>(T object, Bytes written) {}

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
            if (object != null) {
                remember(new Remembered<>(object, written(object)));
            }
        }
    }

    private void remember(Remembered<T> remembered) {
        lock.lock();
        try {
            young.add(remembered);
        } finally {
            lock.unlock();
        }
    }

    /** Starts to look. The caller closes the task. */
    Task start() {
        return platform.start("mutation-detector " + name, this::run);
    }

    private void run() throws InterruptedException {
        while (true) {
            platform.sleep(PERIOD);
            Key found = findMutation(rotate());
            if (found != null) {
                throw new IllegalStateException("cache " + name + " modified: object " + found
                        + " was changed in place by somebody who was handed it");
            }
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
            if (!remembered.written().equals(written(remembered.object()))) {
                return remembered.object().key();
            }
        }
        return null;
    }

    private static Bytes written(Resource object) {
        return Bytes.of(Resources.toJson(object));
    }
}
