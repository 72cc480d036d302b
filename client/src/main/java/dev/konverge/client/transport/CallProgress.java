package dev.konverge.client.transport;

import dev.konverge.base.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okio.AsyncTimeout;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come, which decides what a failure means. Also bounds the opening of a connection as a whole: name,
 * TCP, proxy and TLS, of which the library bounds only some.
 */
final class CallProgress extends EventListener {
    enum Stage {
        /** Nothing is open. */
        CONNECTING,
        /** A connection is there. */
        CONNECTED,
        /** The request is on its way; the server may act on it. */
        SENT,
        /** Status and headers are there. */
        ANSWERED
    }

    /** Written by the thread that does the work, read by the one that waits for it. */
    private volatile Stage stage = Stage.CONNECTING;

    private volatile boolean connectTimedOut;
    private final Duration connectLimit;
    /** The limit on what is being opened; null if nothing is. Several addresses may be tried at once, by several threads. */
    private final AtomicReference<@Nullable AsyncTimeout> opening = new AtomicReference<>();

    /** Set when a connection was given back, which turns out to be for another try if another one is opened. */
    private volatile boolean released;

    private final Clock clock;
    private final TransportMetrics metrics;

    /** Used by the thread that does the work. */
    private long resolvingSince;

    CallProgress(Duration connectLimit, Clock clock, TransportMetrics metrics) {
        this.connectLimit = connectLimit;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public void dnsStart(Call call, String name) {
        resolvingSince = clock.nanoTime();
    }

    @Override
    public void dnsEnd(Call call, String name, List<InetAddress> addresses) {
        metrics.resolved(name, Duration.ofNanos(clock.nanoTime() - resolvingSince));
    }

    Stage stage() {
        return stage;
    }

    /** {@return whether the call was given up because no connection came about in time} */
    boolean connectTimedOut() {
        return connectTimedOut;
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        if (released) {
            released = false;
            stage = Stage.CONNECTING;
        }
        AsyncTimeout limit = new AsyncTimeout() {
            @Override
            protected void timedOut() {
                // One that was started for an address that lost the race must not harm the winner.
                if (stage == Stage.CONNECTING) {
                    connectTimedOut = true;
                    call.cancel();
                }
            }
        };
        limit.timeout(connectLimit.toMillis(), TimeUnit.MILLISECONDS);
        limit.enter();
        AsyncTimeout before = opening.getAndSet(limit);
        if (before != null) {
            before.exit();
        }
    }

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        opened();
    }

    @Override
    public void connectionAcquired(Call call, okhttp3.Connection connection) {
        opened();
        stage = Stage.CONNECTED;
    }

    @Override
    public void connectionReleased(Call call, okhttp3.Connection connection) {
        released = true;
    }

    @Override
    public void requestHeadersEnd(Call call, Request request) {
        stage = Stage.SENT;
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        stage = Stage.ANSWERED;
    }

    @Override
    public void callFailed(Call call, IOException failure) {
        opened();
    }

    @Override
    public void callEnd(Call call) {
        opened();
    }

    private void opened() {
        AsyncTimeout limit = opening.getAndSet(null);
        if (limit != null) {
            limit.exit();
        }
    }
}
