package dev.konverge.controller;

import dev.konverge.base.Platform;
import dev.konverge.base.StopSignals;
import dev.konverge.base.Task;
import dev.konverge.client.ApiException;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.TransportOptions;
import dev.konverge.client.transport.Transports;
import dev.konverge.controller.event.Broadcast;
import dev.konverge.controller.event.EventBroadcaster;
import dev.konverge.controller.event.EventRecorder;
import dev.konverge.controller.leader.Campaign;
import dev.konverge.controller.leader.Fence;
import dev.konverge.controller.leader.FencedTransport;
import dev.konverge.controller.leader.LeaderElector;
import dev.konverge.controller.leader.LeaseStore;
import dev.konverge.controller.leader.Term;
import dev.konverge.controller.monitor.MonitoringServer;
import dev.konverge.controller.webhook.WebhookServer;
import dev.konverge.controller.webhook.WebhookServerBuilder;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs controllers: their caches, their queues, their workers, and the election in which their right to write is won.
 *
 * <p>Caches are filled from the start, whether or not this process leads, so that it works at once when its turn comes. When it
 * loses the lease its writes are refused and its workers are stopped, and it stands by again; the process need not end.
 *
 * <p>Immutable. Each {@link #start()} is a run of its own; one {@linkplain #from(ClientConfig) from a configuration} or from the environment is good for one run or plan, because
 * its connections are closed with it.
 */
public final class Manager {
    private static final Logger LOG = LoggerFactory.getLogger(Manager.class);

    /** Watches are opened anew every ten minutes at least: who has not even heard an answer to that for longer is cut off. */
    private static final Duration TOO_SILENT = Duration.ofMinutes(20);

    /** As often as that they are told that nothing is missing, too. Who is refused for longer works with an old copy, which no restart would make newer. */
    private static final Duration TOO_OLD = TOO_SILENT;

    /** So long after its lease has run out a leader may take to stop; as long as Kubernetes' own programs allow (LE-11). */
    private static final Duration LATE_TO_STOP = Duration.ofSeconds(20);

    /** Without an election there is no other replica: so long after the controllers have failed they begin again, unless a restart comes first. */
    private static final Duration NEXT_ATTEMPT = Duration.ofMinutes(1);

    /** So long after its definition was applied a kind may not be served yet. */
    private static final Duration SERVED_WITHIN = Duration.ofSeconds(5);

    /** What it asks itself, for {@code /healthz} and {@code /readyz}. */
    static final String SERVER_HEARD_OF = "server-heard-of";

    static final String CONTROLLERS_AT_WORK = "controllers-at-work";
    static final String LEADER_ELECTION = "leaderElection";
    static final String CACHES_SYNCED = "caches-synced";
    static final String CACHES_CURRENT = "caches-current";
    static final String WEBHOOKS_CALLABLE = "webhooks-callable";

    /** Nobody leads before the first term. */
    private static final Fence SHUT = () -> false;

    private final ManagerSettings settings;

    /** Whether there has been a run or a plan, or is one. */
    private final AtomicBoolean used = new AtomicBoolean();

    Manager(ManagerSettings settings) {
        this.settings = settings;
    }

    /** {@return a manager in the making, on a server behind a transport} The caller closes the transport. */
    public static ManagerBuilder builder(Platform platform, Transport transport) {
        return new ManagerBuilder(platform, transport, Optional.empty());
    }

    /**
     * {@return a manager in the making, on a server behind a transport, with what a configuration says of warnings, limits, metrics and its
     * namespace} The limits hold for all of its requests taken together, but not for those that keep its lease; events have limits of
     * their own, which are the same. The caller closes the transport.
     */
    public static ManagerBuilder builder(Platform platform, Transport transport, ClientConfig config) {
        return new ManagerBuilder(platform, transport, Optional.of(config))
                .home(config.namespace().isEmpty() ? "default" : config.namespace())
                .server(config.server().getAuthority());
    }

    /** {@return a manager in the making, on the server of a configuration} It is good for one run or plan. */
    public static ManagerBuilder from(ClientConfig config) {
        return from(config, TransportOptions.STANDARD);
    }

    /** {@return the same, with other settings of its connections, such as who encrypts them} */
    public static ManagerBuilder from(ClientConfig config, TransportOptions options) {
        return from(Environment.ofProcess(), config, options);
    }

    /** {@return a manager in the making, on the server that the environment names: see {@link KubeConfig#detect()}} */
    public static ManagerBuilder fromEnvironment() {
        return fromEnvironment(TransportOptions.STANDARD);
    }

    /** {@return the same, with other settings of its connections, such as who encrypts them} */
    public static ManagerBuilder fromEnvironment(TransportOptions options) {
        return from(Environment.ofProcess(), options);
    }

    static ManagerBuilder from(Environment environment, TransportOptions options) {
        return from(environment, KubeConfig.detect(environment), options);
    }

    private static ManagerBuilder from(Environment environment, ClientConfig config, TransportOptions options) {
        Platform platform = Platform.real();
        Transports transports = new Transports(platform, environment, options);
        return builder(platform, transports.connect(config), config)
                .closing(transports)
                .host(hostName());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    /** {@return the rights that it needs, as far as its description says} Asks no server. */
    public Permissions permissions() {
        return Permissions.of(settings);
    }

    /** Runs until the process is asked to stop, by SIGINT, SIGTERM or SIGHUP. A second SIGINT or SIGTERM ends it at once. */
    public void run() throws InterruptedException {
        try (StopSignals signals = StopSignals.take();
                Running running = start()) {
            LOG.atInfo().addKeyValue("controllers", running.crew.names()).log("the manager has started");
            signals.await();
            LOG.atInfo().log("the manager stops, because it was asked to");
        }
    }

    /**
     * Starts everything, on threads of its own.
     *
     * @return what stops it
     * @throws IllegalStateException if this manager has closed its connections with an earlier run
     */
    public Running start() {
        requireConnections();
        return new Running(settings);
    }

    private void requireConnections() {
        if (used.getAndSet(true) && settings.owned().isPresent()) {
            throw new IllegalStateException(
                    "a manager from the environment or a configuration is good for one run or plan, which closes its connections: build another one");
        }
    }

    /**
     * Looks once at every object, with writes that the server does not store. Leads nobody, and is led by nobody.
     *
     * <p>Every request that is not a read is a dry run, those of {@link Scope#clients()} too; what cannot be tried, such as a
     * command in a container, is refused. {@code onDelete} is not called, only told of: what it cleans up need not be on the
     * server. What a reconciler itself does elsewhere is done; it can ask {@link Scope#isPlan()}.
     *
     * <p>Unlike a run, which waits for whatever it lacks, a plan ends when objects cannot be listed.
     *
     * @param plan is told of every write, and says that they are dry runs
     * @throws IllegalArgumentException if the plan says that writes are meant
     * @throws IllegalStateException if this manager has closed its connections with an earlier run
     * @throws UnservedKindException if the server does not serve a kind that a controller declared, not even after some seconds
     * @throws UnplannedException at the end, if reconciles failed, with the keys of all of them
     * @throws ApiException if the server refuses to list a kind, or cannot be asked
     */
    public void plan(Plan plan) throws InterruptedException {
        if (!plan.isDryRun()) {
            throw new IllegalArgumentException("not a plan, because its writes are meant: " + plan);
        }
        requireConnections();
        try {
            ClientSet clients = settings.clients(DryRunTransport::new);
            Informers informers = new Informers(settings, clients);
            AttendedPlan attended = new AttendedPlan(plan);
            Crew crew = Crew.of(settings, informers, name -> EventRecorder.NONE, attended);
            List<ResourceType<?>> unserved = informers.awaitServed(SERVED_WITHIN);
            if (!unserved.isEmpty()) {
                throw new UnservedKindException(unserved);
            }
            Informers.Running running = informers.start();
            try {
                crew.runOnce(clients);
            } finally {
                running.close();
            }
            attended.check();
        } finally {
            settings.closeOwned();
        }
    }

    /** A manager at work. */
    public static final class Running implements AutoCloseable {
        private final ManagerSettings settings;
        private final Platform platform;
        private final Crew crew;
        private final Informers informers;
        private final Broadcast events;
        private final AutoCloseable lead;
        private final Optional<WebhookServer.Running> webhooks;
        private final Optional<MonitoringServer> monitoring;

        /** What has begun beside the work itself, the last first: whatever uses another part ends before it. */
        private final Deque<AutoCloseable> begun = new ArrayDeque<>();

        /** The fence of the newest term. Written by the thread that leads, read by whoever asks whether this process does. */
        private volatile Fence fence = SHUT;

        /** Written once by the one who starts it, read by whoever asks for its health. */
        private volatile Optional<Campaign> campaign = Optional.empty();

        /** Whether the controllers have ended by themselves, and have not begun again since. Written by the thread that leads, read by whoever asks for its health. */
        private volatile boolean broken;

        /** Written by the one who closes it, read by every write. */
        private volatile boolean closed;

        private Running(ManagerSettings settings) {
            this.settings = settings;
            this.platform = settings.platform();
            ClientSet open = settings.clients(UnaryOperator.identity());
            this.informers = new Informers(settings, open);
            begun.push(settings::closeOwned);
            try {
                // What can fail comes first: a webhook that is described wrongly, an address that is in use.
                this.webhooks = settings.webhooks().map(description -> serve(open, description));
                webhooks.ifPresent(begun::push);
                this.events = new EventBroadcaster(platform)
                        // A line for each object is for those who look for it.
                        .toLog(Level.DEBUG)
                        .toApi(
                                ClientSet.of(settings.forEvents()),
                                settings.events().flavour(),
                                settings.events().correlation())
                        .givingWay(this::isBusy)
                        .start();
                begun.push(events);
                this.crew = Crew.of(settings, informers, name -> events.recorder(name, settings.host()), Plan.NONE);
                begun.push(crew.hear());
                this.monitoring = settings.monitoring().map(this::show);
                monitoring.ifPresent(begun::push);
                begun.push(informers.start());
                OwnTasks everywhere = OwnTasks.of(settings, true);
                if (!everywhere.isEmpty()) {
                    begun.push(platform.start("own tasks of every replica", () -> everywhere.run(open)));
                }
                this.lead = settings.candidacy()
                        .map(candidacy -> campaign(candidacy.get()))
                        .orElseGet(this::leadAlways);
            } catch (RuntimeException | Error failure) {
                try {
                    end();
                } catch (RuntimeException another) {
                    failure.addSuppressed(another);
                }
                throw failure;
            }
        }

        /** Ends what has begun; a part that fails does not keep the others from ending. */
        private void end() {
            @Nullable RuntimeException problem = null;
            for (AutoCloseable part : begun) {
                try {
                    part.close();
                } catch (Throwable failure) {
                    if (problem == null) {
                        problem = new IllegalStateException("a part of the manager did not stop in order", failure);
                    } else {
                        problem.addSuppressed(failure);
                    }
                }
            }
            if (problem != null) {
                throw problem;
            }
        }

        private WebhookServer.Running serve(ClientSet clients, Consumer<? super WebhookServerBuilder> description) {
            WebhookServerBuilder server = WebhookServer.builder(platform)
                    .clients(clients)
                    .metrics(settings.monitor().webhooks());
            description.accept(server);
            return server.build().start();
        }

        private MonitoringServer show(ManagerSettings.Monitoring where) {
            MonitoringServer.Checks health = new MonitoringServer.Checks()
                    .add(SERVER_HEARD_OF, () -> informers.silence().compareTo(TOO_SILENT) < 0)
                    .add(CONTROLLERS_AT_WORK, () -> !broken);
            if (settings.candidacy().isPresent()) {
                health.add(LEADER_ELECTION, this::isLeadershipWell);
            }
            MonitoringServer.Checks readiness = new MonitoringServer.Checks()
                    .add(CACHES_SYNCED, this::hasSynced)
                    .add(CACHES_CURRENT, () -> informers.staleness().compareTo(TOO_OLD) < 0);
            webhooks.ifPresent(server -> readiness.add(WEBHOOKS_CALLABLE, server::isReady));
            return MonitoringServer.open(
                    where.address(),
                    where.registry(),
                    health.addAll(where.health()),
                    readiness.addAll(where.readiness()),
                    settings.logLevels());
        }

        private AutoCloseable campaign(ManagerSettings.Candidacy candidacy) {
            Campaign started = new LeaderElector(
                            platform,
                            LeaseStore.on(ClientSet.of(settings.unlimited()), candidacy.lease()),
                            candidacy.election(),
                            this::lead)
                    .withMetrics(settings.monitor().election())
                    .withEvents(events.recorder("leader-election", settings.host()))
                    .start();
            campaign = Optional.of(started);
            return started;
        }

        /** Objects before events: what waits for a worker is more important than what is told about others. */
        private boolean isBusy() {
            return isLeading() && crew.hasWaiting();
        }

        private boolean isLeadershipWell() {
            return campaign.flatMap(running -> running.findProblem(LATE_TO_STOP))
                    .isEmpty();
        }

        private AutoCloseable leadAlways() {
            Fence always = () -> !closed;
            fence = always;
            Task task = platform.start("controllers", () -> workAgainAndAgain(always));
            return task;
        }

        private void workAgainAndAgain(Fence always) throws InterruptedException {
            while (true) {
                try {
                    workBehind(always);
                    return;
                } catch (RuntimeException | Error failure) {
                    LOG.atError()
                            .addKeyValue("controllers", crew.names())
                            .addKeyValue("delay", NEXT_ATTEMPT)
                            .setCause(failure)
                            .log("the controllers have ended by themselves, and begin again");
                    // Whoever asks for its health has been told no a few times by then, and may have restarted it.
                    platform.sleep(NEXT_ATTEMPT);
                }
            }
        }

        private void lead(Term term) throws InterruptedException {
            Fence own = () -> !closed && term.isOpen();
            fence = own;
            try {
                workBehind(own);
            } finally {
                // What is left behind cannot write, but do other things: until it ends the next one waits for the
                // lease.
                crew.awaitLeftBehind(term.remaining());
            }
        }

        /** Works behind a fence that no later term opens again, and names those who do not stop when they are asked to. */
        private void workBehind(Fence own) throws InterruptedException {
            broken = false;
            try {
                crew.run(settings.clients(transport -> new FencedTransport(transport, own)));
            } catch (RuntimeException | Error failure) {
                broken = true;
                throw failure;
            } finally {
                crew.tellOfUnfinished();
            }
        }

        /** {@return whether every cache has everything that was there at the start} */
        public boolean hasSynced() {
            return crew.hasSynced();
        }

        /** {@return where figures, health and readiness are shown, if anywhere} */
        public Optional<InetSocketAddress> findMonitoring() {
            return monitoring.map(MonitoringServer::address);
        }

        /** {@return where webhooks are served, if anywhere} */
        public Optional<InetSocketAddress> findWebhooks() {
            return webhooks.map(WebhookServer.Running::address);
        }

        /** {@return whether this process may write} */
        public boolean isLeading() {
            return fence.isOpen();
        }

        /** {@return what is being reconciled, by the name of its controller; when this is closed, what did not stop} */
        public Map<String, Set<Key>> unfinished() {
            return crew.unfinished();
        }

        /**
         * Lets reconciles that have begun end, for {@linkplain ManagerBuilder#drain a while}, and none begin. Then stops the workers,
         * the caches, the events and the webhooks, and waits for each. Whatever is still at work is named in the log.
         */
        @Override
        public void close() {
            try {
                crew.finish(settings.drain());
                lead.close();
            } catch (Exception impossible) {
                throw new IllegalStateException("closing a task or a campaign throws nothing", impossible);
            } finally {
                // From here on not even those that did not stop can write.
                closed = true;
                end();
            }
        }
    }
}
