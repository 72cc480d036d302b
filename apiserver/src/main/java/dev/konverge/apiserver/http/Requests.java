package dev.konverge.apiserver.http;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The requests that are under way, each on a thread of its own. Safe for use by many threads. */
final class Requests implements AutoCloseable {
    private final Platform platform;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    Requests(Platform platform) {
        this.platform = platform;
    }

    /** A request, known before it begins, so that it can be forgotten when it ends. */
    private static final class Running {
        /** Written by whoever starts it, read by whoever closes all. */
        private volatile @Nullable Task task;
    }

    /** Carries out a request. Returns at once. */
    void start(Runnable request) {
        Running own = new Running();
        running.add(own);
        own.task = platform.start("request", () -> {
            try {
                request.run();
            } finally {
                running.remove(own);
            }
        });
    }

    /** Interrupts the requests that are left, and waits for their ends. To be called when no more are started. */
    @Override
    public void close() {
        for (Running left : running) {
            Task task = left.task;
            if (task != null) {
                task.close();
            }
        }
    }
}
