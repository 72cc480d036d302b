package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.client.Encoding;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.client.RestClient;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.RequestMetrics;
import dev.konverge.client.transport.Transport;
import dev.konverge.controller.ManagerSettings.Candidacy;
import dev.konverge.controller.ManagerSettings.Monitoring;
import dev.konverge.controller.event.Correlation;
import dev.konverge.controller.event.EventFlavour;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.monitor.LogLevels;
import dev.konverge.controller.monitor.MetricsRegistry;
import dev.konverge.controller.monitor.MonitoringServer;
import dev.konverge.controller.monitor.PrometheusMonitor;
import dev.konverge.controller.webhook.WebhookServerBuilder;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Describes a {@link Manager}. */
public final class ManagerBuilder {
    private final Platform platform;
    private final Transport transport;
    private final Optional<ClientConfig> config;
    private final List<ControllerBuilder<?>> controllers = new ArrayList<>();
    private final List<OwnTasks.Named> tasks = new ArrayList<>();

    /** Who campaigns for what, given the host and the namespace of the manager's own objects. */
    private Optional<BiFunction<String, String, Candidacy>> candidacy = Optional.empty();

    private Optional<Monitor> monitor = Optional.empty();
    private Optional<Tracer> tracer = Optional.empty();
    private Optional<InetSocketAddress> monitoring = Optional.empty();
    private MetricsRegistry registry = new MetricsRegistry();
    private final MonitoringServer.Checks health = new MonitoringServer.Checks();
    private final MonitoringServer.Checks readiness = new MonitoringServer.Checks();

    /** What was said that only the monitoring shows. */
    private final Set<String> shown = new TreeSet<>();

    private Optional<AutoCloseable> owned = Optional.empty();
    private Duration drain = Duration.ofSeconds(10);
    private Set<String> namespaces = Set.of();
    private final Map<CacheSettings.Id, CacheSettings<?>> caches = new LinkedHashMap<>();
    private String host = "localhost";
    private ManagerSettings.Events events = new ManagerSettings.Events(EventFlavour.EVENTS, Correlation.STANDARD);
    private String server = "kubernetes";
    private Encoding encoding = Encoding.JSON;
    private Optional<LogLevels> logLevels = Optional.empty();
    private Optional<Consumer<? super WebhookServerBuilder>> webhooks = Optional.empty();

    /** Where the manager's own objects live, if nothing is said. */
    private String home = "default";

    ManagerBuilder(Platform platform, Transport transport, Optional<ClientConfig> config) {
        this.config = config;
        this.platform = platform;
        this.transport = transport;
    }

    /** Names the host that events are reported from, and that an identity for the election is made of. */
    public ManagerBuilder host(String host) {
        this.host = host;
        return this;
    }

    /** Says which API events go to: {@link EventFlavour#EVENTS} at first. */
    public ManagerBuilder events(EventFlavour flavour) {
        return events(flavour, events.correlation());
    }

