package dev.konverge.benchmarks.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** fabric8's client believes the server. */
@Timeout(240)
class Fabric8Test {
    private static final String NAMESPACE = "default";

    private final Server server = new Server();
    private final Seen seen = new Seen();
    private final KubernetesClient client = connect();

    private KubernetesClient connect() {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                .build();
    }

    @BeforeEach
    void connected() {
        assertThat(client.getKubernetesVersion().getMinor()).isEqualTo("36");
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static ConfigMap map(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .addToLabels("app", "a")
                .endMetadata()
                .addToData("k", value)
                .build();
    }

    private ConfigMap store(ConfigMap map) {
        return client.configMaps().resource(map).create();
    }

    private void set(String name, String value) {
        client.configMaps()
                .inNamespace(NAMESPACE)
                .withName(name)
                .edit(old -> new ConfigMapBuilder(old).addToData("k", value).build());
    }

    @Test
    void itReadsAndWrites() {
        ConfigMap made = store(map("a", "1"));
        assertThat(made.getMetadata().getUid()).isNotEmpty();
        assertThat(client.configMaps().inNamespace(NAMESPACE).withName("none").get())
                .isNull();
        assertThatThrownBy(() -> store(map("a", "2"))).isInstanceOfSatisfying(KubernetesClientException.class, e -> {
            assertThat(e.getCode()).isEqualTo(409);
            assertThat(e.getStatus().getReason()).isEqualTo("AlreadyExists");
        });
        set("a", "2");
        client.configMaps()
                .inNamespace(NAMESPACE)
                .withName("a")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{\"data\":{\"l\":\"3\"}}");
        assertThat(client.configMaps()
                        .inNamespace(NAMESPACE)
                        .withLabel("app", "a")
                        .list()
                        .getItems())
                .singleElement()
                .satisfies(
                        map -> assertThat(map.getData()).containsEntry("k", "2").containsEntry("l", "3"));
        assertThatThrownBy(() -> client.configMaps().resource(made).update())
                .hasMessageContaining("the object has been modified");
        assertThat(client.configMaps().inNamespace(NAMESPACE).withName("a").delete())
                .hasSize(1);
        assertThat(client.configMaps().inNamespace(NAMESPACE).withName("a").get())
                .isNull();
    }

    @Test
    void itWatches() throws InterruptedException {
        ConfigMap first = store(map("a", "1"));
        try (Watch watch = client.configMaps()
                .inNamespace(NAMESPACE)
                .withLabel("app", "a")
                .withResourceVersion(first.getMetadata().getResourceVersion())
                .watch(new Watcher<ConfigMap>() {
                    @Override
                    public void eventReceived(Action action, ConfigMap map) {
                        seen.add(action + " " + map.getMetadata().getName() + " "
                                + map.getData().get("k"));
                    }

                    @Override
                    public void onClose(@Nullable WatcherException cause) {
                        seen.add("closed");
                    }

                    @Override
                    public void onClose() {
                        seen.add("closed");
                    }
                })) {
            assertThat(watch).isNotNull();
            set("a", "2");
            store(map("b", "1"));
            client.configMaps().inNamespace(NAMESPACE).withName("a").delete();
            seen.expect("MODIFIED a 2", "ADDED b 1", "DELETED a 2");
        }
        seen.expect("closed");
    }

    private SharedIndexInformer<ConfigMap> inform() {
        return client.configMaps().inNamespace(NAMESPACE).withLabel("app").inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap map) {
                seen.add("add " + map.getMetadata().getName() + " "
                        + map.getData().get("k"));
            }

            @Override
            public void onUpdate(ConfigMap before, ConfigMap map) {
                seen.add("update " + map.getMetadata().getName() + " "
                        + before.getData().get("k") + " " + map.getData().get("k"));
            }

            @Override
            public void onDelete(ConfigMap map, boolean unknown) {
                seen.add("delete " + map.getMetadata().getName());
            }
        });
    }

    @Test
    void itsInformerFollows() throws InterruptedException {
        store(map("a", "1"));
        try (SharedIndexInformer<ConfigMap> informer = inform()) {
            seen.expect("add a 1");
            set("a", "2");
            store(map("b", "1"));
            seen.expect("update a 1 2", "add b 1");
            assertThat(informer.getStore().listKeys()).containsExactlyInAnyOrder("default/a", "default/b");
            client.configMaps().inNamespace(NAMESPACE).withName("b").delete();
            seen.expect("delete b");
        }
    }

    @Test
    void itsInformerOutlivesBrokenAndExpiredWatches() throws InterruptedException {
        store(map("a", "1"));
        try (Injection drop = server.api()
                        .faults()
                        .inject(Match.verbs("watch").on("configmaps"), new Fault.DropWatch(1, true), 0, 2);
                // What it opens after the two that break is refused as too old: it has to list again.
                Injection gone =
                        server.api().faults().inject(Match.verbs("watch").on("configmaps"), new Fault.Gone(), 2, 1);
                SharedIndexInformer<ConfigMap> informer = inform()) {
            seen.expect("add a 1");
            set("a", "2");
            seen.expect("update a 1 2");
            set("a", "3");
            seen.expect("update a 2 3");
            set("a", "4");
            seen.expect("update a 3 4");
            set("a", "5");
            seen.expect("update a 4 5");
            assertThat(drop.hits()).isEqualTo(2);
            assertThat(gone.hits()).isEqualTo(1);
            assertThat(informer.isRunning()).isTrue();
        }
    }

    @Test
    void itApplies() {
        ConfigMap made =
                client.configMaps().resource(map("a", "1")).fieldManager("one").serverSideApply();
        assertThat(made.getMetadata().getManagedFields())
                .singleElement()
                .satisfies(entry -> assertThat(entry.getOperation() + " " + entry.getManager())
                        .isEqualTo("Apply one"));
        assertThatThrownBy(() -> client.configMaps()
                        .resource(map("a", "2"))
                        .fieldManager("two")
                        .serverSideApply())
                .hasMessageContaining("Apply failed with 1 conflict: conflict with \"one\": .data.k");
        ConfigMap forced = client.configMaps()
                .resource(map("a", "2"))
                .fieldManager("two")
                .forceConflicts()
                .serverSideApply();
        assertThat(forced.getData()).containsEntry("k", "2");
    }

    @Test
    void itAppliesADeploymentAndScalesIt() {
        Deployment deployment = new DeploymentBuilder()
                .withNewMetadata()
                .withName("web")
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .addToMatchLabels("app", "web")
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", "web")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("web")
                .withImage("nginx")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
        Deployment made = client.resource(deployment).serverSideApply();
        assertThat(made.getSpec().getReplicas()).isEqualTo(1);
        Deployment again = client.resource(deployment).serverSideApply();
        assertThat(again.getMetadata().getResourceVersion())
                .isEqualTo(made.getMetadata().getResourceVersion());
        client.apps().deployments().inNamespace(NAMESPACE).withName("web").scale(3);
        assertThat(client.apps()
                        .deployments()
                        .inNamespace(NAMESPACE)
                        .withName("web")
                        .get()
                        .getSpec()
                        .getReplicas())
                .isEqualTo(3);
    }

    @Test
    void itLoadsADefinitionAndItsObjects() {
        client.load(Texts.stream(Texts.DEFINITION)).create();
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("foos.example.com")
                .waitUntilCondition(
                        definition -> definition != null
                                && definition.getStatus() != null
                                && definition.getStatus().getConditions().stream()
                                        .anyMatch(
                                                condition -> condition.getType().equals("Established")
                                                        && condition.getStatus().equals("True")),
                        60,
                        TimeUnit.SECONDS);
        GenericKubernetesResource foo = client.genericKubernetesResources("example.com/v1", "Foo")
                .load(Texts.stream(Texts.FOO))
                .item();
        client.resource(foo).inNamespace(NAMESPACE).create();
        assertThat(client.genericKubernetesResources("example.com/v1", "Foo")
                        .inNamespace(NAMESPACE)
                        .list()
                        .getItems())
                .singleElement()
                .satisfies(item ->
                        assertThat(item.<Integer>get("spec", "replicas")).isEqualTo(1));
    }

    @Test
    void itElectsALeader() throws Exception {
        LeaseLock lock = new LeaseLock(NAMESPACE, "leader", "me");
        CompletableFuture<?> election = client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName("test")
                        .withLock(lock)
                        .withLeaseDuration(Duration.ofSeconds(15))
                        .withRenewDeadline(Duration.ofSeconds(10))
                        .withRetryPeriod(Duration.ofMillis(100))
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(new LeaderCallbacks(
                                () -> seen.add("leads"), () -> seen.add("stops"), name -> seen.add("leader " + name)))
                        .build())
                .build()
                .start();
        seen.skipTo("leads");
        List<String> holders = client.leases().inNamespace(NAMESPACE).list().getItems().stream()
                .map(lease -> lease.getSpec().getHolderIdentity())
                .toList();
        assertThat(holders).containsExactly("me");
        election.cancel(true);
        seen.skipTo("stops");
    }
}
