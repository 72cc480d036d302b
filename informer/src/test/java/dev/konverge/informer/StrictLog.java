package dev.konverge.informer;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of this module's tests: reads all that it is given, as every real one does, and writes nothing. A line that cannot be read
 * throws. Named by the property {@code slf4j.provider}, so there is one for all, and one test at a time may record.
 */
@SuppressWarnings("exports") // public only to be found; nobody else sees it
public final class StrictLog implements SLF4JServiceProvider {
    private static final AtomicReference<@Nullable Lines> RECORDING = new AtomicReference<>();

    /** What is logged until it is closed. */
    static final class Lines implements AutoCloseable {
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        /** {@return the lines so far that contain a text} */
        List<String> with(String text) {
            return lines.stream().filter(line -> line.contains(text)).toList();
        }

        @Override
        public void close() {
            RECORDING.set(null);
        }
    }

    static Lines record() {
        Lines lines = new Lines();
        RECORDING.set(lines);
        return lines;
    }

    private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    /** For SLF4J, which makes it. */
    public StrictLog() {
        // Nothing is opened before initialize().
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> loggers.computeIfAbsent(name, Reader::new);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // There is nothing to open.
    }

    private static final class Reader extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;

        Reader(String name) {
            this.name = name;
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        // Key-values have become part of the message by now.
        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable cause) {
            StringBuilder line = new StringBuilder(message);
            for (Throwable each = cause; each != null; each = each.getCause()) {
                line.append(": ").append(each.getMessage());
            }
            Lines recording = RECORDING.get();
            if (recording != null) {
                recording.lines.add(line.toString());
            }
        }
    }
}
