package dev.konverge.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is told what a server warns of, such as the use of a deprecated API. Safe for use by several threads.
 */
@FunctionalInterface
public interface WarningHandler {
    /**
     * Takes note of a warning.
     *
     * @param operation the request that was answered with it
     * @param text the server's words
     */
    void warn(Operation operation, String text);

    /** {@return a handler that passes warnings over} */
    static WarningHandler none() {
        return (operation, text) -> {};
    }

    /** {@return a handler that logs warnings} */
    static WarningHandler logging() {
        Logger log = LoggerFactory.getLogger(WarningHandler.class);
        return (operation, text) -> log.atWarn()
                .addKeyValue("operation", operation)
                .addKeyValue("warning", text)
                .log("the API server warns");
    }

    /** {@return a handler that hands each text on once, as {@code kubectl} prints them} */
    static WarningHandler once(Consumer<String> lines) {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        return (operation, text) -> {
            // A server with endless different warnings must not fill the memory.
            if (seen.size() < 1000 ? seen.add(text) : !seen.contains(text)) {
                lines.accept("Warning: " + text);
            }
        };
    }
}
