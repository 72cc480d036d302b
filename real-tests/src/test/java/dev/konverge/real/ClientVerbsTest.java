package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.ApiException;
import dev.konverge.client.ApplyOptions;
import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.ExecOptions;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchEvent;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.client.WriteOptions;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.JsonPatch;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.RawJson;
import dev.konverge.model.ResourceList;
import dev.konverge.model.StrategicMergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.model.autoscaling.v1.Scale;
import dev.konverge.model.core.v1.Binding;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Pod;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every verb, in both encodings. */
@WithRealCluster
@ParameterizedClass
@EnumSource(Encoding.class)
class ClientVerbsTest {
    private final Encoding encoding;
    private String namespace = "";

    ClientVerbsTest(Encoding encoding) {
        this.encoding = encoding;
    }

    @BeforeEach
    void makeNamespace(RealCluster cluster) {
        namespace = Namespaces.make(cluster);
    }

    private ClientSet clients(RealCluster cluster) {
        return cluster.clients().withEncoding(encoding);
    }

    private ResourceClient<ConfigMap> configMaps(RealCluster cluster) {
        return clients(cluster).resource(ConfigMap.TYPE).in(namespace);
    }

    private ResourceClient<Deployment> deployments(RealCluster cluster) {
        return clients(cluster).resource(Deployment.TYPE).in(namespace);
    }

    private static ConfigMap configMap(String name, String value) {
        return ConfigMap.builder()
                .metadata(m -> m.name(name).labels(Map.of("value", value)))
                .data(Map.of("k", value))
                .build();
    }

    private static Deployment deployment(String name) {
        return Deployment.builder()
                .metadata(m -> m.name(name))
                .spec(s -> s.replicas(2)
                        .selector(l -> l.matchLabels(Map.of("app", name)))
                        .template(t -> t.metadata(m -> m.labels(Map.of("app", name)))
                                .spec(p -> p.addContainers(c -> c.name("main").image("nginx:1")))))
                .build();
    }

    @Test
    void createGetUpdateDelete(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        ConfigMap made = client.create(configMap("a", "1"));
        assertThat(made.metadata().uid()).isNotEmpty();
        assertThat(made.key()).isEqualTo(Key.of(namespace, "a"));
        assertThat(client.get("a")).isEqualTo(made);
        ConfigMap updated = client.update(made.with(b -> b.data(Map.of("k", "2"))));
        assertThat(updated.data()).containsEntry("k", "2");
        assertThat(updated.metadata().resourceVersion())
                .isNotEqualTo(made.metadata().resourceVersion());
        // A config map is gone at once; the answer is a Status, not the object.
        client.delete("a");
        assertThat(client.find("a")).isEmpty();
    }

    @Test
    void eachRefusalIsAFailureOfItsOwn(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        ConfigMap made = client.create(configMap("a", "1"));
        client.update(made.with(b -> b.data(Map.of("k", "2"))));

        assertThatThrownBy(() -> client.get("b")).isInstanceOf(ApiException.NotFound.class);
        assertThatThrownBy(() -> client.create(configMap("a", "1"))).isInstanceOf(ApiException.AlreadyExists.class);
        assertThatThrownBy(() -> client.update(made)).isInstanceOf(ApiException.Conflict.class);
        assertThatThrownBy(() -> client.create(configMap("Not_A_Name", "1")))
                .isInstanceOfSatisfying(
                        ApiException.Invalid.class,
                        invalid -> assertThat(invalid.causes())
                                .anySatisfy(cause -> assertThat(cause.field()).isEqualTo("metadata.name")));
        assertThatThrownBy(() -> client.list(ListOptions.NONE.withLabelSelector("a b")))
                .isInstanceOf(ApiException.BadRequest.class);
        assertThatThrownBy(() -> client.list(ListOptions.NONE.withContinueToken("nonsense")))
                .isInstanceOf(ApiException.BadRequest.class);
        assertThatThrownBy(
                        () -> clients(cluster).rest().post().absPath("/version").call())
                .isInstanceOf(ApiException.class);
        assertThatThrownBy(() ->
                        client.create(configMap("large", "1").with(b -> b.data(Map.of("k", "x".repeat(4 << 20))))))
                .isInstanceOf(ApiException.TooLarge.class);
    }

