package dev.konverge.controller.guard;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Somebody else's port of which no failure comes through: whoever only tells how it goes must not fail for that.
 *
 * <p>Failures are logged at powers of two, because one that fails mostly fails always. Safe for use by many threads.
 */
public final class Guard {
    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

    private final String port;
    private final AtomicLong failures = new AtomicLong();

    /** Guards the port of that name, as the log calls it. */
    public Guard(String port) {
        this.port = port;
    }

    /** Tells a port something, whatever comes of it. */
    public void tell(Runnable call) {
        try {
            call.run();
        } catch (Throwable failure) {
            log(failure);
        }
    }

    /** {@return what a port gives, or something else if it fails} */
    public <R> R ask(Supplier<R> call, R otherwise) {
        try {
            return call.get();
        } catch (Throwable failure) {
            log(failure);
            return otherwise;
        }
    }

    private void log(Throwable failure) {
        long count = failures.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            LOG.atError()
                    .addKeyValue("port", port)
                    .addKeyValue("failures", count)
                    .setCause(failure)
                    .log("a port failed; what it should have been told is lost, and nothing else");
        }
    }
}
