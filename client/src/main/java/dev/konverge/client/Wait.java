package dev.konverge.client;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceList;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a collection to meet a condition. It lists, then watches from the version of the list, so no state in between
 * is lost; a watch that ends is taken up where it ended; a version that the server has forgotten means another list.
 */
final class Wait<T extends Resource> {
    private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(1);

    private final ResourceClient<T> client;
    private final ListOptions options;
    private final Predicate<Map<Key, T>> condition;
    private final Platform platform;
    private final Map<Key, T> known = new LinkedHashMap<>();
    private @Nullable ApiException lastFailure;

    Wait(ResourceClient<T> client, ListOptions options, Predicate<Map<Key, T>> condition, Platform platform) {
        this.client = client;
        this.options = options;
        this.condition = condition;
        this.platform = platform;
    }

    /** What is to be done next. */
    private sealed interface State {
        /** Nothing is known, or no longer. */
        record Listing() implements State {}

        /** Everything up to a version is known. */
        record Watching(ResourceVersion version) implements State {}

        /** The condition is met. */
        record Met() implements State {}
    }

    /** {@return the objects that meet the condition} */
    Map<Key, T> run(Duration atMost) {
        long deadline = platform.clock().deadlineAfter(atMost);
        State state = new State.Listing();
        while (!(state instanceof State.Met)) {
            long left = deadline - platform.clock().nanoTime();
            if (left <= 0) {
                throw tooLate(atMost);
            }
            state = step(state, Duration.ofNanos(deadline == Clock.NEVER ? Long.MAX_VALUE : left));
        }
        return Map.copyOf(known);
    }

    private State step(State state, Duration left) {
        try {
            return switch (state) {
                case State.Listing ignored -> list(left);
                case State.Watching watching -> watch(watching.version(), left);
                case State.Met met -> met;
            };
        } catch (ApiException.Gone forgotten) {
            if (state instanceof State.Listing) {
                throw forgotten;
            }
            return new State.Listing();
        } catch (ApiException.ServerError
                | ApiException.Timeout
                | ApiException.Throttled
                | ApiException.Unreachable
                | ApiException.ConnectionLost e) {
            lastFailure = e;
            pause(e, left);
            return state;
        }
    }

    private State list(Duration left) {
        ResourceList<T> list = client.pager().list(options.withTimeout(left)).list();
        known.clear();
        list.items().forEach(item -> known.put(item.key(), item));
        return condition.test(Map.copyOf(known)) ? new State.Met() : new State.Watching(list.version());
    }

    private State watch(ResourceVersion from, Duration left) {
        try (WatchStream<T> stream =
                client.watch(WatchOptions.from(options, from).withTimeout(left))) {
            // Nobody else would end a watch on a connection that has died without a sign.
            Task deadline = platform.start("wait-deadline", () -> closeAfter(left, stream));
            try {
                return follow(stream, from, left);
            } finally {
                deadline.close();
            }
        }
    }

    private void closeAfter(Duration left, AutoCloseable stream) throws Exception {
        platform.sleep(left);
        stream.close();
    }

    private State follow(WatchStream<T> stream, ResourceVersion from, Duration left) {
        ResourceVersion at = from;
        while (true) {
            WatchEvent<T> event = stream.next().orElse(null);
            if (event == null) {
                // A server that ends watches at once must not be asked as fast as it can answer.
                if (at.equals(from)) {
                    pause(null, left);
                }
                return new State.Watching(at);
            }
            at = event.version();
            if (apply(event) && condition.test(Map.copyOf(known))) {
                return new State.Met();
            }
        }
    }

    /** {@return whether anything is different now} */
    private boolean apply(WatchEvent<T> event) {
        Key key = event.object().key();
        switch (event) {
            case WatchEvent.Added<T> added -> known.put(key, added.object());
            case WatchEvent.Modified<T> modified -> known.put(key, modified.object());
            case WatchEvent.Deleted<T> deleted -> known.remove(key);
            case WatchEvent.Bookmark<T> bookmark -> {
                return false;
            }
        }
        return true;
    }

    private void pause(@Nullable ApiException failure, Duration left) {
        Duration asked =
                failure == null ? BETWEEN_FAILURES : failure.findRetryAfter().orElse(BETWEEN_FAILURES);
        try {
            platform.sleep(asked.compareTo(left) < 0 ? asked : left);
        } catch (InterruptedException e) {
            throw CancelledException.of(operation(), e);
        }
    }

    private ApiException tooLate(Duration atMost) {
        ApiException timeout = Failures.timeout(
                operation(),
                "the condition was not met within " + atMost.toMillis() + " ms; "
                        + (known.isEmpty() ? "there was no such object" : "last seen: " + seen()));
        if (lastFailure != null) {
            timeout.addSuppressed(lastFailure);
        }
        return timeout;
    }

    private String seen() {
        Map.Entry<Key, T> first = known.entrySet().iterator().next();
        String version = first.getValue().metadata().resourceVersion();
        return "\"" + first.getKey() + "\" at version " + version
                + (known.size() == 1 ? "" : " and " + (known.size() - 1) + " more");
    }

    private Operation operation() {
        String selected = options.fieldSelector().startsWith("metadata.name=")
                ? options.fieldSelector().substring("metadata.name=".length())
                : "";
        String namespace = client.place().namespace();
        String key = namespace.isEmpty() || selected.isEmpty() ? namespace + selected : namespace + '/' + selected;
        return new Operation("wait for", client.place().resource().resource(), key);
    }
}
