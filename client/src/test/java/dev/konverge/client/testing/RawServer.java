package dev.konverge.client.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on loopback that knows no protocol: each connection follows a script, byte by byte.
 *
 * <p>A script that throws has failed, and closing the server says so. When a script ends its connection stays open, and
 * what the client still sends is read and dropped, until the client or the server closes it.
 */
public final class RawServer implements AutoCloseable {
    private final ServerSocket listener;
    private final List<Script> scripts;
    private final boolean repeat;
    private final Thread accepting;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<RawConnection> open = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch unfinished;
    /** Written by {@link #close}, read by those who serve. */
    private volatile boolean closing;

    /** What happens on a connection. */
    public interface Script {
        /** Speaks and listens; an exception is a failure of the test. */
        void run(RawConnection connection) throws Exception;
    }

    private RawServer(List<Script> scripts, boolean repeat) {
        this.scripts = scripts;
        this.repeat = repeat;
        this.unfinished = new CountDownLatch(scripts.size());
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        accepting = Thread.ofVirtual().start(this::accept);
    }

    /** {@return a server with a script for each connection in turn; one connection more is a failure} */
    public static RawServer of(Script... scripts) {
        return new RawServer(List.of(scripts), false);
    }

    /** {@return a server with the same script for every connection} */
    public static RawServer always(Script script) {
        return new RawServer(List.of(script), true);
    }

    /** {@return where it is, for a client that speaks this scheme} */
    public URI uri(String scheme) {
        return URI.create(scheme + "://" + TestPki.loopback() + ":" + listener.getLocalPort());
    }

    /** {@return how many connections were opened so far} */
    public int connections() {
        return connections.get();
    }

    /** Waits until every script has run to its end, and fails if one has failed. */
    public void awaitScripts() throws InterruptedException {
        boolean ended = unfinished.await(Bounded.SECONDS, TimeUnit.SECONDS);
        report();
        if (!ended) {
            throw new AssertionError(unfinished.getCount() + " of " + scripts.size() + " scripts have not ended");
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                int number = connections.getAndIncrement();
                RawConnection connection = new RawConnection(socket);
                open.add(connection);
                threads.add(Thread.ofVirtual().start(() -> serve(connection, number)));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(RawConnection connection, int number) {
        try (connection) {
            if (number >= scripts.size() && !repeat) {
                throw new AssertionError("connection " + (number + 1) + " was not expected");
            }
            scripts.get(repeat ? 0 : number).run(connection);
            unfinished.countDown();
            connection.awaitEnd();
        } catch (Exception | AssertionError e) {
            if (!closing) {
                failures.add(e);
            }
        }
    }

    private void report() {
        if (!failures.isEmpty()) {
            AssertionError failed = new AssertionError("a script has failed: " + failures.getFirst());
            failures.forEach(failed::addSuppressed);
            throw failed;
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            listener.close();
            accepting.join();
            open.forEach(RawConnection::close);
            for (Thread thread : threads) {
                if (!thread.join(java.time.Duration.ofSeconds(Bounded.SECONDS))) {
                    throw new AssertionError("a connection's script does not end");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        report();
    }
}
