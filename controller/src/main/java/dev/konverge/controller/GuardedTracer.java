package dev.konverge.controller;

import dev.konverge.controller.guard.Guard;
import java.util.Map;

/** Somebody else's tracer, of which no failure comes through. */
final class GuardedTracer implements Tracer {
    private final Tracer port;
    private final Guard guard = new Guard("tracer");

    private GuardedTracer(Tracer port) {
        this.port = port;
    }

    /** {@return a tracer that does not fail; the same if it is the one that traces nothing} */
    static Tracer around(Tracer port) {
        return port.equals(NONE) ? NONE : new GuardedTracer(port);
    }

    @Override
    public Span begin(String name, Map<String, String> attributes) {
        return new GuardedSpan(guard.ask(() -> port.begin(name, attributes), Span.NONE), guard);
    }

    private record GuardedSpan(Span span, Guard guard) implements Span {
        @Override
        public void failed(Throwable failure) {
            guard.tell(() -> span.failed(failure));
        }

        @Override
        public void close() {
            guard.tell(span::close);
        }
    }
}
