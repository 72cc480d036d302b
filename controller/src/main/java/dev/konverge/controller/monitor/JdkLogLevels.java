package dev.konverge.controller.monitor;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.slf4j.event.Level;

/** The levels of {@code java.util.logging}. */
final class JdkLogLevels implements LogLevels {
    private static final Map<Level, java.util.logging.Level> LEVELS = Map.of(
            Level.ERROR, java.util.logging.Level.SEVERE,
            Level.WARN, java.util.logging.Level.WARNING,
            Level.INFO, java.util.logging.Level.INFO,
            Level.DEBUG, java.util.logging.Level.FINE,
            Level.TRACE, java.util.logging.Level.FINEST);

    /** The JDK holds loggers weakly: one that is forgotten forgets its level. */
    private final Map<String, Logger> changed = new ConcurrentHashMap<>();

    @Override
    public Level level(String logger) {
        Logger asked = Logger.getLogger(logger);
        Level lowest = Level.ERROR;
        // From the highest to the lowest.
        for (Level level : Level.values()) {
            lowest = asked.isLoggable(jdk(level)) ? level : lowest;
        }
        return lowest;
    }

    @Override
    public void set(String logger, Level level) {
        Logger changing = changed.computeIfAbsent(logger, Logger::getLogger);
        changing.setLevel(jdk(level));
        // A handler has a level of its own, which would hold back what its logger lets pass.
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(java.util.logging.Level.ALL);
        }
    }

    private static java.util.logging.Level jdk(Level level) {
        return LEVELS.getOrDefault(level, java.util.logging.Level.INFO);
    }
}