    @Test
    void listsComeInPagesAndBySelectors(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        for (int i = 0; i < 25; i++) {
            client.create(configMap("c" + i, String.valueOf(i % 5)));
        }
        ResourceList<ConfigMap> first = client.list(ListOptions.NONE.withLimit(10));
        assertThat(first.items()).hasSize(10);
        assertThat(first.metadata().remainingItemCount()).isEqualTo(15);
        assertThat(client.pager().withPageSize(7).stream(ListOptions.NONE)).hasSize(25);
        assertThat(client.list(ListOptions.NONE.withLabelSelector("value in (1,2)"))
                        .items())
                .hasSize(10);
        assertThat(client.list(ListOptions.NONE.withFieldSelector("metadata.name=c7"))
                        .items())
                .singleElement()
                .satisfies(one -> assertThat(one.data()).containsEntry("k", "2"));
        assertThat(client.list(ListOptions.NONE.withResourceVersion("0")).items())
                .hasSize(25);
        assertThat(client.list(ListOptions.NONE.notOlderThan(first.version())).items())
                .hasSize(25);
    }

    @Test
    void aWatchTellsEveryChangeInOrder(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        ResourceList<ConfigMap> before = client.list();
        List<String> seen = new ArrayList<>();
        try (WatchStream<ConfigMap> watch = client.watch(WatchOptions.from(before.version()))) {
            ConfigMap made = client.create(configMap("a", "1"));
            client.update(made.with(b -> b.data(Map.of("k", "2"))));
            client.delete("a");
            for (int i = 0; i < 3; i++) {
                seen.add(watch.next()
                        .map(event -> event.getClass().getSimpleName())
                        .orElse("end"));
            }
        }
        assertThat(seen).containsExactly("Added", "Modified", "Deleted");
    }

    @Test
    void aStreamingListEndsWithABookmark(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        client.create(configMap("a", "1"));
        WatchOptions options = WatchOptions.NONE.withInitialEvents(true).withBookmarks(true);
        List<WatchEvent<ConfigMap>> seen = new ArrayList<>();
        try (WatchStream<ConfigMap> watch = client.watch(options)) {
            do {
                seen.add(watch.next().orElseThrow());
            } while (!(seen.getLast() instanceof WatchEvent.Bookmark<ConfigMap> mark && mark.endsInitialEvents()));
        }
        assertThat(seen).hasSize(2);
    }

    @Test
    void patchesOfAllTypes(RealCluster cluster) {
        ResourceClient<Deployment> client = deployments(cluster);
        client.create(deployment("web"));
        client.patch("web", new MergePatch(Json.parse("{\"spec\":{\"paused\":true}}")));
        client.patch(
                "web",
                new StrategicMergePatch(
                        RawJson.of(
                                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"side\",\"image\":\"x\"}]}}}}")));
        Deployment patched = client.patch(
                "web",
                JsonPatch.builder()
                        .test("/spec/paused", Json.parse("true"))
                        .replace("/spec/replicas", Json.parse("7"))
                        .build());
        Json tree = Json.from(Deployment.CODEC, patched);
        assertThat(tree.toString()).contains("\"paused\":true", "\"replicas\":7", "\"side\"", "\"main\"");
    }

    @Test
    void appliersOwnTheirFieldsAndConflict(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        ConfigMap mine = ConfigMap.builder()
                .metadata(m -> m.namespace(namespace).name("a"))
                .data(Map.of("x", "1"))
                .build();
        client.apply(mine, ApplyOptions.by("me"));
        ConfigMap other = mine.with(b -> b.data(Map.of("x", "2", "y", "2")));
        assertThatThrownBy(() -> client.apply(other, ApplyOptions.by("other")))
                .isInstanceOf(ApiException.Conflict.class)
                .hasMessageContaining(".data.x");
        client.apply(other, ApplyOptions.by("other").withForce(true));
        // What its last owner leaves out goes.
        ConfigMap left = client.apply(mine.with(b -> b.data(Map.of("z", "3"))), ApplyOptions.by("other"));
        assertThat(left.data()).isEqualTo(Map.of("z", "3"));
    }

    @Test
    void statusAndScaleAreDoorsOfTheirOwn(RealCluster cluster) {
        ResourceClient<Deployment> client = deployments(cluster);
        Deployment made = client.create(deployment("web"));
        Deployment reported = client.updateStatus(made.with(b -> b.spec((DeploymentSpec) null)
                .status(s -> s.replicas(2).availableReplicas(2).readyReplicas(2))));
        assertThat(reported.spec()).isNotNull();
        assertThat(Objects.requireNonNull(reported.status()).availableReplicas())
                .isEqualTo(2);
        Scale scale = client.scale("web");
        Scale scaled = client.updateScale("web", scale.with(b -> b.spec(s -> s.replicas(5))));
        assertThat(Objects.requireNonNull(scaled.spec()).replicas()).isEqualTo(5);
        assertThat(Objects.requireNonNull(client.get("web").spec()).replicas()).isEqualTo(5);
    }

