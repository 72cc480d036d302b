package dev.konverge.controller;

import java.time.Duration;

/** How the calls of one reconciler go. Safe for use by many threads; called on the workers' threads, so it must be quick. */
public interface ReconcileMetrics {
    /** Takes no notice. */
    ReconcileMetrics NONE = new ReconcileMetrics() {};

    /** How a call ended. */
    enum Result {
        /** With {@link Outcome.Done}. */
        DONE,
        /** With {@link Outcome.RequeueAfter}. */
        REQUEUED,
        /** With {@link Outcome.Failed}. */
        FAILED,
        /** With an exception or an error: it is tried again. */
        ERROR,
        /** It took longer than {@linkplain ControllerBuilder#reconcileTimeout it may}: it is tried again. */
        TIMED_OUT,
        /** It was interrupted or its writes were fenced off, because the controller stops or no longer leads. */
        STOPPED
    }

    /** A call began. */
    default void began() {}

    /** A call ended. */
    default void ended(Result result, Duration duration) {}

    /** A call was put off, because the cache had not seen the last writes for the object within the bound. */
    default void cacheBehind() {}

    /** A call had to wait for the cache to see the last writes for the object. */
    default void waitedForCache(Duration duration) {}

    /** Nothing but its own writes made the controller look at an object again and again. */
    default void wokeItself() {}
}
