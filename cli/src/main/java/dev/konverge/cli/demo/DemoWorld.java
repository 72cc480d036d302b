package dev.konverge.cli.demo;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.ApplyOptions;
import dev.konverge.client.ClientSet;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transport;
import dev.konverge.client.transport.Transports;
import dev.konverge.controller.Manager;
import dev.konverge.model.Yaml;
import dev.konverge.model.apiextensions.v1.CustomResourceDefinition;
import dev.konverge.model.core.v1.Node;
import dev.konverge.samples.foo.SampleController;
import dev.konverge.samples.workloads.PretendKubelet;
import dev.konverge.samples.workloads.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** A whole cluster in one process: API server, workload controllers, sample controller, and a client of one's own. */
final class DemoWorld implements AutoCloseable {
    private static final String NODE = "konverge";
    private static final Duration POD_START = Duration.ofMillis(400);
    private static final Duration ESTABLISHED_WITHIN = Duration.ofMinutes(2);

    private final Platform platform;
    private final ApiServer api;
    private final Listening server;
    private final Transport transport;
    private final ClientSet clients;

    /** What is closed in the end, the last one first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private DemoWorld(Platform platform, ApiServer api, Listening server, Transport transport) {
        this.platform = platform;
        this.api = api;
        this.server = server;
        this.transport = transport;
        this.clients = ClientSet.on(transport, platform);
    }

    /** Starts everything but the sample controller. */
    static DemoWorld open(Platform platform) {
        ApiServer api = ApiServer.create(platform, Profile.CLUSTER);
        Listening server = api.listen(SocketOptions.USUAL);
        Transports transports = new Transports(platform);
        Transport transport = transports.connect(
                KubeConfig.parse(server.kubeconfig(), Path.of("kubeconfig")).resolve());
        DemoWorld world = new DemoWorld(platform, api, server, transport);
        world.parts.push(server);
        world.parts.push(transports);
        world.parts.push(transport);
        return world;
    }

    /** Makes the node, the definition of Foos, and sets all controllers to work. */
    void begin() {
        clients.resource(Node.TYPE)
                .create(Node.builder().metadata(m -> m.name(NODE)).build());
        CustomResourceDefinition definition = Yaml.read(SampleController.definition(), CustomResourceDefinition.CODEC);
        clients.resource(CustomResourceDefinition.TYPE)
                .apply(definition, ApplyOptions.by("demo").withForce(true));
        clients.resource(CustomResourceDefinition.TYPE)
                .waitUntil(definition.key().name(), DemoWorld::isEstablished, ESTABLISHED_WITHIN);
        Manager workloads = Workloads.addTo(Manager.builder(platform, transport), new PretendKubelet(NODE, POD_START))
                .build();
        parts.push(workloads.start());
        parts.push(SampleController.startOnRuntime(platform, transport));
    }

    private static boolean isEstablished(CustomResourceDefinition definition) {
        return definition.status() != null
                && definition.status().conditions().stream()
                        .anyMatch(condition ->
                                "Established".equals(condition.type()) && "True".equals(condition.status()));
    }

    ClientSet clients() {
        return clients;
    }

    String address() {
        return server.uri().toString();
    }

    /** {@return how many writes the server has seen} */
    long writes() {
        return api.revision();
    }

    String kubeconfig() {
        return server.kubeconfig();
    }

    @Override
    public void close() {
        IllegalStateException failures = new IllegalStateException("the demonstration did not stop in order");
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception failure) {
                failures.addSuppressed(failure);
            }
        }
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }
}
