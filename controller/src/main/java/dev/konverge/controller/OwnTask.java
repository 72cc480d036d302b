package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;

/** Work of one's own that a manager runs beside its controllers: see {@link ManagerBuilder#task}. */
@FunctionalInterface
public interface OwnTask {
    /**
     * What a task works with.
     *
     * @param platform time, waiting and threads; virtual in tests
     * @param clients the way to the server; under a lease writes are refused after its term
     */
    record Context(Platform platform, ClientSet clients) {}

    /**
     * Does the work, on a thread of its own. It is asked to stop by an interrupt, and stops by letting {@link InterruptedException}
     * pass. If it returns, it is done; if it throws, it is run again after a while.
     */
    void run(Context context) throws Exception;
}
