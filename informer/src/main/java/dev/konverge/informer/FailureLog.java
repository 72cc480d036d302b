package dev.konverge.informer;

import dev.konverge.client.ApiException;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The log, as one who is told of failures. */
final class FailureLog implements WatchErrorHandler {
    private final Logger log;

    FailureLog(Logger log) {
        this.log = log;
    }

    @Override
    public void onFailure(ReflectorFailure failure) {
        LoggingEventBuilder line = log.atLevel(levelOf(failure.cause()))
                .addKeyValue("reflector", failure.reflector())
                .addKeyValue("failure", failure.getClass().getSimpleName());
        because(line, failure.cause()).log("a reflector cannot do its work; it will try again");
    }

    /** {@return what a failure handler has thrown, beside what it was told, which may be the very same} */
    @SuppressWarnings("ReferenceEquality") // nothing can be beside itself
    static Throwable beside(Throwable told, Throwable thrown) {
        if (thrown != told) {
            thrown.addSuppressed(told);
        }
        return thrown;
    }

    /** {@return how much it matters} */
    static Level levelOf(Throwable cause) {
        return switch (cause) {
            case ApiException.Gone gone -> Level.DEBUG;
            case ApiException.ConnectionLost lost -> Level.INFO;
            case ApiException.Unreachable unreachable -> Level.WARN;
            case ApiException.Timeout timeout -> Level.WARN;
            case ApiException.Throttled throttled -> Level.WARN;
            case ApiException.ServerError error -> Level.WARN;
            case UnansweredException unanswered -> Level.WARN;
            default -> Level.ERROR;
        };
    }

    /**
     * {@return the line with what it is about}
     *
     * <p>What a server answers, and that it does not, is told in words: where in this program that was found out helps nobody. An
     * answer that cannot be read may be a defect of this program, as may be anything else that is thrown.
     */
    static LoggingEventBuilder because(LoggingEventBuilder line, Throwable cause) {
        boolean ofServer = cause instanceof ApiException || cause instanceof UnansweredException;
        return ofServer && !(cause instanceof ApiException.Undecodable)
                ? line.addKeyValue("reason", cause.getMessage())
                : line.setCause(cause);
    }
}
