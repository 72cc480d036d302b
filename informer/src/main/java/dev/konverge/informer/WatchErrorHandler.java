package dev.konverge.informer;

import org.slf4j.LoggerFactory;

/**
 * Is told what keeps a reflector from listing or watching, before it pauses and tries again; and what an informer could not put
 * into its copy.
 *
 * <p>It cannot change what the reflector does. Called on the reflector's thread, and on the one that fills the copy, so it must
 * return quickly and be safe for both; what it throws is logged. It is not told of watches that end, in order or not, because those are the ordinary course of things (RF-41).
 */
@FunctionalInterface
public interface WatchErrorHandler {
    /** Takes note of a failure. */
    void onFailure(ReflectorFailure failure);

    /** {@return the handler that writes failures to the log: with a stack trace those that are no answer of the server} */
    static WatchErrorHandler logging() {
        return new FailureLog(LoggerFactory.getLogger(Reflector.class));
    }
}
