package dev.konverge.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port of this machine that leads to a port of a pod. Each connection has a connection to the pod of its own, and two
 * virtual threads; there are as many as come.
 */
public final class PortForward implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortForward.class);

    /** How long the pod may say nothing to a local side that says nothing any more, and may be gone. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final Platform platform;
    private final ServerSocket listener;
    private final Supplier<PodConnection> pod;
    private final String target;
    private final Duration quiet;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<AutoCloseable> open = new ArrayList<>();

    @GuardedBy("lock")
    private boolean closed;

    private PortForward(
            Platform platform, ServerSocket listener, Supplier<PodConnection> pod, String target, Duration quiet) {
        this.platform = platform;
        this.listener = listener;
        this.pod = pod;
        this.target = target;
        this.quiet = quiet;
    }

    static PortForward start(Platform platform, int localPort, Supplier<PodConnection> pod, String target) {
        ServerSocket listener;
        try {
            listener = new ServerSocket();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), localPort));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + localPort + " for " + target, e);
        }
        return start(platform, listener, pod, target, QUIET);
    }

    static PortForward start(
            Platform platform, ServerSocket listener, Supplier<PodConnection> pod, String target, Duration quiet) {
        PortForward forward = new PortForward(platform, listener, pod, target, quiet);
        forward.keep(platform.start("forward-" + target, forward::accept));
        return forward;
    }

    /** {@return the port of this machine} */
    public int localPort() {
        return listener.getLocalPort();
    }

    private void accept() throws InterruptedException {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                keep(platform.start("forward-" + target + "-connection", () -> serve(socket)));
            } catch (IOException e) {
                if (listener.isClosed()) {
                    return;
                }
                // Too many open files, or a connection that was gone again: the next one may be better.
                LOG.atWarn()
                        .addKeyValue("target", target)
                        .addKeyValue("reason", e.toString())
                        .log("a connection to a forwarded port could not be taken");
                platform.sleep(AFTER_FAILURE);
            }
        }
    }

    private void serve(Socket local) {
        keep(local);
        try (local;
                PodConnection remote = pod.get()) {
            keep(remote);
            AtomicLong arrived = new AtomicLong();
            Task up = platform.start("forward-" + target + "-up", () -> send(local, remote, arrived));
            try {
                copy(remote.input(), local.getOutputStream(), arrived);
            } finally {
                drop(remote);
                up.close();
            }
        } catch (ApiException | CancelledException | IOException e) {
            told(e);
        } finally {
            drop(local);
        }
    }

    /**
     * There is no half-close on the way to a pod: when the local side is done, the other direction still goes on. It may also be
     * gone for good, which shows only when something is written to it, so a pod that says nothing is not waited for.
     */
    private void send(Socket local, PodConnection remote, AtomicLong arrived) throws InterruptedException {
        try {
            copy(local.getInputStream(), remote.output(), new AtomicLong());
            long before;
            do {
                before = arrived.get();
                platform.sleep(quiet);
            } while (arrived.get() != before);
        } catch (ApiException | CancelledException | IOException e) {
            told(e);
        }
        remote.close();
    }

    private void told(Exception e) {
        if (!isClosed()) {
            LOG.atDebug()
                    .addKeyValue("target", target)
                    .addKeyValue("reason", Failures.reasonOf(e))
                    .log("a forwarded connection ended");
        }
    }

    private static void copy(InputStream from, OutputStream to, AtomicLong parts) throws IOException {
        byte[] buffer = new byte[32 * 1024];
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
            parts.incrementAndGet();
            to.write(buffer, 0, n);
            to.flush();
        }
    }

    /** Remembers what to close; closes it at once if this is closed already. */
    private void keep(AutoCloseable part) {
        lock.lock();
        try {
            if (!closed) {
                open.removeIf(other -> other instanceof Task task && task.isDone());
                open.add(part);
                return;
            }
        } finally {
            lock.unlock();
        }
        quietly(part);
    }

    /** Forgets what is over. */
    private void drop(AutoCloseable part) {
        lock.lock();
        try {
            open.remove(part);
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many connections are open, counted at both ends} */
    int open() {
        lock.lock();
        try {
            return (int) open.stream().filter(part -> !(part instanceof Task)).count();
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Stops listening and ends all connections. */
    @Override
    public void close() {
        List<AutoCloseable> parts;
        lock.lock();
        try {
            closed = true;
            parts = new ArrayList<>(open);
            open.clear();
        } finally {
            lock.unlock();
        }
        quietly(listener);
        // Sockets first: a task that waits for one of them ends only then.
        parts.stream().filter(part -> !(part instanceof Task)).forEach(PortForward::quietly);
        parts.stream().filter(part -> part instanceof Task).forEach(PortForward::quietly);
    }

    private static void quietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.atDebug().setCause(e).log("closing failed");
        }
    }
}
