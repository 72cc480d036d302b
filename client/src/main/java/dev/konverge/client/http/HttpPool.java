package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are opened in the same way, kept for use by any number of callers. Those of HTTP/2 are shared while they are in use,
 * those of HTTP/1.1 lent. Callers wait here and nowhere else for a connection, so that an interrupt ends the wait at once; the connection
 * comes about nevertheless, and serves the next one.
 *
 * <p>Numbers are those of client-go: 25 idle connections for up to 90 seconds.
 */
public final class HttpPool implements AutoCloseable {
    private static final int MAX_IDLE = 25;
    private static final Duration IDLE = Duration.ofSeconds(90);

    private final Dialer dialer;
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal changed;
    /** Tells the one who waits for the time of idle connections that there are none any more. */
    private final Signal emptied;

    @GuardedBy("lock")
    private final Map<Place, Server> servers = new HashMap<>();

    /** Whether connections are closed when they come back. */
    @GuardedBy("lock")
    private boolean retired;

    @GuardedBy("lock")
    private boolean closed;

    /** Whether someone waits for the time of idle connections; only as long as there are any. */
    @GuardedBy("lock")
    private boolean watched;

    /** A pool without connections. */
    public HttpPool(Dialing how, Platform platform) {
        this.dialer = new Dialer(how, platform, IDLE);
        this.platform = platform;
        this.changed = platform.signal(lock);
        this.emptied = platform.signal(lock);
    }

