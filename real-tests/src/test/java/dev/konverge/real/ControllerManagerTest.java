package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.ApiServer;
import dev.konverge.apiserver.Listening;
import dev.konverge.apiserver.Profile;
import dev.konverge.apiserver.SecretFile;
import dev.konverge.apiserver.SocketOptions;
import dev.konverge.base.Platform;
import dev.konverge.client.ClientSet;
import dev.konverge.client.ListOptions;
import dev.konverge.client.WriteOptions;
import dev.konverge.client.config.KubeConfig;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Quantity;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.StrategicMergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.apps.v1.StatefulSet;
import dev.konverge.model.batch.v1.Job;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.Binding;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Namespace;
import dev.konverge.model.core.v1.Node;
import dev.konverge.model.core.v1.PersistentVolumeClaim;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.Service;
import dev.konverge.model.core.v1.ServiceAccount;
import dev.konverge.model.discovery.v1.EndpointSlice;
import dev.konverge.testkit.RealProgram;
import dev.konverge.testkit.RealPrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real kube-controller-manager against the embedded server, which does nothing but serve the API. */
@NeedsPrograms("kube-controller-manager")
@Tag("real")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerManagerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Platform platform = Platform.real();
    private final Transports transports = new Transports(platform);

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private Listening server;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private RealProgram manager;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    private ClientSet clients;

    private String namespace = "";

    @BeforeAll
    void start(@TempDir Path folder) {
        server = ApiServer.create(platform, Profile.BARE).listen(SocketOptions.USUAL);
        Path kubeconfig = folder.resolve("kubeconfig");
        SecretFile.write(kubeconfig, server.kubeconfig());
        SecretFile.write(folder.resolve("ca.crt"), server.authorityPem());
        clients = ClientSet.connect(
                transports, platform, KubeConfig.load(kubeconfig).resolve());
        manager = RealProgram.start(
                RealPrograms.get().get("kube-controller-manager"),
                folder.resolve("kube-controller-manager.log"),
                List.of(
                        "--kubeconfig=" + kubeconfig,
                        "--root-ca-file=" + folder.resolve("ca.crt"),
                        "--leader-elect=true",
                        "--use-service-account-credentials=true",
                        "--controllers=*",
                        "--secure-port=0"));
    }

    @AfterAll
    void stop() {
        manager.close();
        transports.close();
        server.close();
    }

    @BeforeEach
    void makeNamespace() {
        namespace = clients.resource(Namespace.TYPE)
                .create(Namespace.builder()
                        .metadata(m -> m.generateName("test-"))
                        .build())
                .key()
                .name();
    }

    private interface Check {
        void run();
    }

    private void eventually(Check check) {
        long end = platform.clock().deadlineAfter(PATIENCE);
        while (true) {
            try {
                check.run();
                return;
            } catch (AssertionError | RuntimeException notYet) {
                if (platform.clock().nanoTime() > end || !manager.isAlive()) {
                    throw new AssertionError(notYet.getMessage() + "\n" + lastWords(), notYet);
                }
            }
            try {
                platform.sleep(Duration.ofMillis(50));
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                throw new AssertionError(interrupt);
            }
        }
    }

    /** What the manager complained of last. */
    private String lastWords() {
        List<String> complaints = manager.output()
                .lines()
                .filter(line -> line.startsWith("E") || line.startsWith("F"))
                .toList();
        return String.join("\n", complaints.subList(Math.max(0, complaints.size() - 20), complaints.size()));
    }

    private <T extends Resource> List<T> all(ResourceType<T> type) {
        return clients.resource(type).in(namespace).list().items();
    }

    private <T extends Resource> void create(T object, ResourceType<T> type) {
        clients.resource(type).in(namespace).create(object);
    }

    private void deploy(int replicas) {
        create(
                Deployment.builder()
                        .metadata(m -> m.name("web"))
                        .spec(s -> s.replicas(replicas)
                                .selector(l -> l.matchLabels(Map.of("app", "web")))
                                .template(t -> t.metadata(m -> m.labels(Map.of("app", "web")))
                                        .spec(p -> p.addContainers(
                                                c -> c.name("main").image("nginx:1")))))
                        .build(),
                Deployment.TYPE);
    }

    private void pretendThatAllPodsAreReady() {
        MergePatch ready = new MergePatch(Json.parse(
                "{\"status\":{\"phase\":\"Running\",\"podIP\":\"10.244.0.7\",\"podIPs\":[{\"ip\":\"10.244.0.7\"}],\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\","
                        + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]}}"));
        for (Pod pod : all(Pod.TYPE)) {
            clients.resource(Pod.TYPE).patch(pod.key(), ready, WriteOptions.NONE, "status");
        }
    }

    @Test
    void itLeadsAndEachControllerHasAnAccountOfItsOwn() {
        eventually(() -> {
            Lease lease = clients.resource(Lease.TYPE).get(Key.of("kube-system", "kube-controller-manager"));
            assertThat(Objects.requireNonNull(lease.spec()).holderIdentity()).isNotEmpty();
        });
        eventually(() -> assertThat(clients.resource(ServiceAccount.TYPE)
                        .in("kube-system")
                        .list()
                        .items())
                .extracting(account -> account.key().name())
                .contains("deployment-controller", "replicaset-controller", "generic-garbage-collector"));
    }

    @Test
    void aDeploymentGetsItsReplicaSetAndPodsAndBecomesAvailable() {
        deploy(3);
        eventually(() -> assertThat(all(Pod.TYPE)).hasSize(3));
        assertThat(all(ReplicaSet.TYPE)).hasSize(1);
        pretendThatAllPodsAreReady();
        eventually(() -> assertThat(Objects.requireNonNull(clients.resource(Deployment.TYPE)
                                .in(namespace)
                                .get("web")
                                .status())
                        .availableReplicas())
                .isEqualTo(3));
        clients.resource(Deployment.TYPE)
                .in(namespace)
                .patch("web", new MergePatch(Json.parse("{\"spec\":{\"replicas\":1}}")));
        eventually(() -> assertThat(
                        all(Pod.TYPE).stream().filter(pod -> pod.metadata().deletionTimestamp() == null))
                .hasSize(1));
        clients.resource(Deployment.TYPE)
                .in(namespace)
                .patch(
                        "web",
                        new StrategicMergePatch(
                                RawJson.of(
                                        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}}}")));
        eventually(() -> assertThat(all(ReplicaSet.TYPE)).hasSize(2));
    }

    @Test
    void eachCascadeOfADeletionIsDone() {
        deploy(2);
        eventually(() -> assertThat(all(Pod.TYPE)).hasSize(2));
        DeleteOptions foreground =
                DeleteOptions.builder().propagationPolicy("Foreground").build();
        clients.resource(Deployment.TYPE).delete(Key.of(namespace, "web"), foreground);
        eventually(() -> {
            assertThat(all(Deployment.TYPE)).isEmpty();
            assertThat(all(ReplicaSet.TYPE)).isEmpty();
            assertThat(all(Pod.TYPE)).isEmpty();
        });
        deploy(2);
        eventually(() -> assertThat(all(Pod.TYPE)).hasSize(2));
        DeleteOptions orphan =
                DeleteOptions.builder().propagationPolicy("Orphan").build();
        clients.resource(Deployment.TYPE).delete(Key.of(namespace, "web"), orphan);
        eventually(() -> {
            assertThat(all(Deployment.TYPE)).isEmpty();
            assertThat(all(ReplicaSet.TYPE))
                    .singleElement()
                    .satisfies(left ->
                            assertThat(left.metadata().ownerReferences()).isEmpty());
        });
    }

    @Test
    void aDeletedNamespaceIsEmptiedAndGoes() {
        eventually(() -> assertThat(all(ConfigMap.TYPE))
                .extracting(map -> map.key().name())
                .contains("kube-root-ca.crt"));
        eventually(() -> assertThat(all(ServiceAccount.TYPE)).hasSize(1));
        create(ConfigMap.builder().metadata(m -> m.name("a")).build(), ConfigMap.TYPE);
        clients.resource(Namespace.TYPE).delete(namespace);
        eventually(() ->
                assertThat(clients.resource(Namespace.TYPE).find(namespace)).isEqualTo(Optional.empty()));
    }

    @Test
    void aStatefulSetGetsPodsAndClaimsInOrder() {
        create(
                StatefulSet.builder()
                        .metadata(m -> m.name("db"))
                        .spec(s -> s.replicas(2)
                                .serviceName("db")
                                .selector(l -> l.matchLabels(Map.of("app", "db")))
                                .template(t -> t.metadata(m -> m.labels(Map.of("app", "db")))
                                        .spec(p -> p.addContainers(
                                                c -> c.name("main").image("db:1"))))
                                .addVolumeClaimTemplates(v -> v.metadata(m -> m.name("data"))
                                        .spec(c -> c.accessModes(List.of("ReadWriteOnce"))
                                                .resources(r -> r.requests(Map.of("storage", Quantity.parse("1Gi")))))))
                        .build(),
                StatefulSet.TYPE);
        eventually(() ->
                assertThat(all(Pod.TYPE)).extracting(pod -> pod.key().name()).containsExactly("db-0"));
        pretendThatAllPodsAreReady();
        eventually(() ->
                assertThat(all(Pod.TYPE)).extracting(pod -> pod.key().name()).containsExactly("db-0", "db-1"));
        assertThat(all(PersistentVolumeClaim.TYPE))
                .extracting(claim -> claim.key().name())
                .containsExactly("data-db-0", "data-db-1");
    }

    @Test
    void aJobRunsItsPodAndIsComplete() {
        create(
                Job.builder()
                        .metadata(m -> m.name("once"))
                        .spec(s -> s.template(t -> t.spec(p -> p.restartPolicy("Never")
                                .addContainers(c -> c.name("main").image("job:1")))))
                        .build(),
                Job.TYPE);
        eventually(() -> assertThat(all(Pod.TYPE)).hasSize(1));
        clients.resource(Pod.TYPE)
                .patch(
                        all(Pod.TYPE).getFirst().key(),
                        new MergePatch(Json.parse("{\"status\":{\"phase\":\"Succeeded\"}}")),
                        WriteOptions.NONE,
                        "status");
        eventually(() -> assertThat(Objects.requireNonNull(clients.resource(Job.TYPE)
                                .in(namespace)
                                .get("once")
                                .status())
                        .conditions())
                .anySatisfy(condition -> {
                    assertThat(condition.type()).isEqualTo("Complete");
                    assertThat(condition.status()).isEqualTo("True");
                }));
    }

    @Test
    void aServiceGetsItsEndpointSlice() {
        create(
                Service.builder()
                        .metadata(m -> m.name("web"))
                        .spec(s -> s.selector(Map.of("app", "web")).addPorts(p -> p.port(80)))
                        .build(),
                Service.TYPE);
        // An address counts only on a node that there is.
        clients.resource(Node.TYPE)
                .create(Node.builder().metadata(m -> m.name("node-1")).build());
        deploy(1);
        eventually(() -> assertThat(all(Pod.TYPE)).hasSize(1));
        clients.pods()
                .in(namespace)
                .bind(Binding.builder()
                        .metadata(m -> m.namespace(namespace)
                                .name(all(Pod.TYPE).getFirst().key().name()))
                        .target(t -> t.kind("Node").name("node-1"))
                        .build());
        pretendThatAllPodsAreReady();
        eventually(() -> assertThat(clients.resource(EndpointSlice.TYPE)
                        .in(namespace)
                        .list(ListOptions.NONE.withLabelSelector("kubernetes.io/service-name=web"))
                        .items())
                .anySatisfy(slice -> assertThat(slice.endpoints())
                        .anySatisfy(endpoint -> assertThat(endpoint.addresses()).containsExactly("10.244.0.7"))));
    }

    @Test
    void nothingThatTheServerAnsweredWasAnErrorOfItsOwn() {
        deploy(1);
        eventually(() -> assertThat(all(Pod.TYPE)).hasSize(1));
        assertThat(manager.output()).doesNotContain("Internal error occurred", "unknown (get ", "panic");
    }
}