    @Test
    void aDryRunChangesNothingAndValidationIsStrictOnRequest(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        assertThat(client.create(configMap("a", "1"), WriteOptions.NONE.withDryRun(true))
                        .metadata()
                        .uid())
                .isNotEmpty();
        assertThat(client.find("a")).isEmpty();
        client.create(configMap("a", "1"));
        assertThatThrownBy(() -> client.patch(
                        Key.of(namespace, "a"),
                        new MergePatch(Json.parse("{\"nonsense\":1}")),
                        WriteOptions.NONE.withFieldValidation("Strict")))
                .isInstanceOf(ApiException.Invalid.class)
                .hasMessageContaining("nonsense");
    }

    @Test
    void deletionWithPreconditionsAndOfWholeCollections(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        client.create(configMap("a", "1"));
        client.create(configMap("b", "1"));
        client.create(configMap("c", "2"));
        DeleteOptions another = DeleteOptions.builder()
                .preconditions(p -> p.uid("00000000-0000-0000-0000-000000000000"))
                .build();
        assertThatThrownBy(() -> client.delete(Key.of(namespace, "a"), another))
                .isInstanceOf(ApiException.Conflict.class);
        client.deleteCollection(DeleteOptions.builder().build(), ListOptions.NONE.withLabelSelector("value=1"));
        assertThat(client.list().items()).extracting(c -> c.key().name()).containsExactly("c");
    }

    @Test
    void aFinalizerKeepsWhatIsDeleted(RealCluster cluster) {
        ResourceClient<ConfigMap> client = configMaps(cluster);
        client.create(configMap("a", "1")
                .with(b -> b.metadata(m -> m.name("a").finalizers(List.of("example.com/mine")))));
        assertThat(client.delete("a"))
                .hasValueSatisfying(
                        kept -> assertThat(kept.metadata().deletionTimestamp()).isNotNull());
        client.editWithRetry(
                "a", kept -> kept.with(b -> b.metadata(kept.metadata().with(m -> m.finalizers(List.of())))));
        client.waitUntilGone("a", Duration.ofSeconds(30));
    }

    @Test
    void objectsWithoutTypesAndMetadataAlone(RealCluster cluster) {
        configMaps(cluster).create(configMap("a", "1"));
        ClientSet clients = clients(cluster);
        assertThat(clients.dynamic()
                        .resource(ConfigMap.TYPE.groupVersionResource())
                        .in(namespace)
                        .get("a")
                        .findString("data", "k"))
                .contains("1");
        assertThat(clients.metadata()
                        .resource(ConfigMap.TYPE)
                        .in(namespace)
                        .list()
                        .items())
                .anySatisfy(one -> assertThat(one.metadata().labels()).containsEntry("value", "1"));
        assertThat(clients.mapper().get(Deployment.TYPE.groupVersionKind()).name())
                .isEqualTo("deployments");
        assertThat(clients.discovery().openApiV3Paths()).containsKey("apis/apps/v1");
        assertThat(clients.discovery().preferredResources()).hasSizeGreaterThan(50);
    }

    @Test
    void podsAreBoundEvictedAndUnreachableWithoutAKubelet(RealCluster cluster) {
        var pods = clients(cluster).pods().in(namespace);
        pods.create(Pod.builder()
                .metadata(m -> m.name("p"))
                .spec(s -> s.addContainers(c -> c.name("main").image("nginx:1")))
                .build());
        assertThat(pods.log("p")).isEmpty();
        assertThatThrownBy(() -> pods.exec("p", ExecOptions.of("ls")).close())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("does not have a host assigned");
        assertThatThrownBy(() -> pods.attach("p", ExecOptions.attach()).close())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("does not have a host assigned");
        assertThatThrownBy(() -> pods.connect("p", 80).close())
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("does not have a host assigned");
        pods.bind(Binding.builder()
                .metadata(m -> m.namespace(namespace).name("p"))
                .target(t -> t.kind("Node").name("nowhere"))
                .build());
        assertThat(Objects.requireNonNull(pods.get("p").spec()).nodeName()).isEqualTo("nowhere");
        pods.evict("p");
        assertThat(pods.get("p").metadata().deletionTimestamp()).isNotNull();
    }
}
