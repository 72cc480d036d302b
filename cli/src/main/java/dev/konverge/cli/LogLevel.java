package dev.konverge.cli;

import dev.konverge.controller.monitor.LogLevels;
import java.util.Locale;
import org.slf4j.event.Level;

/** How much of the log is shown at first. */
enum LogLevel {
    /** What somebody should look at; what commands begin with. */
    WARN(Level.WARN),
    /** What a program that runs for long has to tell. */
    INFO(Level.INFO);

    /** The user's own level, as an option of the JVM: {@code KONVERGE_JAVA_OPTS=-Dkonverge.log=debug}. */
    private static final String PROPERTY = "konverge.log";

    private static final String FORMAT = "java.util.logging.SimpleFormatter.format";

    private final Level level;

    LogLevel(Level level) {
        this.level = level;
    }

    /** Shows that much, one line an entry, unless the user has asked for another level. */
    void use() {
        if (System.getProperty(FORMAT) == null) {
            System.setProperty(FORMAT, "%1$tT.%1$tL %4$-7s %3$s: %5$s%6$s%n");
        }
        LogLevels.ofJdk().set("", asked());
    }

    private Level asked() {
        String asked = System.getProperty(PROPERTY, level.name());
        for (Level one : Level.values()) {
            if (one.name().equals(asked.toUpperCase(Locale.ROOT))) {
                return one;
            }
        }
        throw new UserMistake(
                "-D" + PROPERTY + "=" + asked + " is no level: it is one of error, warn, info, debug, trace.");
    }
}
