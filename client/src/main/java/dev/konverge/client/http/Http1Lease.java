package dev.konverge.client.http;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One caller's use of a connection that serves one at a time. It ends once: whoever ends it first decides what becomes of the connection, and
 * whoever comes later cannot harm the next one who uses it.
 */
final class Http1Lease implements Cancellable {
    private final Consumer<Boolean> whenOver;
    private final AtomicBoolean over = new AtomicBoolean();

    /** @param whenOver told, once, whether the connection can serve again */
    Http1Lease(Consumer<Boolean> whenOver) {
        this.whenOver = whenOver;
    }

    boolean isOver() {
        return over.get();
    }

    /** Gives the connection back, unless that has been done. */
    void end(boolean usable) {
        if (over.compareAndSet(false, true)) {
            whenOver.accept(usable);
        }
    }

    @Override
    public void cancel() {
        end(false);
    }
}
