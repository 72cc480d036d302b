package dev.konverge.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A watch that goes on over as many connections as it takes, and misses nothing: each begins at the version where the last
 * one ended.
 *
 * <p>It ends with an exception where going on is no use: the server has forgotten the version ({@link ApiException.Gone};
 * list again), or does not allow the watch, or the transport was closed. client-go goes on trying where a version turns out
 * to be forgotten when the watch is opened; here that is an end like any other of this kind. Bookmarks are asked for and kept.
 *
 * <p>One thread reads; any thread may close, which releases the reader.
 *
 * @param <T> the type of the objects
 */
public final class RetryWatcher<T extends Resource> implements AutoCloseable {
    private static final Duration BETWEEN_STARTS = Duration.ofSeconds(1);

    private final ResourceClient<T> client;
    private final WatchOptions options;
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;

    @GuardedBy("lock")
    private @Nullable WatchStream<T> stream;

    /** What is being opened; never together with {@code stream}. */
    @GuardedBy("lock")
    private @Nullable Opening<T> opening;

    @GuardedBy("lock")
    private boolean closed;

    /** Where the next connection begins; only the reader touches it. */
    private ResourceVersion version;

    /** Before which moment no connection begins; only the reader touches it. */
    private long notBefore;

    RetryWatcher(ResourceClient<T> client, WatchOptions options, Platform platform) {
        this.version = ResourceVersion.of(options.resourceVersion());
        if (version.isNone() || version.equals(ResourceVersion.ANY)) {
            throw new IllegalArgumentException("a watch that is to miss nothing begins at a version, not at \""
                    + version + "\"; list first and take the version of the list");
        }
        this.client = client;
        this.options = options.withBookmarks(true);
        this.platform = platform;
        this.changed = platform.signal(lock);
    }

    /** {@return the version up to which everything has been told} */
    public ResourceVersion version() {
        return version;
    }

    /**
     * {@return the next event, waiting for it; nothing once this is closed} Bookmarks are not among them.
     *
     * @throws ApiException.Gone if the server has forgotten the version
     * @throws ApiException if going on is no use for another reason
     * @throws CancelledException if the thread was interrupted
     */
    public Optional<WatchEvent<T>> next() {
        while (true) {
            WatchStream<T> open = connection();
            if (open == null) {
                return Optional.empty();
            }
            WatchEvent<T> event = read(open);
            if (event == null) {
                drop();
                continue;
            }
            if (event.version().isNone()) {
                close();
                throw Failures.internal(operation(), "an event without a resource version");
            }
            version = event.version();
            if (!(event instanceof WatchEvent.Bookmark<T>)) {
                return Optional.of(event);
            }
        }
    }

    /** {@return the next event of a connection, or null if it has ended and another is due} */
    private @Nullable WatchEvent<T> read(WatchStream<T> open) {
        try {
            return open.next().orElse(null);
        } catch (ApiException e) {
            giveUpOn(e);
            return null;
        }
    }

    /** {@return the open connection, a new one if need be; null once this is closed} */
    private @Nullable WatchStream<T> connection() {
        while (true) {
            Opening<T> begun;
            lock.lock();
            try {
                if (closed || stream != null) {
                    return stream;
                }
                if (!awaitTurn()) {
                    continue;
                }
                begun = new Opening<>(this::watch, platform);
                opening = begun;
            } finally {
                lock.unlock();
            }
            open(begun);
        }
    }

    private WatchStream<T> watch() {
        return client.watch(options.withResourceVersion(version.text()).withInitialEvents(false));
    }

    /** {@return whether it is time for a new connection} */
    @GuardedBy("lock")
    private boolean awaitTurn() {
        try {
            if (platform.clock().nanoTime() < notBefore && changed.awaitUntil(notBefore)) {
                return false;
            }
        } catch (InterruptedException e) {
            throw CancelledException.of(operation(), e);
        }
        notBefore = platform.clock().deadlineAfter(BETWEEN_STARTS);
        return true;
    }

    private void open(Opening<T> begun) {
        WatchStream<T> opened = null;
        try {
            opened = begun.await(Clock.NEVER);
        } catch (ApiException e) {
            giveUpOn(e);
        } catch (InterruptedException e) {
            throw CancelledException.of(operation(), e);
        } finally {
            keep(opened);
        }
    }

    /** Puts a stream in the place of its opening, if there is one and it is still wanted. */
    private void keep(@Nullable WatchStream<T> opened) {
        lock.lock();
        try {
            opening = null;
            if (closed && opened != null) {
                opened.close();
            } else {
                stream = opened;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Throws what another connection would not help with; else sees to it that the next one waits as the server asks. */
    private void giveUpOn(ApiException failure) {
        if (!failure.mayPass()) {
            close();
            throw failure;
        }
        long asked = platform.clock().deadlineAfter(failure.findRetryAfter().orElse(Duration.ZERO));
        notBefore = Math.max(notBefore, asked);
    }

    private void drop() {
        lock.lock();
        try {
            if (stream != null) {
                stream.close();
            }
            stream = null;
        } finally {
            lock.unlock();
        }
    }

    private Operation operation() {
        return new Operation(
                "watch", client.place().resource().resource(), client.place().namespace());
    }

    /** Ends the watch; a reader that waits is released. Closing twice does nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (stream != null) {
                stream.close();
            }
            stream = null;
            if (opening != null) {
                opening.callOff();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
