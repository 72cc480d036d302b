package dev.konverge.testkit;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.Running;
import dev.konverge.apiserver.fault.Faults;
import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ApplyOptions;
import dev.konverge.client.ClientSet;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for one test: an API server in memory, clients of it, and the controllers under test, all in this process.
 *
 * <p>A {@linkplain #virtual virtual} one has its own time, which moves on only when everything waits: an hour of backoff takes a
 * millisecond, and the same seed gives the same run. A {@linkplain #real real} one runs on the machine's threads and clock.
 *
 * <p>Used by the thread that made it. Closing stops everything, in the opposite order of its start, and with virtual time fails
 * if a thread is left.
 */
public final class TestCluster implements AutoCloseable {
    /** How long {@link #eventually} waits, of the cluster's own time. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration REAL_PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(10);

    private final Platform platform;
    private final ApiServer server;
    private final Transport transport;
    private final ClientSet clients;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

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

    /** {@return clients that may do everything} */
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

    /** {@return time, threads and randomness of this cluster} */
    public Platform platform() {
        return platform;
    }

    /** {@return the way to the server, for clients and managers of one's own} */
    public Transport transport() {
        return transport;
    }

    // ---- controllers

    /** {@return a manager in the making on this cluster} */
    public ManagerBuilder manager() {
        return Manager.builder(platform, transport);
    }

    /** Starts a manager, which is stopped when the cluster is closed. {@return what stops it earlier} */
    public Manager.Running run(Manager manager) {
        Manager.Running running = manager.start();
        started.push(running);
        return running;
    }

    // ---- objects

    /** Creates an object. {@return it as the server stored it} */
    public <T extends Resource> T create(T object) {
        @SuppressWarnings("unchecked") // A resource's type is that of its own class.
        ResourceType<T> type = (ResourceType<T>) object.resourceType();
        return clients.resource(type).in(object.key().namespace()).create(object);
    }

    /** {@return an object} @throws dev.konverge.client.ApiException.NotFound if there is none */
    public <T extends Resource> T get(ResourceType<T> type, String namespace, String name) {
        return clients.resource(type).get(new Key(namespace, name));
    }

    /** {@return an object, if there is one} */
    public <T extends Resource> Optional<T> find(ResourceType<T> type, String namespace, String name) {
        return clients.resource(type).find(new Key(namespace, name));
    }

    /** Applies all documents of a YAML text, as {@code kubectl apply --server-side} does. */
    public void apply(String yaml) {
        for (Json document : Yaml.parseAll(yaml)) {
            Unstructured object = Unstructured.of((Json.Obj) document);
            clients.dynamic()
                    .resource(clients.mapper().get(object.resourceType().groupVersionKind()))
                    .apply(object, ApplyOptions.by("testkit").withForce(true));
        }
    }

    /**
     * Applies all documents of a YAML file on the class path, such as the definition of a kind in {@code META-INF/konverge/crds}.
     *
     * @throws IllegalArgumentException if there is no such file
     */
    public void applyResource(String name) {
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no \"" + name + "\" on the class path");
            }
            apply(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
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

    /** What {@link #eventually} tries. */
    @FunctionalInterface
    public interface Assertion {
        /** Fails unless all is as expected. */
        void check() throws Exception;
    }

    /**
     * Waits until an assertion holds: with virtual time at a moment when nothing moves, and for up to {@link #PATIENCE}; with the
     * machine's time for up to 30 seconds.
     *
     * @throws AssertionError the last failure of the assertion, if it never held
     */
    public void eventually(Assertion assertion) {
        Attempt attempt = new Attempt(assertion);
        boolean held = uninterrupted(() -> switch (platform) {
            case VirtualPlatform virtual -> virtual.runUntil(attempt::holds, PATIENCE);
            default -> poll(attempt);
        });
        if (!held) {
            throw new AssertionError("it did not come true: " + attempt.failure, attempt.failure);
        }
    }

    private boolean poll(Attempt attempt) throws InterruptedException {
        long end = platform.clock().deadlineAfter(REAL_PATIENCE);
        while (!attempt.holds()) {
            if (platform.clock().nanoTime() >= end) {
                return false;
            }
            platform.sleep(POLL);
        }
        return true;
    }

    private static final class Attempt {
        private final Assertion assertion;
        private @Nullable Throwable failure;

        Attempt(Assertion assertion) {
            this.assertion = assertion;
        }

        boolean holds() {
            try {
                assertion.check();
                return true;
            } catch (Exception | AssertionError notYet) {
                failure = notYet;
                return false;
            }
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

    @Override
    public void close() {
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
