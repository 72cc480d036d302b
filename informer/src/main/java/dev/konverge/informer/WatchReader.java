package dev.konverge.informer;

import dev.konverge.base.Clock;
import dev.konverge.client.WatchEvent;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Resource;
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
        ReflectorInput<T> end = read(cursor, event -> collect(initial, event));
        if (!(end instanceof ReflectorInput.Done<T>)) {
            return end;
        }
        initial.firstUnfit().ifPresent(voice::listedInPart);
        return new ReflectorInput.Complete<>(initial.objects(), cursor.version());
    }

    /** What cannot be kept, because it cannot be transformed, is passed over (RF-20). */
    private boolean collect(InitialEvents<T> initial, WatchEvent<T> event) throws InterruptedException {
        try {
            return initial.add(event);
        } catch (Throwable failure) {
            stop.endIfMade();
            voice.skipped("it could not be kept", failure);
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
            return deliver(event);
        });
    }

    private interface Reading<T extends Resource> {
        /** {@return whether that was all} */
        boolean take(WatchEvent<T> event) throws InterruptedException;
    }

    /** {@return how reading ended: {@code Done} if that was all, else how the stream did} */
    private ReflectorInput<T> read(EventCursor<T> cursor, Reading<T> reading) throws InterruptedException {
        EventStream<T> stream = open.find().orElse(null);
        try {
            for (boolean done = false; !done; ) {
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
                if (refusal == null) {
                    done = reading.take(event);
                } else {
                    voice.skipped(refusal, null);
                }
            }
            return new ReflectorInput.Done<>();
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

    /** What the sink does not take is lost, but not the rest (RF-37). */
    private boolean deliver(WatchEvent<T> event) throws InterruptedException {
        try {
            switch (event) {
                case WatchEvent.Added<T>(T object) -> sink.add(object);
                case WatchEvent.Modified<T>(T object) -> sink.update(object);
                case WatchEvent.Deleted<T>(T object) -> sink.delete(object);
                case WatchEvent.Bookmark<T> bookmark -> sink.bookmark(bookmark.version());
            }
        } catch (Throwable failure) {
            stop.endIfMade();
            voice.skipped("the sink did not take it", failure);
        }
        return false;
    }
}
