package dev.konverge.workqueue;

import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A log of which no failure comes back. Logs call foreign code: an exception's {@code getMessage}, a key's {@code toString}, somebody's
 * appender. What is said here is said where something else has failed already, and the thread has to go on.
 */
final class GuardedLog {
    private final Logger log;

    private GuardedLog(Logger log) {
        this.log = log;
    }

    static GuardedLog of(Class<?> owner) {
        return new GuardedLog(LoggerFactory.getLogger(owner));
    }

    /** A person must act. */
    void error(String message, UnaryOperator<LoggingEventBuilder> details) {
        at(Level.ERROR, message, details);
    }

    private void at(Level level, String message, UnaryOperator<LoggingEventBuilder> details) {
        try {
            details.apply(log.atLevel(level)).log(message);
        } catch (Throwable unsayable) {
            sayWithoutDetails(level, message, unsayable);
        }
    }

    /** What happened is worth more than to whom. */
    private void sayWithoutDetails(Level level, String message, Throwable unsayable) {
        try {
            log.atLevel(level)
                    .addKeyValue("detailsFailed", unsayable.getClass().getName())
                    .log(message);
        } catch (Throwable ignored) {
            // There is nobody left to tell.
        }
    }
}
