package dev.konverge.informer;

/** What a reflector has to say about a step, to logs, figures and whoever handles its failures. */
sealed interface ReflectorNotice {
    /** The failure handler is to be told. */
    record Failure(ReflectorFailure failure) implements ReflectorNotice {}

    /** The initial events did not come as a stream, so they are listed. */
    record FellBack(Throwable cause) implements ReflectorNotice {}

    /** The server is busy, or not there. What is known stays good. */
    record Waiting(Throwable cause) implements ReflectorNotice {}

    /** A watch ended because the server does not know its version any more. */
    record Expired() implements ReflectorNotice {}

    /** A watch ended with a failure. */
    record WatchBroke(Throwable cause) implements ReflectorNotice {}

    /** A watch ended at once and told nothing. */
    record VeryShortWatch() implements ReflectorNotice {}

    /** The copy was not what the server has; it is made anew. */
    record Diverged(SelfCheck.Finding finding) implements ReflectorNotice {}

    /** The copy could not be compared with the server. */
    record Unchecked(Throwable cause) implements ReflectorNotice {}
}
