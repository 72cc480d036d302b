package dev.konverge.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventAware;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** What SLF4J is bound to in these tests: nothing, except while a test listens. */
public final class LogRecorder implements SLF4JServiceProvider {
    private final Recording recording = new Recording();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new BasicMDCAdapter();

    /** Called by SLF4J. */
    public LogRecorder() {}

    /** A line, what it was logged with, and the context of its thread. */
    record Line(
            Level level,
            String message,
            List<KeyValuePair> values,
            Map<String, String> context,
            Optional<Throwable> cause) {
        Line(Level level, String message, List<KeyValuePair> values, Optional<Throwable> cause) {
            this(
                    level,
                    message,
                    values,
                    Optional.ofNullable(MDC.getCopyOfContextMap()).orElse(Map.of()),
                    cause);
        }

        /** {@return a value of the line, as a log would show it} */
        String value(String key) {
            return values.stream()
                    .filter(pair -> pair.key.equals(key))
                    .map(pair -> String.valueOf(pair.value))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no " + key + " in " + this));
        }
    }

    /** All lines of all loggers while one listens. */
    static final class Listening implements AutoCloseable {
        private final List<Line> lines = new CopyOnWriteArrayList<>();
        private final Runnable ending;

        private Listening(Recording recording) {
            this.ending = recording.listen(lines::add);
        }

        /** {@return the lines with that message} */
        List<Line> lines(String message) {
            return lines.stream().filter(line -> line.message().equals(message)).toList();
        }

        /** {@return all lines, with all that is in them} */
        String all() {
            return lines.toString();
        }

        @Override
        public void close() {
            ending.run();
        }
    }

    /** Begins to listen, to everything down to debug. */
    static Listening listen() {
        return new Listening((Recording) LoggerFactory.getILoggerFactory());
    }

    /** Lines that fail, as with a log that is broken. */
    static final class Breaking implements AutoCloseable {
        private final AtomicInteger lines = new AtomicInteger();
        private final Runnable ending;

        private Breaking(Recording recording, Set<String> messages) {
            this.ending = recording.listen(line -> {
                if (messages.contains(line.message())) {
                    lines.incrementAndGet();
                    throw new StackOverflowError("on purpose: " + line.message());
                }
            });
        }

        /** {@return how many have failed} */
        int count() {
            return lines.get();
        }

        @Override
        public void close() {
            ending.run();
        }
    }

    /** Lets the lines with those messages fail. */
    static Breaking breakAt(String... messages) {
        return new Breaking((Recording) LoggerFactory.getILoggerFactory(), Set.of(messages));
    }

    private static final class Recording implements ILoggerFactory {
        private final List<Consumer<Line>> listeners = new CopyOnWriteArrayList<>();

        private Runnable listen(Consumer<Line> listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }

        @Override
        public Logger getLogger(String name) {
            return new Ear(this, name);
        }
    }

    private static final class Ear extends LegacyAbstractLogger implements LoggingEventAware {
        private static final long serialVersionUID = 1;

        private final transient Recording recording;

        Ear(Recording recording, String name) {
            this.recording = recording;
            this.name = name;
        }

        private void tell(Line line) {
            recording.listeners.forEach(listener -> listener.accept(line));
        }

        @Override
        public void log(LoggingEvent event) {
            List<KeyValuePair> values = new ArrayList<>();
            Optional.ofNullable(event.getKeyValuePairs()).ifPresent(values::addAll);
            tell(new Line(event.getLevel(), event.getMessage(), values, Optional.ofNullable(event.getThrowable())));
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable cause) {
            tell(new Line(level, message, List.of(), Optional.ofNullable(cause)));
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        private boolean isEnabled() {
            return !recording.listeners.isEmpty();
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return isEnabled();
        }

        @Override
        public boolean isInfoEnabled() {
            return isEnabled();
        }

        @Override
        public boolean isWarnEnabled() {
            return isEnabled();
        }

        @Override
        public boolean isErrorEnabled() {
            return isEnabled();
        }
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return recording;
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
    public void initialize() {}
}
