package dev.konverge.client.http;

import dev.konverge.base.Platform;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request under way. Made by one thread, which executes it; cancelled by any. */
public final class HttpCall implements Cancellable {
    /** How far a call has come, which decides what a failure means. */
    public enum Stage {
        /** There is no connection. */
        CONNECTING,
        /** The request may be on its way; the server may act on it. */
        SENT,
        /** Status and headers are there. */
        ANSWERED
    }

    /** How often a request is sent at most. */
    private static final int ATTEMPTS = 4;

    /** A connection that nobody used for so long is looked at before it is. */
    private static final Duration DOUBTFUL = Duration.ofSeconds(1);

    private final HttpPool pool;
    private final Outgoing request;
    private final boolean upgrade;
    private final Platform platform;
    private final Interruptible interruptible;

    private volatile Stage stage = Stage.CONNECTING;
    private volatile boolean cancelled;

    /** Breaks off what is under way; written by the thread that executes. */
    private volatile @Nullable Runnable abort;

    /**
     * A call that has not begun.
     *
     * @param upgrade whether HTTP will be left if the server agrees
     */
    public HttpCall(HttpPool pool, Outgoing request, boolean upgrade, Platform platform, Interruptible interruptible) {
        this.pool = pool;
        this.request = request;
        this.upgrade = upgrade;
        this.platform = platform;
        this.interruptible = interruptible;
    }

    /** {@return how far it has come} */
    public Stage stage() {
        return stage;
    }

    long deadline() {
        return request.deadline();
    }

    boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        cancelled = true;
        Runnable running = abort;
        if (running != null) {
            running.run();
        } else {
            pool.wake();
        }
    }

    private void running(Http1Lease lease) throws IOException {
        abort = lease::cancel;
        if (cancelled) {
            throw new SocketException("cancelled");
        }
    }

    /**
     * Sends the request. {@return the exchange, as soon as the head of the answer is there}
     *
     * <p>What a server surely has not acted on is sent again whatever it is; a read also if a connection that was good before turns out to
     * be dead.
     */
    public Exchange execute() throws IOException, InterruptedException {
        for (int sent = 0; ; ) {
            stage = Stage.CONNECTING;
            abort = null;
            Connection connection = pool.take(this, request.origin(), upgrade);
            boolean served = served(connection);
            try {
                Exchange exchange = switch (connection) {
                    case Http2Connection shared -> over(shared);
                    case Http1Connection single -> departOver(single);
                };
                stage = Stage.ANSWERED;
                return exchange;
            } catch (IOException e) {
                boolean again = e instanceof RefusedException || (served && request.isRead() && !isTimeout(e));
                // One that has served before and is found closed is no attempt: the pool may have many of them, but no
                // end of them.
                sent += served && stage == Stage.CONNECTING ? 0 : 1;
                if (cancelled || sent == ATTEMPTS || !again) {
                    throw e;
                }
            }
        }
    }

    /** Asks whether the request may leave now; if not, the next one may on the same connection. */
    private Exchange departOver(Http1Connection connection) throws IOException, InterruptedException {
        try {
            request.depart();
        } catch (RuntimeException | Error refused) {
            pool.giveBack(request.origin(), upgrade, connection, true);
            throw refused;
        }
        return over(connection);
    }

    private static boolean served(Connection connection) {
        return switch (connection) {
            case Http2Connection shared -> shared.hasServed();
            case Http1Connection single -> single.hasServed;
        };
    }

    private static boolean isTimeout(IOException failure) {
        return failure instanceof InterruptedIOException;
    }

    private Exchange over(Http2Connection connection) throws IOException, InterruptedException {
        Http2Stream stream = connection.newStream(request);
        boolean answered = false;
        try {
            abort = stream::cancel;
            if (cancelled) {
                // Just now, by one who did not see the stream. Sending it nevertheless gives its place back.
                stream.cancel();
            }
            stage = Stage.SENT;
            connection.send(stream, request);
            stream.awaitHead();
            answered = true;
            return stream;
        } finally {
            if (!answered) {
                stream.cancel();
            }
        }
    }

    private Exchange over(Http1Connection connection) throws IOException, InterruptedException {
        Http1Lease lease = new Http1Lease(usable -> pool.giveBack(request.origin(), upgrade, connection, usable));
        boolean answered = false;
        try {
            running(lease);
            Exchange exchange = interruptible.run(() -> send(connection, lease), lease::cancel, Exchange::cancel);
            running(lease);
            answered = true;
            return exchange;
        } finally {
            if (!answered) {
                lease.cancel();
            }
        }
    }

    private Exchange send(Http1Connection connection, Http1Lease lease) throws IOException {
        if (platform.clock().nanoTime() - connection.idleSince > DOUBTFUL.toNanos() && !connection.isFresh()) {
            throw new RefusedException("the server had closed the connection");
        }
        return connection.send(request, () -> stage = Stage.SENT, lease);
    }
}
