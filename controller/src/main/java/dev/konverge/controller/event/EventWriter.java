package dev.konverge.controller.event;

import dev.konverge.base.Platform;
import dev.konverge.client.ApiException;
import dev.konverge.client.CancelledException;
import dev.konverge.model.Resource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sends events until the server has answered, whatever the answer: a refusal will not get better, a network may (EV-11, EV-20).
 * For use by one thread.
 */
final class EventWriter {
    static final int ATTEMPTS = 12;
    static final Duration DELAY = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final Platform platform;
    private final Ending ending;

    /** @param ending once it has begun there is one attempt and no waiting, for what waits already too */
    EventWriter(Platform platform, Ending ending) {
        this.platform = platform;
        this.ending = ending;
    }

    /** What became of a write. */
    sealed interface Result<T> {
        /** It was carried out. */
        record Stored<T>(T object) implements Result<T> {}

        /** The server refused it. */
        record Refused<T>(ApiException reason) implements Result<T> {}

        /** The server could not be reached, for as long as it was tried. */
        record Unanswered<T>() implements Result<T> {}

        /** {@return what was stored, if it was} */
        default Optional<T> find() {
            return this instanceof Stored<T>(T object) ? Optional.of(object) : Optional.empty();
        }
    }

    <T extends Resource> Result<T> write(T event, Supplier<T> request) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Result.Stored<>(request.get());
            } catch (ApiException failure) {
                if (isAnswer(failure)) {
                    report(event, failure);
                    return new Result.Refused<>(failure);
                }
                if (attempt == ATTEMPTS || ending.hasBegun()) {
                    report(event, failure);
                    return new Result.Unanswered<>();
                }
            } catch (CancelledException cancelled) {
                throw new InterruptedException(cancelled.getMessage());
            }
            ending.pause(delay(attempt));
        }
    }

    /** The first delay is drawn at random, so that all processes of a cluster do not come back at the same moment. */
    private Duration delay(int attempt) {
        return attempt > 1 ? DELAY : Duration.ofNanos((long) (platform.random().nextDouble() * DELAY.toNanos()));
    }

    /** {@return whether the server itself said no} */
    private static boolean isAnswer(ApiException failure) {
        return switch (failure) {
            case ApiException.Unreachable unreachable -> false;
            case ApiException.ConnectionLost lost -> false;
            case ApiException.NotKubernetes other -> false;
            case ApiException.Undecodable unreadable -> false;
            case ApiException.Timeout timeout -> timeout.code() != 0;
            default -> true;
        };
    }

    private static void report(Resource event, ApiException failure) {
        // The ordinary course of things: another replica was quicker, or there is nobody left to read it.
        boolean ordinary = failure instanceof ApiException.AlreadyExists
                || failure instanceof ApiException.NotFound
                || failure.causes().stream().anyMatch(cause -> "NamespaceTerminating".equals(cause.reason()));
        LOG.atLevel(ordinary ? Level.DEBUG : Level.WARN)
                .addKeyValue("event", event.key())
                .addKeyValue("reason", failure.getMessage())
                .log("an event was not recorded");
    }
}
