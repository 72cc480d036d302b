package dev.konverge.testkit;

import dev.konverge.base.Platform;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.controller.Manager;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.Json;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The real kube-apiserver with an etcd of its own, on free ports of the loopback interface: what envtest is to Go. The programs
 * are those of {@link RealPrograms}.
 *
 * <p>There is no node and no scheduler: pods stay pending, and nothing can be executed in them. Without a
 * {@linkplain Builder#controllerManager controller manager} nobody collects garbage, empties deleted namespaces or makes service
 * accounts either.
 *
 * <p>Used by one thread at a time, its clients by any number. Closing kills the processes and removes their folder; should this
 * process die before, they die with it.
 */
public final class RealCluster implements Cluster {
    /** How long {@link #eventually} waits. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How long a process may take to be ready; on a busy machine it is much slower than the usual seconds. */
    private static final Duration START_BOUND = Duration.ofMinutes(2);

    private static final int ATTEMPTS = 3;

    private final Platform platform;
    private final Builder options;
    private final RealSetup setup;
    private final Path folder;
    private final Transports transports;
    private final Transport transport;
    private final ClientSet clients;
    private final Etcd etcdClient;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private @Nullable RealProgram etcd;
    private @Nullable RealProgram apiServer;
    private @Nullable RealProgram controllerManager;

    private RealCluster(Platform platform, Builder options) {
        this.platform = platform;
        this.options = options;
        this.folder = temporaryFolder();
        this.setup =
                new RealSetup(folder, new CertificateAuthority(platform.clock().now()));
        this.transports = new Transports(platform);
        this.transport = transports.connect(config());
        this.clients = ClientSet.on(transport, platform);
        this.etcdClient = new Etcd(
                transports.connect(ClientConfig.builder(setup.etcdUri()).build()));
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("konverge-real-");
        } catch (IOException failure) {
            throw new UncheckedIOException("no temporary folder can be made", failure);
        }
    }

    /** {@return a cluster without a controller manager, as soon as it is ready} */
    public static RealCluster start() {
        return builder().start();
    }

    /** {@return a cluster in the making} */
    public static Builder builder() {
        return new Builder();
    }

    /** What a cluster is started with. */
    public static final class Builder {
        private @Nullable RealPrograms programs;
        private final List<String> apiServerArguments = new ArrayList<>();
        private final List<String> controllers = new ArrayList<>();

        private Builder() {}

        /** Takes the programs from there. */
        public Builder programs(RealPrograms value) {
            this.programs = value;
            return this;
        }

        /** Adds arguments of kube-apiserver, such as {@code --authorization-mode=AlwaysAllow}; the last of a name counts. */
        public Builder apiServerArguments(String... arguments) {
            apiServerArguments.addAll(List.of(arguments));
            return this;
        }

        /**
         * Starts a kube-controller-manager too.
         *
         * @param names the controllers in it, as its flag {@code --controllers} takes them: {@code *} for those that are usual,
         *     or names such as {@code garbage-collector-controller}
         */
        public Builder controllerManager(String... names) {
            controllers.addAll(List.of(names));
            return this;
        }

        private boolean hasServiceAccounts() {
            return controllers.contains("*") || controllers.contains("serviceaccount-controller");
        }

        private RealPrograms chosen() {
            RealPrograms given = programs;
            return given == null ? RealPrograms.get() : given;
        }

        /**
         * {@return the cluster, as soon as it is ready}
         *
         * @throws IllegalStateException if a program is missing, or does not come up; its output is in the message
         */
        public RealCluster start() {
            // Asked first: a missing program is told before anything is made.
            programs = chosen();
            for (int attempt = 1; ; attempt++) {
                RealCluster cluster = new RealCluster(Platform.real(), this);
                try {
                    cluster.bringUp();
                    return cluster;
                } catch (RuntimeException | Error failure) {
                    cluster.close();
                    if (attempt == ATTEMPTS
                            || !String.valueOf(failure.getMessage()).contains("address already in use")) {
                        throw failure;
                    }
                }
            }
        }
    }

    private void bringUp() {
        startEtcd();
        startApiServer();
        if (!options.controllers.isEmpty()) {
            startControllerManager();
        }
    }

    // ---- who reaches it, and how

    /** {@return where the API server is} */
    public URI uri() {
        return setup.uri();
    }

    /** {@return a configuration of somebody who trusts the server and shows nothing} */
    public ClientConfig anonymous() {
        return ClientConfig.builder(setup.uri())
                .trust(new Trust.Authorities(PemSource.of(setup.authority().certificatePem())))
                .build();
    }

    /** {@return the configuration of an administrator, who shows a client certificate} */
    public ClientConfig config() {
        return configFor("admin", "system:masters");
    }

    /** {@return the configuration of a user, who shows a client certificate} */
    public ClientConfig configFor(String user, String... groups) {
        Identity identity = setup.authority().client(user, List.of(groups));
        return anonymous().toBuilder()
                .clientCertificate(PemSource.of(identity.certificatePem()), PemSource.of(identity.keyPem()))
                .build();
    }

    /** {@return the administrator's token, which the server knows from a file} */
    public String token() {
        return setup.token();
    }

    /** {@return an administrator's configuration for kubectl and other people's clients, in YAML} */
    public String kubeconfig() {
        return setup.kubeconfig();
    }

    /** {@return the file with {@link #kubeconfig()}} */
    public Path kubeconfigFile() {
        return folder.resolve("kubeconfig");
    }

    /** {@return clients with another configuration, whose connections are closed with the cluster} */
    public ClientSet connect(ClientConfig config) {
        return ClientSet.connect(transports, platform, config);
    }

    @Override
    public ClientSet clients() {
        return clients;
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public Platform platform() {
        return platform;
    }

    // ---- its processes

    /** Starts etcd and waits for it. */
    public void startEtcd() {
        RealProgram program = launch(etcd, "etcd", setup.etcdArguments());
        etcd = program;
        awaitReady(program, etcdClient::isHealthy);
    }

    /** Kills etcd, as a crash does. What it has acknowledged is there when it is started again. */
    public void killEtcd() {
        running(etcd, "etcd").kill();
    }

    /** Starts the API server and waits until it is ready. */
    public void startApiServer() {
        RealProgram program = launch(
                apiServer,
                "kube-apiserver",
                setup.apiServerArguments(options.hasServiceAccounts(), options.apiServerArguments));
        apiServer = program;
        // The namespaces that every cluster has are made a moment after the server says that it is ready.
        awaitReady(
                program,
                () -> clients.discovery().isReady()
                        && clients.coreV1().namespaces().find("default").isPresent());
    }

    /** Kills the API server, as a crash does. */
    public void killApiServer() {
        running(apiServer, "kube-apiserver").kill();
    }

    /** Asks the API server to stop, as a machine that is shut down does. */
    public void stopApiServer() {
        running(apiServer, "kube-apiserver").stop();
    }

    /** Starts the controller manager. */
    private void startControllerManager() {
        controllerManager = launch(
                controllerManager, "kube-controller-manager", setup.controllerManagerArguments(options.controllers));
    }

    /** {@return what a process has written: {@code etcd}, {@code kube-apiserver} or {@code kube-controller-manager}} */
    public String output(String program) {
        RealProgram process = switch (program) {
            case "etcd" -> etcd;
            case "kube-apiserver" -> apiServer;
            default -> controllerManager;
        };
        return running(process, program).output();
    }

    /** Forgets all old versions: etcd keeps only the newest of each object, and no older one can be listed any more. */
    public void compact() {
        etcdClient.compact();
    }

    private RealProgram launch(@Nullable RealProgram before, String name, List<String> arguments) {
        if (before != null && before.isAlive()) {
            throw new IllegalStateException(before + " runs already");
        }
        return RealProgram.start(options.chosen().get(name), folder.resolve(name + ".log"), arguments);
    }

    private static RealProgram running(@Nullable RealProgram program, String name) {
        if (program == null) {
            throw new IllegalStateException("there is no " + name + " in this cluster");
        }
        return program;
    }

    private void awaitReady(RealProgram program, Readiness readiness) {
        Attempt attempt = new Attempt(() -> {
            // Nothing comes any more from a process that has ended, so there is no use in waiting for it.
            if (program.isAlive() && !readiness.test()) {
                throw new IllegalStateException("not yet");
            }
        });
        if (!poll(attempt, START_BOUND)) {
            throw program.failure("was not ready after " + START_BOUND.toSeconds() + " s");
        }
        if (!program.isAlive()) {
            throw program.failure("ended before it was ready");
        }
    }

    private interface Readiness {
        boolean test() throws Exception;
    }

    // ---- what a test does with it

    @Override
    public Manager.Running run(Manager manager) {
        Manager.Running running = manager.start();
        started.push(running);
        return running;
    }

    /** Applies all documents of a YAML text; after each that defines a kind it waits until the kind is served. */
    @Override
    public void apply(String yaml) {
        for (Json document : Yaml.parseAll(yaml)) {
            Cluster.super.apply(Yaml.write(document));
            for (GroupVersionKind kind : ServedKind.of(Unstructured.of((Json.Obj) document))) {
                eventually(() -> ServedKind.check(clients, kind));
            }
        }
    }

    @Override
    public void eventually(Assertion assertion) {
        Attempt attempt = new Attempt(assertion);
        if (!poll(attempt, PATIENCE)) {
            throw attempt.failure();
        }
    }

    private boolean poll(Attempt attempt, Duration patience) {
        try {
            return attempt.poll(platform, patience);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the test was interrupted", interrupt);
        }
    }

    @Override
    public void close() {
        IllegalStateException failures = new IllegalStateException("a real cluster could not be stopped in order");
        Deque<AutoCloseable> all = new ArrayDeque<>(started);
        started.clear();
        all.add(transport);
        all.add(etcdClient);
        all.add(transports);
        Stream.of(controllerManager, apiServer, etcd)
                .filter(program -> program != null)
                .forEach(all::add);
        all.add(() -> remove(folder));
        for (AutoCloseable closeable : all) {
            try {
                closeable.close();
            } catch (Exception failure) {
                failures.addSuppressed(failure);
            }
        }
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }

    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(folder)) {
            inside = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : inside) {
            Files.deleteIfExists(path);
        }
    }
}
