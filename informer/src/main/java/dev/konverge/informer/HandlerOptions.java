package dev.konverge.informer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a handler wants to be served.
 *
 * @param name how logs and figures name it; empty for its class. If another handler of the informer has that name, a number follows
 * @param resyncPeriod how often it wants to be told of all objects again; zero for never, null for the informer's own period
 */
public record HandlerOptions(String name, @Nullable Duration resyncPeriod) {
    /** Refuses a negative period. */
    public HandlerOptions {
        if (resyncPeriod != null) {
            ResyncPeriods.checked(resyncPeriod);
        }
    }

    /** Under the name of its class, at the informer's pace. */
    public static final HandlerOptions NONE = new HandlerOptions("", null);

    /** {@return these options with another name} */
    public HandlerOptions withName(String name) {
        return new HandlerOptions(name, resyncPeriod);
    }

    /** {@return these options with another resync period; zero for never} */
    public HandlerOptions withResyncPeriod(Duration resyncPeriod) {
        return new HandlerOptions(name, resyncPeriod);
    }
}
