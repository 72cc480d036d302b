package dev.konverge.informer;

import dev.konverge.client.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Is told what keeps a reflector from listing or watching, before it pauses and tries again.
 *
 * <p>It cannot change what the reflector does. Called on the reflector's thread, so it must return quickly; what it throws is
 * logged. It is not told of watches that end, in order or not, because those are the ordinary course of things (RF-41).
 */
@FunctionalInterface
public interface WatchErrorHandler {
    /** Takes note of a failure. */
    void onFailure(ReflectorFailure failure);

    /** {@return the handler that writes failures to the log} */
    static WatchErrorHandler logging() {
        Logger log = LoggerFactory.getLogger(Reflector.class);
        return failure -> log.atLevel(levelOf(failure.cause()))
                .addKeyValue("reflector", failure.reflector())
                .addKeyValue("failure", failure.getClass().getSimpleName())
                .setCause(failure.cause())
                .log("a reflector cannot do its work; it will try again");
    }

    private static Level levelOf(Throwable cause) {
        return switch (cause) {
            case ApiException.Gone gone -> Level.DEBUG;
            case ApiException.ConnectionLost lost -> Level.INFO;
            case ApiException.Unreachable unreachable -> Level.WARN;
            case ApiException.Timeout timeout -> Level.WARN;
            case ApiException.Throttled throttled -> Level.WARN;
            case ApiException.ServerError error -> Level.WARN;
            default -> Level.ERROR;
        };
    }
}
