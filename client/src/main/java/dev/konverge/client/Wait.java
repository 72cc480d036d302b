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

    /** The one up to which {@code known} is what there is. */
    private ResourceVersion version = ResourceVersion.NONE;

    private @Nullable ApiException lastFailure;

    Wait(ResourceClient<T> client, ListOptions options, Predicate<Map<Key, T>> condition, Platform platform) {
        this.client = client;
        this.options = options;
        this.condition = condition;
        this.platform = platform;
    }

    /** What is to be done next. */
    private enum State {
        /** Nothing is known, or no longer. */
        LISTING,
        /** Everything up to a version is known. */
        WATCHING,
        /** The condition is met. */
        MET
    }

    /** {@return the objects that meet the condition} */
    Map<Key, T> run(Duration atMost) {
        long deadline = platform.clock().deadlineAfter(atMost);
        State state = State.LISTING;
        while (state != State.MET) {
            if (platform.clock().nanoTime() >= deadline) {
                throw tooLate(atMost);
            }
            state = step(state, deadline);
        }
        return Map.copyOf(known);
    }

    private State step(State state, long deadline) {
        try {
            return switch (state) {
                case LISTING -> list(deadline);
                case WATCHING -> watch(deadline);
                case MET -> state;
            };
        } catch (ApiException.Gone forgotten) {
            if (state == State.LISTING) {
                throw forgotten;
            }
            return State.LISTING;
        } catch (ApiException e) {
            if (!e.mayPass()) {
                throw e;
            }
            lastFailure = e;
            pause(e, deadline);
            return state;
        }
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(
                deadline == Clock.NEVER
                        ? Long.MAX_VALUE
                        : Math.max(0, deadline - platform.clock().nanoTime()));
    }

    private State list(long deadline) {
        ResourceList<T> list =
                client.pager().list(options, page -> bounded(page, deadline)).list();
        known.clear();
        list.items().forEach(item -> known.put(item.key(), item));
        version = list.version();
        return condition.test(Map.copyOf(known)) ? State.MET : State.WATCHING;
    }

    /** {@return what a page is asked for with: no page may take longer than all of them together} */
    private ListOptions bounded(ListOptions page, long deadline) {
        Duration left = left(deadline);
        if (left.isZero()) {
            throw Failures.timeout(operation(), "no time was left for the rest of the list");
        }
        return page.withTimeout(left);
    }

    private State watch(long deadline) {
        WatchOptions from = WatchOptions.from(options, version).withTimeout(left(deadline));
        try (WatchStream<T> stream = new Opening<>(() -> client.watch(from), platform).await(deadline)) {
            return stream == null ? State.WATCHING : follow(stream, deadline);
        } catch (InterruptedException e) {
            throw CancelledException.of(operation(), e);
        }
    }

    private State follow(WatchStream<T> stream, long deadline) {
        // Nobody else would end a watch on a connection that has died without a sign.
        Task late = platform.start("wait-deadline", () -> {
            platform.sleep(left(deadline));
            stream.close();
        });
        try {
            ResourceVersion from = version;
            for (WatchEvent<T> event = next(stream); event != null; event = next(stream)) {
                version = event.version();
                if (apply(event) && condition.test(Map.copyOf(known))) {
                    return State.MET;
                }
            }
            // A server that ends watches at once must not be asked as fast as it can answer.
            if (version.equals(from)) {
                pause(null, deadline);
            }
            return State.WATCHING;
        } finally {
            late.close();
        }
    }

    private @Nullable WatchEvent<T> next(WatchStream<T> stream) {
        return stream.next().orElse(null);
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

    private void pause(@Nullable ApiException failure, long deadline) {
        Duration left = left(deadline);
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