    /**
     * Says which API events go to, and how they are thinned out before: as {@link Correlation#STANDARD} says at first, so that about one
     * object 25 events at once are told, and then one every five minutes.
     */
    public ManagerBuilder events(EventFlavour flavour, Correlation correlation) {
        this.events = new ManagerSettings.Events(flavour, correlation);
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

    /** Looks only at objects in one namespace, and at those that have none; in all if it is empty, as at first. */
    public ManagerBuilder namespace(String namespace) {
        return namespace.isEmpty() ? namespaces() : namespaces(namespace);
    }

    /**
     * Looks only at objects in those namespaces, and at those that have none; in all if none is named, as at first. Each namespace has caches
     * of its own, so a few are meant, and rights in those namespaces are all that is needed.
     */
    public ManagerBuilder namespaces(String... namespaces) {
        this.namespaces = CacheSettings.namespaces(namespaces);
        return this;
    }

    /**
     * Says what is kept of a kind that a controller declares. At first that is everything, but for managed fields.
     *
     * @throws IllegalArgumentException if that was said before
     */
    public <R extends Resource> ManagerBuilder cache(
            ResourceType<R> type, Consumer<? super CacheBuilder<R>> description) {
        CacheBuilder<R> builder = new CacheBuilder<>(type);
        description.accept(builder);
        if (caches.putIfAbsent(CacheSettings.Id.of(type), builder.settings()) != null) {
            throw new IllegalArgumentException("what is kept of " + type + " is said twice");
        }
        return this;
    }

    /** Works only while it holds a lease of that name, so that of several replicas one works and the others stand by. */
    public ManagerBuilder leaderElection(String lease) {
        NameRules.object("a lease", lease);
        this.candidacy = Optional.of((host, home) ->
                new Candidacy(Key.of(home, lease), Election.as(Election.uniqueIdentity(host, platform.random()))));
        return this;
    }

    /** Works only while it holds a lease, under those terms. */
    public ManagerBuilder leaderElection(Key lease, Election election) {
        NameRules.object("a lease", lease.name());
        this.candidacy = Optional.of((host, home) -> new Candidacy(lease, election));
        return this;
    }

    /** Closes something when the manager has stopped. */
    ManagerBuilder closing(AutoCloseable resource) {
        this.owned = Optional.of(resource);
        return this;
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

    /** Tells how it goes, in a way of one's own instead of that of {@link #monitoring(InetSocketAddress)}. */
    public ManagerBuilder monitor(Monitor monitor) {
        this.monitor = Optional.of(monitor);
        return this;
    }

    /** Tells how long each reconcile took and why there was one, beside the figures. Comes before the tracer of a {@linkplain #monitor monitor}. */
    public ManagerBuilder tracer(Tracer tracer) {
        this.tracer = Optional.of(tracer);
        return this;
    }

    /** Shows figures, health and readiness over HTTP, under {@code /metrics}, {@code /healthz} and {@code /readyz}. */
    public ManagerBuilder monitoring(InetSocketAddress address) {
        return monitoring(address, new MetricsRegistry());
    }

    /** As {@link #monitoring(InetSocketAddress)}, with the manager's figures beside those that others keep in a registry. */
    public ManagerBuilder monitoring(InetSocketAddress address, MetricsRegistry registry) {
        this.monitoring = Optional.of(address);
        this.registry = registry;
        return this;
    }

    /**
     * Adds to what {@code /healthz} asks: whether the process can go on without a restart. It must be quick, and has failed if
     * it throws.
     *
     * @throws IllegalArgumentException if there is one of that name, of the manager itself too
     */
    public ManagerBuilder healthCheck(String name, BooleanSupplier isWell) {
        requireOther(name, Manager.SERVER_HEARD_OF, Manager.CONTROLLERS_AT_WORK, Manager.LEADER_ELECTION);
        health.add(name, isWell);
        shown.add(".healthCheck(…)");
        return this;
    }

    /**
     * Adds to what {@code /readyz} asks: whether the process does its work. It must be quick, and has failed if it throws.
     *
     * @throws IllegalArgumentException if there is one of that name, of the manager itself too
     */
    public ManagerBuilder readinessCheck(String name, BooleanSupplier isReady) {
        requireOther(name, Manager.CACHES_SYNCED, Manager.CACHES_CURRENT, Manager.WEBHOOKS_CALLABLE);
        readiness.add(name, isReady);
        shown.add(".readinessCheck(…)");
        return this;
    }

    private static void requireOther(String name, String... own) {
        if (List.of(own).contains(name)) {
            throw new IllegalArgumentException("the manager has a check \"" + name + "\": give this one another name");
        }
    }

    /**
     * Lets levels of the log be read and set at run time, under {@code /loglevel} of the {@linkplain #monitoring monitoring}, from this machine
     * only. How depends on what SLF4J is bound to, so it takes a port: {@link LogLevels#ofJdk()} for {@code java.util.logging}.
     */
    public ManagerBuilder logLevels(LogLevels levels) {
        this.logLevels = Optional.of(levels);
        shown.add(".logLevels(…)");
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
     * Runs something beside the controllers while this process leads, in each term anew: with clients that cannot write any more
     * after the term, and interrupted at its end. Whatever must be written for an object is better left to a reconciler that it
     * {@linkplain Waker wakes}.
     *
     * @throws IllegalArgumentException if there is one of that name
     */
    public ManagerBuilder task(String name, OwnTask task) {
        return task(new OwnTasks.Named(name, task, false));
    }

    /**
     * Runs something beside the controllers from the start to the end, whether or not this process leads.
     *
     * @throws IllegalArgumentException if there is one of that name
     */
    public ManagerBuilder taskOnEveryReplica(String name, OwnTask task) {
        return task(new OwnTasks.Named(name, task, true));
    }

    private ManagerBuilder task(OwnTasks.Named named) {
        if (tasks.stream().anyMatch(other -> other.name().equals(named.name()))) {
            throw new IllegalArgumentException("two tasks have the name \"" + named.name() + '"');
        }
        tasks.add(named);
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
     * {@return the manager, which has not started} What this builder is told later does not change it.
     *
     * @throws IllegalStateException if a controller has nothing to do, two have the same name, two declare a kind differently,
     *     something is said of a cache that there is not, or figures, checks or levels would be where nobody looks
     */
    public Manager build() {
        Set<String> names = new HashSet<>();
        for (ControllerBuilder<?> controller : controllers) {
            controller.lifecycle();
            if (PartialObjectMetadata.isFormOf(controller.type)) {
                throw new IllegalStateException(
                        "controller \"" + controller.name
                                + "\" is for metadata only, and what it reconciles has to be whole: watch the metadata with .watches(…)");
            }
            if (!names.add(controller.name)) {
                throw new IllegalStateException("two controllers have the name \"" + controller.name
                        + "\"; they would fight over the same fields: give one another name with .name(…)");
            }
        }
        Declarations.check(controllers);
        if (controllers.isEmpty() && webhooks.isEmpty() && tasks.isEmpty()) {
            throw new IllegalStateException(
                    "a manager without a controller has nothing to do: add one with .controller(…)");
        }
        if (controllers.isEmpty() && tasks.stream().allMatch(OwnTasks.Named::everywhere) && candidacy.isPresent()) {
            throw new IllegalStateException(
                    "webhooks are served, and such tasks run, by every replica: there is nothing to elect a leader for");
        }
        if (!shown.isEmpty() && monitoring.isEmpty()) {
            throw new IllegalStateException("what was said with " + shown
                    + " is shown by the monitoring only: say where with .monitoring(address)");
        }
        if (monitor.isPresent() && monitoring.isPresent()) {
            throw new IllegalStateException(
                    "figures go to a monitor or to the registry of the monitoring, not to both: to add some of your own, keep them"
                            + " in a registry and say .monitoring(address, registry)");
        }
        Set<CacheSettings.Id> declared = controllers.stream()
                .flatMap(controller -> controller.declared().map(CacheSettings.Id::of))
                .collect(Collectors.toSet());
        for (CacheSettings.Id cache : caches.keySet()) {
            if (!declared.contains(cache)) {
                throw new IllegalStateException("it is said what is kept of " + cache.kind()
                        + ", but no controller declares it with .owns, .watches or .reads");
            }
        }
        return new Manager(settings());
    }

    private Monitoring monitoringAt(InetSocketAddress address) {
        return new Monitoring(
                address,
                registry,
                new MonitoringServer.Checks().addAll(health),
                new MonitoringServer.Checks().addAll(readiness));
    }

    ManagerSettings settings() {
        // As they are now: the builder may be told something else meanwhile.
        String where = host;
        String own = home;
        Monitor figures = monitoring
                .<Monitor>map(address -> new PrometheusMonitor(registry))
                .or(() -> monitor)
                .orElse(Monitor.NONE);
        return new ManagerSettings(
                platform,
                transport,
                rest(config, figures),
                rest(config, figures),
                // Whoever waits behind its own writes for a place to renew its lease has lost it.
                rest(config.map(limited -> limited.toBuilder().rateLimit(null).build()), figures),
                owned,
                controllers,
                tasks,
                candidacy.map(of -> () -> of.apply(where, own)),
                host,
                events,
                namespaces,
                caches,
                drain,
                figures,
                tracer.orElseGet(figures::tracer),
                monitoring.map(this::monitoringAt),
                logLevels,
                webhooks);
    }

    private RestClient rest(Optional<ClientConfig> known, Monitor figures) {
        RestClient rest = known.map(its -> RestClient.on(transport, platform, its))
                .orElseGet(() -> RestClient.on(transport, platform));
        RequestMetrics ofConfig = known.map(ClientConfig::metrics).orElse(RequestMetrics.NONE);
        RequestMetrics ofMonitor = figures.requests();
        return rest.withMetrics(ofMonitor.equals(RequestMetrics.NONE) ? ofConfig : ofMonitor, server)
                .withEncoding(encoding);
    }

    /** Builds the manager and runs it until the process is asked to stop. */
    public void run() throws InterruptedException {
        build().run();
    }
}
