package dev.konverge.controller.leader;

import dev.konverge.base.Clock;
import java.time.Duration;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One uninterrupted time of leadership, and the fence for the writes of that time.
 *
 * <p>It ends when the lease could not be renewed in time, was taken away or was given up; whichever comes first. The end by time
 * needs no thread to notice it. Safe for use by many threads.
 */
public final class Term implements Fence {
    private static final long OVER = Long.MIN_VALUE;

    private final Clock clock;
    private final String identity;
    private final int number;

    /** Written by the elector's thread, read by all who write. */
    private volatile long deadline;

    Term(Clock clock, String identity, ElectionCore.Tenure tenure) {
        this.clock = clock;
        this.identity = identity;
        this.number = tenure.number();
        this.deadline = tenure.deadline();
    }

    /** {@return who leads: this process} */
    public String identity() {
        return identity;
    }

    /**
     * {@return a number that is higher than that of every earlier term of any candidate} A store that remembers the highest one
     * it saw can refuse a leader of the past on its own (a fencing token).
     */
    public int number() {
        return number;
    }

    @Override
    public boolean isOpen() {
        return clock.nanoTime() < deadline;
    }

    /** {@return how long writes are still safe if no renewal succeeds any more; zero if the term is over} */
    public Duration remaining() {
        // Read once: the elector may end the term in between.
        long end = deadline;
        return end == OVER ? Duration.ZERO : Duration.ofNanos(Math.max(0, end - clock.nanoTime()));
    }

    /** {@return the line of a log with the term that it is about} */
    LoggingEventBuilder in(LoggingEventBuilder line) {
        return line.addKeyValue("term", number).addKeyValue("identity", identity);
    }

    void extend(long newDeadline) {
        deadline = newDeadline;
    }

    void end() {
        deadline = OVER;
    }

    @Override
    public String toString() {
        return "term " + number + " of " + identity;
    }
}
