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
import java.util.ArrayList;
import java.util.List;
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

    private final Platform platform;
    private final ServerSocket listener;
    private final Supplier<PodConnection> pod;
    private final String target;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<AutoCloseable> open = new ArrayList<>();

    @GuardedBy("lock")
    private boolean closed;

    private PortForward(Platform platform, ServerSocket listener, Supplier<PodConnection> pod, String target) {
        this.platform = platform;
        this.listener = listener;
        this.pod = pod;
        this.target = target;
    }

    static PortForward start(Platform platform, int localPort, Supplier<PodConnection> pod, String target) {
        ServerSocket listener;
        try {
            listener = new ServerSocket();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), localPort));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + localPort + " for " + target, e);
        }
        PortForward forward = new PortForward(platform, listener, pod, target);
        forward.keep(platform.start("forward-" + target, forward::accept));
        return forward;
    }

    /** {@return the port of this machine} */
    public int localPort() {
        return listener.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket;
            try {
                socket = listener.accept();
            } catch (IOException e) {
                if (listener.isClosed()) {
                    return;
                }
                throw e;
            }
            keep(platform.start("forward-" + target + "-connection", () -> serve(socket)));
        }
    }

    private void serve(Socket local) {
        try (local;
                PodConnection remote = pod.get()) {
            keep(local);
            keep(remote);
            Task up = platform.start("forward-" + target + "-up", () -> send(local, remote));
            try {
                copy(remote.input(), local.getOutputStream());
            } finally {
                up.close();
            }
        } catch (ApiException | IOException e) {
            told(e);
        }
    }

    /** There is no half-close on the way to a pod: when the local side is done, the other direction still goes on. */
    private void send(Socket local, PodConnection remote) {
        try {
            copy(local.getInputStream(), remote.output());
        } catch (ApiException | IOException e) {
            told(e);
        }
    }

    private void told(Exception e) {
        if (!isClosed()) {
            LOG.atDebug()
                    .addKeyValue("target", target)
                    .addKeyValue("reason", Failures.reasonOf(e))
                    .log("a forwarded connection ended");
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[32 * 1024];
        for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
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
                open.removeIf(other -> other instanceof Socket socket && socket.isClosed());
                open.add(part);
                return;
            }
        } finally {
            lock.unlock();
        }
        quietly(part);
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
