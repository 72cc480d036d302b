package dev.konverge.testkit;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.apiserver.User;
import dev.konverge.apiserver.fault.Faults;
import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A cluster for one test: an API server in memory, clients of it, and the controllers under test, all in this process.
 *
 * <p>A {@linkplain #virtual virtual} one has its own time, which moves on only when everything waits: an hour of backoff takes a
 * millisecond, and the same seed gives the same run. A {@linkplain #real real} one runs on the machine's threads and clock.
 *
 * <p>Used by the thread that made it. Closing stops everything, in the opposite order of its start, and with virtual time fails
 * if a thread is left.
 */
public final class TestCluster implements Cluster {
    /** How long {@link #eventually} waits, of the cluster's own time. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration REAL_PATIENCE = Duration.ofMinutes(1);

    private final Platform platform;
    private final ApiServer server;
    private final Transport transport;
    private final ClientSet clients;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private boolean closed;

    private TestCluster(Platform platform) {
        this.platform = platform;
        this.server = ApiServer.create(platform, Profile.PLAIN);
        this.transport = new InProcessTransport(server);
        this.clients = ClientSet.on(transport, platform);
        Running running = server.start();
        started.push(running);
        if (platform instanceof VirtualPlatform virtual) {
            // What a new cluster does by itself is done before the test begins.
            virtual.awaitQuiet();
        }
    }

    /** {@return a cluster with its own time; the seed decides who runs when} */
    public static TestCluster virtual(long seed) {
        return new TestCluster(new VirtualPlatform(seed));
    }

    /** {@return a cluster on the machine's threads and clock} */
    public static TestCluster real() {
        return new TestCluster(Platform.real());
    }

    @Override
    public ClientSet clients() {
        return clients;
    }

    /** {@return the server} */
    public ApiServer server() {
        return server;
    }

    /** {@return what goes wrong on request} */
    public Faults faults() {
        return server.faults();
    }

    @Override
    public Platform platform() {
        return platform;
    }

    @Override
    public Transport transport() {
        return transport;
    }

    /**
     * {@return the way to the server from a machine whose calendar is wrong by that much}, for replicas that do not agree on the time
     *
     * <p>What is wrong are the times in leases. That is all that replicas tell each other of the time.
     */
    public Transport transportOfMachine(Duration skew) {
        return new InterceptedTransport(transport, new SkewedCalendar(skew));
    }

    /**
     * {@return this cluster as a user sees it}, to find out whether a controller gets by with its roles
     *
     * <p>The user may do what the roles say that are bound to it, as in a real cluster. A service account goes by its full name:
     * {@code cluster.as(User.named("system:serviceaccount:default:robot"))}.
     */
    public ClusterUser as(User user) {
        return new ClusterUser(this, user);
    }

    // ---- controllers

    @Override
    public Manager.Running run(Manager manager) {
        Manager.Running running = manager.start();
        started.push(running);
        return running;
    }

    // ---- time

    /**
     * Lets time pass, with all that happens in it.
     *
     * @throws IllegalStateException if this cluster's time is the machine's
     */
    public void advance(Duration duration) {
        if (!(platform instanceof VirtualPlatform virtual)) {
            throw new IllegalStateException("only the time of a virtual cluster can be moved on");
        }
        uninterrupted(() -> virtual.advance(duration));
    }

    /**
     * Waits until an assertion holds: with virtual time at a moment when nothing moves, and for up to {@link #PATIENCE}; with the
     * machine's time for up to a minute.
     *
     * @throws AssertionError the last failure of the assertion, if it never held
     */
    @Override
    public void eventually(Assertion assertion) {
        Attempt attempt = new Attempt(assertion);
        boolean held = uninterrupted(() -> switch (platform) {
            case VirtualPlatform virtual -> attempt.held(virtual.runUntil(attempt::isOver, PATIENCE));
            default -> attempt.poll(platform, REAL_PATIENCE);
        });
        if (!held) {
            throw attempt.failure();
        }
    }

    private interface Interruptible<T> {
        T run() throws InterruptedException;
    }

    private interface InterruptibleAction {
        void run() throws InterruptedException;
    }

    private static void uninterrupted(InterruptibleAction action) {
        boolean done = uninterrupted(() -> {
            action.run();
            return true;
        });
        assert done;
    }

    private static <T> T uninterrupted(Interruptible<T> action) {
        try {
            return action.run();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the test was interrupted", interrupt);
        }
    }

    /** Stops everything. Closing twice does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (platform instanceof AutoCloseable virtual) {
            started.addLast(virtual);
        }
        IllegalStateException failures = new IllegalStateException("a test cluster could not be stopped in order");
        for (AutoCloseable closeable : started) {
            try {
                closeable.close();
            } catch (Exception failure) {
                failures.addSuppressed(failure);
            }
        }
        started.clear();
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }
}
