package dev.konverge.controller.monitor;

import org.slf4j.event.Level;

/**
 * Which levels of the log are written, as a port: SLF4J has no word for it, what it is bound to has. Safe for use by many threads.
 *
 * <p>A logger is named like a package or a class and is for all below; the empty name is for all loggers.
 */
public interface LogLevels {
    /** {@return the lowest level that a logger writes} */
    Level level(String logger);

    /** Makes a logger, and those below it that have no level of their own, write from that level on. */
    void set(String logger, Level level);

    /** {@return the levels of {@code java.util.logging}, for programs with SLF4J bound to it} */
    static LogLevels ofJdk() {
        return new JdkLogLevels();
    }
}
