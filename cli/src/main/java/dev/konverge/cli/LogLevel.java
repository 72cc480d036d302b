package dev.konverge.cli;

import java.util.Locale;

/** How much of the log is shown. Set before the first line is logged, or it is too late. */
enum LogLevel {
    /** What somebody should look at; what commands begin with. */
    WARN,
    /** What a program that runs for long has to tell. */
    INFO;

    private static final String PROPERTY = "org.slf4j.simpleLogger.defaultLogLevel";

    /** Shows that much, unless the user has asked for another level on the command line of the JVM. */
    void use() {
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, name().toLowerCase(Locale.ROOT));
        }
    }
}
