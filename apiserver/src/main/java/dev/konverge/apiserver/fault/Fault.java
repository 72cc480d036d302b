package dev.konverge.apiserver.fault;

import java.time.Duration;

/** What happens to a request. */
public sealed interface Fault {
    /**
     * The request is held up, and then carried out.
     *
     * @param by for how long
     */
    record Delay(Duration by) implements Fault {}

    /** 409: as if somebody else had changed the object in between. */
    record Conflict() implements Fault {}

    /** 410: as if the version asked for had been compacted away. A watch gets it as its first event. */
    record Gone() implements Fault {}

    /**
     * 429 with {@code Retry-After}.
     *
     * @param retryAfterSeconds what the client is told to wait
     */
    record Throttle(int retryAfterSeconds) implements Fault {}

    /** 500, before anything was done. */
    record ServerError() implements Fault {}

    /** 503 with {@code Retry-After: 1}, before anything was done. */
    record Unavailable() implements Fault {}

    /** The connection is cut before anything was done. */
    record CutBefore() implements Fault {}

    /** The request is carried out, and the connection is cut before the client learns of it. */
    record LoseAnswer() implements Fault {}

    /**
     * The connection is cut in the middle of the answer.
     *
     * @param afterBytes how much of the body is sent
     */
    record CutBody(int afterBytes) implements Fault {}

    /**
     * A watch is cut off.
     *
     * @param afterEvents how many events it delivers before
     * @param abruptly whether the connection breaks, rather than ending as if the time were up
     */
    record DropWatch(int afterEvents, boolean abruptly) implements Fault {}

    /** A watch stays open and delivers nothing, until the rule is removed. */
    record FreezeWatch() implements Fault {}

    /**
     * A get or list answers from the past. The pages of a list that is continued are of its own revision anyway.
     *
     * @param revisions how many writes it lags behind, as far as they are remembered
     */
    record StaleRead(long revisions) implements Fault {}

    /** The request waits before anything is done, until it is told to go on. */
    record PauseBefore() implements Fault {}

    /** The request is carried out, and its answer waits until it is told to go on. */
    record PauseAfter() implements Fault {}
}