    /**
     * What connections are kept for.
     *
     * @param upgrade whether HTTP will be left
     */
    private record Place(Origin origin, boolean upgrade) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place that && upgrade == that.upgrade && origin.equals(that.origin);
        }

        @Override
        public int hashCode() {
            return 31 * origin.hashCode() + Boolean.hashCode(upgrade);
        }
    }

    /** What is known of a server; guarded by the pool's lock. */
    private static final class Server {
        final List<Http2Connection> shared = new ArrayList<>();
        final Deque<Http1Connection> idle = new ArrayDeque<>();
        final Set<Http1Connection> lent = new HashSet<>();
        final List<Dial> dials = new ArrayList<>();
        /** How many callers wait for a connection to it. */
        int waiting;
        /** Whether connections are known to serve one caller at a time. */
        boolean single;
    }

    /** A connection that is being opened; guarded by the pool's lock. */
    private static final class Dial {
        @Nullable
        Task task;

        @Nullable
        Socket socket;

        @Nullable
        IOException failure;

        @Nullable
        Http2Connection opened;

        boolean done;
        /** Whether nobody wants what comes of it. */
        boolean dropped;

        /** {@return why nobody got a connection by it; null if somebody did, or if it was not to be} */
        @Nullable
        IOException reason() {
            return failure == null && opened != null ? opened.brokenUnused() : failure;
        }
    }

    /**
     * {@return a connection, on which a place is promised or which is the caller's alone}
     *
     * @param call who asks; its cancelling ends the wait, as does its time
     */
    Connection take(HttpCall call, Origin origin, boolean upgrade) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            Place place = new Place(origin, upgrade);
            Dial dial = null;
            while (true) {
                if (closed || call.isCancelled()) {
                    throw new SocketException("closed");
                }
                Server server = server(place);
                Connection free = free(server);
                if (free != null) {
                    return free;
                }
                dial = dial != null && !dial.done ? dial : nextDial(dial, server, place);
                await(server, call.deadline());
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Server server(Place place) {
        return servers.computeIfAbsent(place, unused -> {
            Server server = new Server();
            server.single = place.upgrade() || !dialer.mayShare(place.origin());
            return server;
        });
    }

    @GuardedBy("lock")
    private void await(Server server, long deadline) throws IOException, InterruptedException {
        server.waiting++;
        try {
            // It is the caller who looks again.
            if (!changed.awaitUntil(deadline) && platform.clock().nanoTime() >= deadline) {
                throw new ConnectTimeoutException("no connection came in time for the request");
            }
        } finally {
            server.waiting--;
        }
    }

    /** {@return what to wait for after a dial that brought nothing} */
    @GuardedBy("lock")
    private Dial nextDial(@Nullable Dial last, Server server, Place place) throws IOException {
        IOException reason = last == null ? null : last.reason();
        if (reason != null) {
            throw reason;
        }
        return server.single || server.dials.isEmpty() ? dial(server, place) : server.dials.getFirst();
    }

    @GuardedBy("lock")
    private @Nullable Connection free(Server server) {
        server.shared.removeIf(Http2Connection::isOver);
        for (Http2Connection connection : server.shared) {
            if (connection.promise()) {
                return connection;
            }
        }
        dropExpired(server);
        Http1Connection idle = server.idle.pollLast();
        if (idle != null) {
            server.lent.add(idle);
        }
        return idle;
    }

    @GuardedBy("lock")
    private void dropExpired(Server server) {
        long oldest = platform.clock().nanoTime() - IDLE.toNanos();
        while (!server.idle.isEmpty()
                && (server.idle.size() > MAX_IDLE || server.idle.getFirst().idleSince <= oldest)) {
            server.idle.removeFirst().close();
        }
    }

    @GuardedBy("lock")
    private void keepIdle(Server server, Http1Connection connection) {
        connection.idleSince = platform.clock().nanoTime();
        server.idle.addLast(connection);
        dropExpired(server);
        if (!watched) {
            watched = true;
            // Not closed: it ends with the last idle connection.
            var unused = platform.start("http idle", this::closeExpired);
        }
    }

    /** A client that has gone quiet keeps no connections. */
    private void closeExpired() throws InterruptedException {
        lock.lock();
        try {
            awaitExpiries();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void awaitExpiries() throws InterruptedException {
        try {
            for (long next = nextExpiry(); next != Clock.NEVER; next = nextExpiry()) {
                emptied.awaitUntil(next);
            }
        } finally {
            watched = false;
        }
    }

    /** Drops what has expired. {@return when that is to be done again} */
    @GuardedBy("lock")
    private long nextExpiry() {
        long next = Clock.NEVER;
        for (Server server : servers.values()) {
            dropExpired(server);
            if (!server.idle.isEmpty()) {
                next = Math.min(next, Clock.deadline(server.idle.getFirst().idleSince, IDLE));
            }
        }
        return next;
    }

    @GuardedBy("lock")
    private Dial dial(Server server, Place place) {
        Dial dial = new Dial();
        server.dials.add(dial);
        // Not closed: it ends with its connection. A thread of the operating system, because it reads all its life.
        dial.task = platform.startThread("http " + place.origin().hostAndPort(), () -> open(dial, server, place));
        return dial;
    }

    private void open(Dial dial, Server server, Place place) throws InterruptedException {
        Connection opened = null;
        // Whatever happens, those who wait must hear of it.
        IOException failure = new IOException("the connection was given up");
        try {
            opened = dialer.open(place.origin(), place.upgrade(), socket -> begun(dial, socket));
            failure = null;
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException e) {
            failure = new IOException(e.getMessage(), e);
        } finally {
            boolean wanted = done(dial, server, opened, failure);
            if (!wanted && opened != null) {
                opened.close();
            }
        }
        if (opened instanceof Http2Connection shared) {
            shared.run();
        }
    }

    private void begun(Dial dial, Socket socket) {
        boolean dropped;
        lock.lock();
        try {
            dial.socket = socket;
            dropped = dial.dropped;
        } finally {
            lock.unlock();
        }
        if (dropped) {
            closeQuietly(socket);
        }
    }

    /** {@return whether the connection is kept} */
    private boolean done(Dial dial, Server server, @Nullable Connection opened, @Nullable IOException failure) {
        lock.lock();
        try {
            server.dials.remove(dial);
            changed.signalAll();
            if (dial.dropped) {
                return false;
            }
            dial.done = true;
            dial.failure = failure;
            boolean wanted = !retired || server.waiting > 0;
            if (wanted && opened != null) {
                keep(opened, dial, server);
            }
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void keep(Connection opened, Dial dial, Server server) {
        switch (opened) {
            case Http2Connection shared -> {
                dial.opened = shared;
                server.shared.add(shared);
                if (retired) {
                    shared.endAfterUse();
                }
            }
            case Http1Connection single -> {
                server.single = true;
                keepIdle(server, single);
            }
        }
    }

    /** Takes a connection back that was lent, if it can serve again. */
    void giveBack(Origin origin, boolean upgrade, Http1Connection connection, boolean usable) {
        boolean kept = false;
        lock.lock();
        try {
            Server server = servers.get(new Place(origin, upgrade));
            if (server != null && server.lent.remove(connection) && usable && !retired && !closed) {
                keepIdle(server, connection);
                kept = true;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!kept) {
            connection.close();
        }
    }

    /** {@return how many connections are in use that serve one at a time} */
    int lent() {
        return count(server -> server.lent);
    }

    /** {@return how many connections wait for their next use that serve one at a time} */
    int idle() {
        return count(server -> server.idle);
    }

    private int count(Function<Server, Collection<Http1Connection>> which) {
        lock.lock();
        try {
            return servers.values().stream()
                    .mapToInt(server -> which.apply(server).size())
                    .sum();
        } finally {
            lock.unlock();
        }
    }

    /** Lets those who wait look whether they still want to. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps no connection any longer than it is in use. */
    public void retire() {
        List<Http1Connection> idle = new ArrayList<>();
        List<Http2Connection> shared = new ArrayList<>();
        lock.lock();
        try {
            retired = true;
            for (Server server : servers.values()) {
                idle.addAll(server.idle);
                server.idle.clear();
                shared.addAll(server.shared);
                server.shared.clear();
            }
            emptied.signalAll();
        } finally {
            lock.unlock();
        }
        idle.forEach(Connection::close);
        shared.forEach(Http2Connection::retire);
    }

    /** Ends all connections with what is under way on them; who still needs one gets a new one, which is not kept. */
    public void cutOff() {
        endAll(false);
    }

    /** Ends all connections with what is under way on them, and opens no more. */
    @Override
    public void close() {
        endAll(true);
    }

    private void endAll(boolean forEver) {
        List<Connection> all = new ArrayList<>();
        List<Dial> dialing = new ArrayList<>();
        lock.lock();
        try {
            retired = true;
            closed |= forEver;
            for (Server server : servers.values()) {
                all.addAll(server.idle);
                all.addAll(server.lent);
                all.addAll(server.shared);
                dialing.addAll(server.dials);
            }
            dialing.forEach(HttpPool::drop);
            servers.clear();
            changed.signalAll();
            emptied.signalAll();
        } finally {
            lock.unlock();
        }
        all.forEach(Connection::close);
    }

    /** Those who wait for it look for another one; its thread ends soon, whatever it is at. */
    private static void drop(Dial dial) {
        dial.done = true;
        dial.dropped = true;
        if (dial.socket != null) {
            closeQuietly(dial.socket);
        }
        if (dial.task != null) {
            dial.task.interrupt();
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException broken) {
            // It was to be closed.
            return;
        }
    }
}
