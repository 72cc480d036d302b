package dev.konverge.real;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.informer.EventHandler;
import dev.konverge.informer.Notification;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A handler that believes nothing: it keeps its own copy from what it is told, and notes each notification that does not fit to
 * those before it.
 */
final class Witness {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, String> told = new TreeMap<>();

    @GuardedBy("lock")
    private final List<String> contradictions = new ArrayList<>();

    EventHandler<ConfigMap> handler() {
        return EventHandler.of(this::take);
    }

    private void take(Notification<ConfigMap> notification) {
        lock.lock();
        try {
            switch (notification) {
                case Notification.Added<ConfigMap>(ConfigMap object, boolean initial) -> {
                    if (told.put(object.key().name(), versionOf(object)) != null) {
                        contradictions.add("added twice: " + object.key());
                    }
                }
                case Notification.Updated<ConfigMap>(ConfigMap before, ConfigMap after) -> {
                    String known = told.put(after.key().name(), versionOf(after));
                    if (!versionOf(before).equals(known)) {
                        contradictions.add("changed from " + before + ", but known was " + known);
                    }
                }
                case Notification.Deleted<ConfigMap>(var deleted) -> forget(deleted.key());
                case Notification.Synced<ConfigMap> synced -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void forget(Key key) {
        if (told.remove(key.name()) == null) {
            contradictions.add("deleted, but not known: " + key);
        }
    }

    static String versionOf(ConfigMap object) {
        return Objects.requireNonNull(object.metadata().resourceVersion());
    }

    /** {@return the versions of all objects that should be there} */
    Map<String, String> told() {
        lock.lock();
        try {
            return new TreeMap<>(told);
        } finally {
            lock.unlock();
        }
    }

    List<String> contradictions() {
        lock.lock();
        try {
            return List.copyOf(contradictions);
        } finally {
            lock.unlock();
        }
    }
}
