package dev.konverge.informer;

import dev.konverge.base.Clock;
import dev.konverge.client.WatchEvent;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the open watch, event by event, and hands events on to where they belong: the inner loop of a reflector.
 *
 * @param <T> the type of the objects
 */
final class WatchReader<T extends Resource> {
    private final Clock clock;
    private final DeltaSink<T> sink;
    private final @Nullable GroupVersionKind expectedKind;
    private final OpenWatch<T> open;
    private final StopRequest stop;
    private final ReflectorVoice voice;

    /** Written by the reader, read by anyone. */
    private volatile String lastVersion = "";

    /** When the server was last heard of. Written by the reader, read by anyone. */
    private volatile long heardAt;

    /** When the server last said that nothing is missing. Written by the reader, read by anyone. */
    private volatile long currentAt;

    WatchReader(
            Clock clock,
            DeltaSink<T> sink,
            @Nullable GroupVersionKind expectedKind,
            OpenWatch<T> open,
            StopRequest stop,
            ReflectorVoice voice) {
        this.clock = clock;
        this.sink = sink;
        this.expectedKind = expectedKind;
        this.open = open;
        this.stop = stop;
        this.voice = voice;
        this.heardAt = clock.nanoTime();
        this.currentAt = heardAt;
    }

    String lastVersion() {
        return lastVersion;
    }

    void reached(String version) {
        lastVersion = version;
        current();
    }

    long heardAt() {
        return heardAt;
    }

    long currentAt() {
        return currentAt;
    }

    void heard() {
        heardAt = clock.nanoTime();
    }

    /** Nothing is missing up to now, or is about to be told. */
    void current() {
        currentAt = clock.nanoTime();
    }

    /** Collects initial events. {@return {@code Complete} at their end, else how the stream ended} */
    ReflectorInput<T> collect() throws InterruptedException {
        EventCursor<T> cursor = new EventCursor<>(expectedKind, lastVersion, false);
        InitialEvents<T> initial = new InitialEvents<>(sink.transform());
        ReflectorInput<T> end = read(
                cursor, event -> collect(initial, event) ? Optional.of(new ReflectorInput.Done<>()) : Optional.empty());
        if (!(end instanceof ReflectorInput.Done<T>)) {
            return end;
        }
        initial.firstUnfit().ifPresent(voice::listedInPart);
        return new ReflectorInput.Complete<>(initial.objects(), cursor.version());
    }

    /** What cannot be transformed is passed over (RF-20). Whatever else is thrown ends the stream, or an object would be missing. */
    private boolean collect(InitialEvents<T> initial, WatchEvent<T> event) throws InterruptedException {
        try {
            return initial.add(event);
        } catch (TransformException unfit) {
            stop.endIfMade();
            voice.skipped("it could not be kept", unfit);
            return false;
        }
    }

    /** {@return a cursor for {@link #follow}} */
    EventCursor<T> cursor(String version) {
        return EventCursor.from(expectedKind, version);
    }

    /** Hands events to the sink. {@return how the stream ended} */
    ReflectorInput<T> follow(EventCursor<T> cursor) throws InterruptedException {
        return read(cursor, event -> {
            lastVersion = cursor.version();
            current();
            return deliver(event, cursor.version());
        });
    }

    private interface Reading<T extends Resource> {
        /** {@return what came of it all, if that was all} */
        Optional<ReflectorInput<T>> take(WatchEvent<T> event) throws InterruptedException;
    }

    /** {@return what came of it all, or how the stream ended before} */
    private ReflectorInput<T> read(EventCursor<T> cursor, Reading<T> reading) throws InterruptedException {
        EventStream<T> stream = open.find().orElse(null);
        try {
            while (true) {
                if (stop.isMade()) {
                    // A callback may have swallowed the interrupt, or the watch have been opened meanwhile.
                    stop.endIfMade();
                }
                WatchEvent<T> event = stream == null ? null : stream.next().orElse(null);
                if (event == null) {
                    return ended(new ReflectorInput.Ended<>(cursor.version(), cursor.events()), cursor);
                }
                heardAt = clock.nanoTime();
                String refusal = cursor.accept(event);
                if (refusal != null) {
                    voice.skipped(refusal, null);
                    continue;
                }
                ReflectorInput<T> outcome = reading.take(event).orElse(null);
                if (outcome != null) {
                    return outcome;
                }
            }
        } catch (Throwable failure) {
            stop.endIfMade();
            return ended(new ReflectorInput.Broken<>(cursor.version(), failure), cursor);
        }
    }

    /** A reason from this side counts for more than how the stream took it. */
    private ReflectorInput<T> ended(ReflectorInput<T> byItself, EventCursor<T> cursor) {
        OpenWatch.Reason reason = open.takeReason().orElse(null);
        if (reason == null) {
            return byItself;
        }
        return switch (reason) {
            case OpenWatch.Reason.Failure(var failure) -> new ReflectorInput.Broken<>(cursor.version(), failure);
            case OpenWatch.Reason.Distrust distrust -> new ReflectorInput.Distrusted<>(cursor.version());
        };
    }

    /**
     * An object that the sink refuses is passed over, as it would be in a list (RF-37). With anything else that it throws nobody knows
     * what it has taken, and no later event would tell: then this is the end.
     */
    private Optional<ReflectorInput<T>> deliver(WatchEvent<T> event, String version) throws InterruptedException {
        try {
            switch (event) {
                case WatchEvent.Added<T>(T object) -> sink.add(object);
                case WatchEvent.Modified<T>(T object) -> sink.update(object);
                case WatchEvent.Deleted<T>(T object) -> sink.delete(object);
                case WatchEvent.Bookmark<T> bookmark -> sink.bookmark(bookmark.version());
            }
        } catch (KeyException | TransformException | IndexException refusal) {
            stop.endIfMade();
            voice.skipped("the sink did not take it", refusal);
        } catch (Throwable failure) {
            stop.endIfMade();
            return Optional.of(new ReflectorInput.Untaken<>(version, failure));
        }
        return Optional.empty();
    }
}
