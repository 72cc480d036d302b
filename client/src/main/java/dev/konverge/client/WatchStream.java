package dev.konverge.client;

import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.Resource;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.ProtoEnvelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of a watch, as they arrive.
 *
 * <p>A server ends a watch after a while, in order or not; both are the end of the stream, and whoever wants more watches
 * again from the last version. That the server has forgotten that version, and anything else it tells, is thrown as an
 * {@link ApiException}, and ends the stream too.
 *
 * <p>One thread reads; any thread may close, which releases the reader.
 *
 * @param <T> the type of the objects
 */
public final class WatchStream<T extends Resource> implements AutoCloseable {
    private final Operation operation;
    private final HttpResponse response;
    private final ResponseStream body;
    private final Format<T> format;
    private final DecodeOptions options;

    /** Null until something has come: on most of hundreds of watches nothing may ever happen. */
    private @Nullable EventSource<T> events;

    private boolean ended;

    /** Written by the reader; read by whoever asks, on the same thread. */
    private @Nullable IOException lostBy;

    /** Written by any thread that closes, read by the reader, so that the failure to read that follows is no failure. */
    private volatile boolean closed;

    WatchStream(Operation operation, HttpResponse response, Format<T> format, DecodeOptions options) {
        this.operation = operation;
        this.response = response;
        this.body = new ResponseStream(operation, response);
        this.format = format;
        this.options = options;
    }

    private EventSource<T> decoder() {
        return contentType().startsWith(ProtoEnvelope.MEDIA_TYPE)
                ? new ProtoEvents<>(operation, body, format, options)
                : new JsonEvents<>(operation, body, format.type().codec(), options);
    }

    /** Where events come from, in one form or the other. */
    interface EventSource<T extends Resource> {
        /** {@return the next event, or null at the end of the stream} */
        @Nullable
        WatchEvent<T> next() throws IOException;
    }

    /**
     * {@return the next event, waiting for it; nothing at the end of the stream}
     *
     * @throws ApiException if the server tells a failure, or what it sends cannot be read
     * @throws CancelledException if the thread was interrupted
     */
    public Optional<WatchEvent<T>> next() {
        if (ended) {
            return Optional.empty();
        }
        boolean good = false;
        try {
            // Waited for here and not where events are decoded: most of what an idle watch keeps is the stack of its
            // reader.
            if (events == null && body.awaitByte()) {
                events = decoder();
            }
            WatchEvent<T> event = events == null ? null : events.next();
            good = event != null;
            return Optional.ofNullable(event);
        } catch (DecodeException e) {
            return undecodable(e);
        } catch (IOException e) {
            return lost(e);
        } finally {
            if (!good) {
                ended = true;
                close();
            }
        }
    }

    private Optional<WatchEvent<T>> undecodable(DecodeException e) {
        byte[] head = body.head();
        if (closed || (body.ended() && beginsAsObject(head))) {
            // Cut off within an event: the end, like any other loss of the connection (RC-25).
            return Optional.empty();
        }
        throw Failures.undecodable(operation, response.status(), contentType(), head, e);
    }

    private static boolean beginsAsObject(byte[] head) {
        return new String(head, StandardCharsets.ISO_8859_1).stripLeading().startsWith("{");
    }

    private Optional<WatchEvent<T>> lost(IOException e) {
        if (!closed && body.broken(e) instanceof CancelledException cancelled) {
            throw cancelled;
        }
        lostBy = closed ? null : e;
        return Optional.empty();
    }

    /** {@return why the connection broke, if that is how the stream ended} */
    public Optional<IOException> findLoss() {
        return Optional.ofNullable(lostBy);
    }

    private String contentType() {
        return response.headers().first("Content-Type").orElse("");
    }

    /** Ends the watch; a reader that waits is released. Closing twice does nothing. */
    @Override
    public void close() {
        closed = true;
        response.close();
    }

    /** {@return what is watched} */
    @Override
    public String toString() {
        return operation.toString();
    }
}
