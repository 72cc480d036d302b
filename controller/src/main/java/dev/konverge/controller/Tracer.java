package dev.konverge.controller;

import java.util.Map;

/**
 * Where spans go: a port for OpenTelemetry or any other tracing, which this library does not depend on. Safe for use by many
 * threads.
 *
 * {@snippet :
 * Tracer tracer = (name, attributes) -> {
 *     var span = openTelemetry.spanBuilder(name).startSpan();
 *     attributes.forEach(span::setAttribute);
 *     return new Tracer.Span() {
 *         public void failed(Throwable failure) { span.recordException(failure); }
 *         public void close() { span.end(); }
 *     };
 * };
 * }
 */
@FunctionalInterface
public interface Tracer {
    /** Traces nothing. */
    Tracer NONE = (name, attributes) -> Span.NONE;

    /** {@return a span that begins now, on the thread that does the work, and that is told of its end on the same one} */
    Span begin(String name, Map<String, String> attributes);

    /** Something that takes time. */
    interface Span extends AutoCloseable {
        /** Of no interest to anybody. */
        Span NONE = new Span() {
            @Override
            public void failed(Throwable failure) {}

            @Override
            public void close() {}
        };

        /** Says that it did not succeed. */
        void failed(Throwable failure);

        /** Ends it. */
        @Override
        void close();
    }
}
