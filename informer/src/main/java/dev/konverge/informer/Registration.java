package dev.konverge.informer;

import java.time.Duration;

/** A handler's place in an informer. Two registrations of one handler are two places (HR-3). */
public final class Registration {
    private final Listener<?> listener;

    Registration(Listener<?> listener) {
        this.listener = listener;
    }

    /** {@return the handler's name, as logs and figures give it} */
    public String name() {
        return listener.name();
    }

    /** {@return whether the handler has been told of everything that was there at the start} Once true it stays true. */
    public boolean hasSynced() {
        return listener.synced().isDone();
    }

    /** {@return what can be waited for until {@link #hasSynced()}} */
    public DoneChecker synced() {
        return listener.synced();
    }

    /**
     * Waits until {@link #hasSynced()}.
     *
     * @return false if it took too long
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitSynced(Duration timeout) throws InterruptedException {
        return listener.synced().await(timeout);
    }

    /** {@return how many notifications wait for the handler, the one that it is busy with included} */
    public int backlog() {
        return listener.backlog();
    }

    Listener<?> listener() {
        return listener;
    }
}
