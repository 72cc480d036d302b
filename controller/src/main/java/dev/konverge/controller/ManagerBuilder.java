package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.Encoding;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.monitor.LogLevels;
import dev.konverge.controller.monitor.MetricsRegistry;
import dev.konverge.controller.monitor.PrometheusMonitor;
import dev.konverge.controller.webhook.WebhookServerBuilder;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Describes a {@link Manager}. */
public final class ManagerBuilder {
    /** The lease that is campaigned for, and the terms. */
    record Candidacy(Key lease, Election election) {}

    /** Where figures are shown, and the figures. */
    record Monitoring(InetSocketAddress address, MetricsRegistry registry) {}

    final Platform platform;
    final Transport transport;
    final List<ControllerBuilder<?>> controllers = new ArrayList<>();
    /** Who campaigns for what, given the namespace of the manager's own objects. */
    private Optional<Function<String, Candidacy>> candidacy = Optional.empty();

    Monitor monitor = Monitor.NONE;
    private Optional<Tracer> tracer = Optional.empty();
    Optional<Monitoring> monitoring = Optional.empty();
    private Optional<AutoCloseable> owned = Optional.empty();
    Duration drain = Duration.ofSeconds(10);
    String namespace = "";
    String host = "localhost";
    String server = "kubernetes";
    Encoding encoding = Encoding.JSON;
    Optional<LogLevels> logLevels = Optional.empty();
    Optional<Consumer<? super WebhookServerBuilder>> webhooks = Optional.empty();

    /** Where the manager's own objects live, if nothing is said. */
    private String home = "default";

    ManagerBuilder(Platform platform, Transport transport) {
        this.platform = platform;
        this.transport = transport;
    }

    /** Names the host that events are reported from, and that an identity for the election is made of. */
    public ManagerBuilder host(String host) {
        this.host = host;
        return this;
    }

    /** Names the server in the figures of requests: {@code kubernetes} at first, its host and port if the environment names it. */
    public ManagerBuilder server(String server) {
        this.server = server;
        return this;
    }

    /** Says in which form objects travel: {@link Encoding#JSON} at first. What is applied or patched always goes as JSON. */
    public ManagerBuilder encoding(Encoding encoding) {
        this.encoding = encoding;
        return this;
    }

    /** Names the namespace of the manager's own objects, such as its lease: {@code default} at first. */
    public ManagerBuilder home(String namespace) {
        this.home = namespace;
        return this;
    }

    /** Looks only at objects in one namespace, and at those that have none. At first all are looked at. */
    public ManagerBuilder namespace(String namespace) {
        this.namespace = namespace;
        return this;
    }

    /** Works only while it holds a lease of that name, so that of several replicas one works and the others stand by. */
    public ManagerBuilder leaderElection(String lease) {
        this.candidacy = Optional.of(namespace ->
                new Candidacy(Key.of(namespace, lease), Election.as(Election.uniqueIdentity(host, platform.random()))));
        return this;
    }

    /** Works only while it holds a lease, under those terms. */
    public ManagerBuilder leaderElection(Key lease, Election election) {
        this.candidacy = Optional.of(namespace -> new Candidacy(lease, election));
        return this;
    }

    Optional<Candidacy> findCandidacy() {
        return candidacy.map(of -> of.apply(home));
    }

    /** {@return how often the objects of a kind are looked at again by the controller that does so most often; zero if none does} */
    Duration resyncOf(ResourceType<?> type) {
        return controllers.stream()
                .filter(controller -> controller.type.groupVersionKind().equals(type.groupVersionKind()))
                .map(controller -> controller.resync)
                .filter(Duration::isPositive)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Closes something when the manager has stopped. */
    ManagerBuilder closing(AutoCloseable resource) {
        this.owned = Optional.of(resource);
        return this;
    }

    void closeOwned() {
        owned.ifPresent(resource -> {
            try {
                resource.close();
            } catch (Exception failure) {
                throw new IllegalStateException("what the manager was given to close could not be closed", failure);
            }
        });
    }

    /**
     * Says how long reconciles that have begun may take to end when the manager is closed: 10 s at first. Those that take longer
     * are interrupted, and those that do not stop even then are named in the log.
     */
    public ManagerBuilder drain(Duration within) {
        if (within.isNegative()) {
            throw new IllegalArgumentException("a manager cannot wait for " + within);
        }
        this.drain = within;
        return this;
    }

    /** Tells how it goes. */
    public ManagerBuilder monitor(Monitor monitor) {
        this.monitor = monitor;
        return this;
    }

    /** Tells how long each reconcile took and why there was one, beside the figures. Comes before the tracer of a {@linkplain #monitor monitor}. */
    public ManagerBuilder tracer(Tracer tracer) {
        this.tracer = Optional.of(tracer);
        return this;
    }

    Tracer effectiveTracer() {
        return tracer.orElseGet(monitor::tracer);
    }

    /**
     * Shows figures, health and readiness over HTTP, under {@code /metrics}, {@code /healthz} and {@code /readyz}. Takes the
     * place of a {@linkplain #monitor monitor}.
     */
    public ManagerBuilder monitoring(InetSocketAddress address) {
        MetricsRegistry registry = new MetricsRegistry();
        this.monitor = new PrometheusMonitor(registry);
        this.monitoring = Optional.of(new Monitoring(address, registry));
        return this;
    }

    /**
     * Lets levels of the log be read and set at run time, under {@code /loglevel} of the {@linkplain #monitoring monitoring}, from this machine
     * only. How depends on what SLF4J is bound to, so it takes a port: {@link LogLevels#ofJdk()} for {@code java.util.logging}.
     */
    public ManagerBuilder logLevels(LogLevels levels) {
        this.logLevels = Optional.of(levels);
        return this;
    }

    /** Adds a controller for the objects of a kind. */
    public <T extends Resource> ManagerBuilder controller(
            ResourceType<T> type, Consumer<? super ControllerBuilder<T>> description) {
        ControllerBuilder<T> builder = new ControllerBuilder<>(type);
        description.accept(builder);
        controllers.add(builder);
        return this;
    }

    /**
     * Serves webhooks as well, from the start and whether or not this process leads. Its clients, and where its figures go, are those of
     * the manager, and the manager is ready when it is.
     */
    public ManagerBuilder webhooks(Consumer<? super WebhookServerBuilder> description) {
        this.webhooks = Optional.of(description);
        return this;
    }

    /**
     * {@return the manager, which has not started}
     *
     * @throws IllegalStateException if a controller has nothing to do, or two have the same name
     */
    public Manager build() {
        Set<String> names = new HashSet<>();
        for (ControllerBuilder<?> controller : controllers) {
            controller.lifecycle();
            if (!names.add(controller.name)) {
                throw new IllegalStateException("two controllers have the name \"" + controller.name
                        + "\"; they would fight over the same fields: give one another name with .name(…)");
            }
        }
        if (controllers.isEmpty() && webhooks.isEmpty()) {
            throw new IllegalStateException(
                    "a manager without a controller has nothing to do: add one with .controller(…)");
        }
        if (controllers.isEmpty() && candidacy.isPresent()) {
            throw new IllegalStateException(
                    "webhooks are served by every replica: there is nothing to elect a leader for");
        }
        return new Manager(this);
    }

    /** Builds the manager and runs it until the process is asked to stop. */
    public void run() throws InterruptedException {
        build().run();
    }
}
