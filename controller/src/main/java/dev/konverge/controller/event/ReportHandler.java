package dev.konverge.controller.event;

import dev.konverge.base.Clock;

/** What a lane does with reports. Used by one thread. */
interface ReportHandler {
    /** Deals with a report. May take its time. */
    void handle(Report report) throws InterruptedException;

    /** {@return whether a report becomes a request, for which the server has less time for others} */
    default boolean asksTheServer() {
        return false;
    }

    /** {@return when {@link #tick} wants to be called next} */
    default long nextTick() {
        return Clock.NEVER;
    }

    /** Does what is due. */
    default void tick() throws InterruptedException {}
}
