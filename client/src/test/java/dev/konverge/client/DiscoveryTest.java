package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.transport.HttpResponse;
import dev.konverge.model.GroupKind;
import dev.konverge.model.GroupVersion;
import dev.konverge.model.GroupVersionKind;
import dev.konverge.model.GroupVersionResource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apps.v1.Deployment;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
    private static final String AGGREGATED =
            "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io;profile=x";

    private static final String CORE = """
            {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[{"metadata":{},"versions":[
              {"version":"v1","freshness":"Current","resources":[
                {"resource":"pods","responseKind":{"group":"","version":"","kind":"Pod"},"scope":"Namespaced",
                 "singularResource":"pod","verbs":["get","list"],"shortNames":["po"],"categories":["all"],
                 "subresources":[{"subresource":"status","responseKind":{"kind":"Pod"},"verbs":["get"]}]},
                {"resource":"ghosts","scope":"Namespaced","subresources":[
                  {"subresource":"scale","responseKind":{"group":"autoscaling","version":"v1","kind":"Scale"},"verbs":["get"]}]},
                {"resource":"events","responseKind":{"group":"","version":"v1","kind":"Event"},"scope":"Namespaced",
                 "singularResource":"event","verbs":["list"],"shortNames":["ev"]}]}]}]}""";

    private static final String NAMED = """
            {"kind":"APIGroupDiscoveryList","items":[
             {"metadata":{"name":"apps"},"versions":[{"version":"v1","freshness":"Current","resources":[
               {"resource":"deployments","responseKind":{"group":"apps","version":"v1","kind":"Deployment"},
                "scope":"Namespaced","singularResource":"deployment","verbs":["get"],"shortNames":["deploy"],
                "categories":["all"]}]}]},
             {"metadata":{"name":"events.k8s.io"},"versions":[{"version":"v1","freshness":"Current","resources":[
               {"resource":"events","responseKind":{"kind":"Event"},"scope":"Namespaced","singularResource":"event",
                "verbs":["list"],"shortNames":["ev"]}]}]},
             {"metadata":{"name":"batch"},"versions":[
               {"version":"v2","freshness":"Stale","resources":[]},
               {"version":"v1","freshness":"Current","resources":[
                 {"resource":"jobs","responseKind":{"kind":"Job"},"scope":"Namespaced","verbs":["get"]}]},
               {"version":"v1beta1","freshness":"Current","resources":[
                 {"resource":"jobs","responseKind":{"kind":"Job"},"scope":"Namespaced","verbs":["get"]},
                 {"resource":"cronjobs","responseKind":{"kind":"CronJob"},"scope":"Namespaced","verbs":["get"]}]}]}]}""";

    private static FakeTransport serving(Map<String, Supplier<HttpResponse>> paths) {
        return new FakeTransport(request -> {
            String path = request.target().split("\\?", -1)[0];
            return paths.getOrDefault(path, () -> json(404, failure(404, "NotFound", "no such path")))
                    .get();
        });
    }

    private static FakeTransport modern() {
        return serving(
                Map.of("/api", () -> answer(200, AGGREGATED, CORE), "/apis", () -> answer(200, AGGREGATED, NAMED)));
    }

    private static DiscoveryClient discovery(FakeTransport transport) {
        return ClientSet.on(transport, Platform.real()).discovery();
    }

    @Test
    void twoAnswersTellEverything() {
        // DS-1 to DS-4
        FakeTransport transport = modern();
        ApiCatalog catalog = discovery(transport).catalog();
        assertThat(catalog.groups())
                .containsExactly(
                        new ApiGroup("", List.of("v1"), "v1"),
                        new ApiGroup("apps", List.of("v1"), "v1"),
                        new ApiGroup("events.k8s.io", List.of("v1"), "v1"),
                        new ApiGroup("batch", List.of("v1", "v1beta1"), "v1"));
        assertThat(catalog.resources(GroupVersion.CORE_V1))
                .extracting(ApiResource::name)
                .containsExactly("pods", "pods/status", "ghosts/scale", "events");
        ApiResource pods = catalog.resources(GroupVersion.CORE_V1).getFirst();
        assertThat(pods.kind()).isEqualTo(new GroupVersionKind("", "v1", "Pod"));
        assertThat(pods.namespaced()).isTrue();
        assertThat(catalog.failures()).containsOnlyKeys(new GroupVersion("batch", "v2"));
        // DS-5: asked twice because something was missing.
        assertThat(transport.requests()).hasSize(4);
        assertThat(transport.request(0).headers().first("Accept"))
                .contains("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json");
        assertThat(transport.request(0).target()).isEqualTo("/api?timeout=32s");
    }

    @Test
    void preferredResourcesComeOnceEach() {
        // DS-7
        assertThat(discovery(modern()).preferredResources())
                .extracting(resource -> resource.groupVersion() + " " + resource.name())
                .containsExactly(
                        "v1 pods",
                        "v1 events",
                        "apps/v1 deployments",
                        "events.k8s.io/v1 events",
                        "batch/v1 jobs",
                        "batch/v1beta1 cronjobs");
    }

    private static Map<String, Supplier<HttpResponse>> legacy() {
        Map<String, Supplier<HttpResponse>> paths = new HashMap<>();
        paths.put("/api", () -> json("{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}"));
        paths.put(
                "/apis",
                () -> json(
                        "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[{\"name\":\"apps\",\"versions\":["
                                + "{\"groupVersion\":\"apps/v1beta1\",\"version\":\"v1beta1\"},{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}],"
                                + "\"preferredVersion\":{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}}]}"));
        paths.put(
                "/api/v1",
                () -> json("{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":["
                        + "{\"name\":\"pods\",\"singularName\":\"pod\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\"]},"
                        + "{\"name\":\"pods/eviction\",\"singularName\":\"\",\"namespaced\":true,\"group\":\"policy\",\"version\":\"v1\","
                        + "\"kind\":\"Eviction\",\"verbs\":[\"create\"]}]}"));
        paths.put(
                "/apis/apps/v1",
                () -> json(
                        "{\"kind\":\"APIResourceList\",\"groupVersion\":\"apps/v1\",\"resources\":["
                                + "{\"name\":\"deployments\",\"singularName\":\"deployment\",\"namespaced\":true,\"kind\":\"Deployment\",\"verbs\":[]}]}"));
        paths.put("/apis/apps/v1beta1", () -> json(503, failure(503, "ServiceUnavailable", "down")));
        return paths;
    }

    @Test
    void anOlderServerIsAskedGroupByGroup() {
        // DS-3, DS-5
        ApiCatalog catalog = discovery(serving(legacy())).catalog();
        assertThat(catalog.groups())
                .containsExactly(
                        new ApiGroup("", List.of("v1"), "v1"), new ApiGroup("apps", List.of("v1beta1", "v1"), "v1"));
        assertThat(catalog.resources(GroupVersion.CORE_V1).get(1).kind())
                .isEqualTo(new GroupVersionKind("policy", "v1", "Eviction"));
        assertThat(catalog.failures()).containsOnlyKeys(new GroupVersion("apps", "v1beta1"));
        assertThat(catalog.preferredResources()).extracting(ApiResource::name).containsExactly("pods", "deployments");
    }

    private static final int GROUPS = 40;

    /** {@return an older server with many groups, which takes a second for each, and has no answer for some} */
    private static FakeTransport slow(Platform platform) {
        Map<String, Supplier<HttpResponse>> paths = new HashMap<>();
        String groups = IntStream.range(0, GROUPS)
                .mapToObj(i -> "{\"name\":\"g" + i + "\",\"versions\":[{\"version\":\"v1\"}]}")
                .collect(Collectors.joining(","));
        paths.put("/apis", () -> json("{\"kind\":\"APIGroupList\",\"groups\":[" + groups + "]}"));
        for (int i = 0; i < GROUPS; i++) {
            int status = i % 7 == 3 ? 500 : 200;
            paths.put("/apis/g" + i + "/v1", () -> {
                try {
                    platform.sleep(Duration.ofSeconds(1));
                } catch (InterruptedException e) {
                    throw new FakeTransport.Interrupted();
                }
                return json(status, "{\"resources\":[{\"name\":\"things\",\"kind\":\"Thing\",\"verbs\":[]}]}");
            });
        }
        return serving(paths);
    }

    @Test
    void manyGroupsAreAskedAtOnceAndToldInTheServersOrder() {
        // DS-3
        VirtualPlatform.simulate(1, platform -> {
            DiscoveryClient client = ClientSet.on(slow(platform), platform).discovery();
            ApiCatalog catalog = client.catalog();
            // Three rounds of at most sixteen, and once more because something was missing (DS-5).
            assertThat(platform.clock().nanoTime())
                    .isEqualTo(Duration.ofSeconds(6).toNanos());
            assertThat(catalog.groups())
                    .extracting(ApiGroup::name)
                    .containsExactlyElementsOf(
                            IntStream.range(0, GROUPS).mapToObj(i -> "g" + i).toList());
            assertThat(catalog.resources().keySet())
                    .extracting(GroupVersion::group)
                    .containsExactlyElementsOf(IntStream.range(0, GROUPS)
                            .filter(i -> i % 7 != 3)
                            .mapToObj(i -> "g" + i)
                            .toList());
            assertThat(catalog.failures().keySet())
                    .extracting(GroupVersion::group)
                    .containsExactly("g3", "g10", "g17", "g24", "g31", "g38");
            assertThat(platform.liveTasks()).isEmpty();
        });
    }

    @Test
    void anInterruptEndsAllThatWasAskedAtOnce() {
        VirtualPlatform.simulate(2, platform -> {
            FakeTransport transport = slow(platform);
            AtomicReference<@Nullable RuntimeException> thrown = new AtomicReference<>();
            Task caller = platform.start("caller", () -> {
                try {
                    ClientSet.on(transport, platform).discovery().catalog();
                } catch (CancelledException e) {
                    thrown.set(e);
                }
            });
            platform.advance(Duration.ofMillis(500));
            caller.close();
            assertThat(thrown.get()).isInstanceOf(CancelledException.class);
            assertThat(transport.requests())
                    .as("no more than those of one round")
                    .hasSizeLessThanOrEqualTo(18);
            assertThat(transport.open()).isZero();
            assertThat(platform.clock().nanoTime())
                    .isEqualTo(Duration.ofMillis(500).toNanos());
        });
    }

    @Test
    void aMixOfOldAndNewAnswersIsReadTheOldWay() {
        // DS-3
        Map<String, Supplier<HttpResponse>> mixed = legacy();
        mixed.put("/api", () -> answer(200, AGGREGATED, CORE));
        ApiCatalog catalog = discovery(serving(mixed)).catalog();
        assertThat(catalog.groups()).extracting(ApiGroup::name).containsExactly("", "apps");
        assertThat(catalog.resources(GroupVersion.CORE_V1))
                .extracting(ApiResource::name)
                .contains("pods/eviction");
    }

    @Test
    void aServerWithoutCoreResourcesIsStillOne() {
        // DS-3, DS-6
        ApiCatalog catalog = discovery(serving(Map.of("/apis", () -> answer(200, AGGREGATED, NAMED))))
                .catalog();
        assertThat(catalog.groups()).extracting(ApiGroup::name).containsExactly("apps", "events.k8s.io", "batch");
        Map<String, Supplier<HttpResponse>> old = legacy();
        old.remove("/api/v1");
        ApiCatalog without = discovery(serving(old)).catalog();
        assertThat(without.resources(GroupVersion.CORE_V1)).isEmpty();
        assertThat(without.failures()).doesNotContainKey(GroupVersion.CORE_V1);
    }

    @Test
    void versionReadinessAndDescriptionsAreOneRequestEach() {
        FakeTransport transport = serving(Map.of(
                "/version", () -> json("{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.4\"}"),
                "/readyz", () -> answer(200, "text/plain", "ok"),
                "/openapi/v3",
                        () -> json(
                                "{\"paths\":{\"api/v1\":{\"serverRelativeURL\":\"/openapi/v3/api/v1?hash=AB\"},\"x\":{}}}"),
                "/openapi/v3/apis/apps/v1", () -> json("{\"openapi\":\"3.0.0\"}")));
        DiscoveryClient client = discovery(transport);
        assertThat(client.serverVersion().gitVersion()).isEqualTo("v1.36.4");
        assertThat(client.isReady()).isTrue();
        assertThat(client.openApiV3Paths()).containsExactly(Map.entry("api/v1", "/openapi/v3/api/v1?hash=AB"));
        assertThat(client.openApiV3(new GroupVersion("apps", "v1"))).hasToString("{\"openapi\":\"3.0.0\"}");
    }

    private final AtomicLong now = new AtomicLong();
    private final dev.konverge.base.Clock clock = new dev.konverge.base.Clock() {
        @Override
        public java.time.Instant now() {
            return java.time.Instant.EPOCH;
        }

        @Override
        public long nanoTime() {
            return now.get();
        }
    };

    @Test
    void aTypeThatDoesNotSayWhereItIsServedLearnsItFromTheServer() {
        RestMapper mapper = new RestMapper(new CachedDiscovery(discovery(modern()), clock));
        ResourceType<Unstructured> tree = ResourceType.of("apps", "v1", "Deployment", Unstructured.CODEC);
        assertThat(mapper.served(tree)).isEqualTo(tree.served("deployments", true));
        assertThat(mapper.served(Deployment.TYPE)).isSameAs(Deployment.TYPE);
        assertThatThrownBy(() -> mapper.served(ResourceType.of("x.io", "v1", "Widget", Unstructured.CODEC)))
                .isInstanceOf(UnknownResourceException.class);
    }

    @Test
    void namesMeanWhatTheyMeanToKubectl() {
        // RM-1, RM-3
        RestMapper mapper = new RestMapper(new CachedDiscovery(discovery(modern()), clock));
        for (String name : List.of("pods", "pod", "po", "Pod", "POD", "pods.v1")) {
            assertThat(mapper.get(name).name()).as(name).isEqualTo("pods");
        }
        for (String name : List.of("deploy", "deployments.apps", "deployments.v1.apps", "deploy.apps", "Deployment")) {
            assertThat(mapper.get(name).kind().kind()).as(name).isEqualTo("Deployment");
        }
        // Core comes first, unless the group is named.
        assertThat(mapper.get("events").groupVersion()).isEqualTo(GroupVersion.CORE_V1);
        assertThat(mapper.get("ev.events.k8s.io").groupVersion().group()).isEqualTo("events.k8s.io");
        assertThat(mapper.find(new GroupKind("batch", "Job"))
                        .orElseThrow()
                        .groupVersion()
                        .version())
                .isEqualTo("v1");
        assertThat(mapper.find(new GroupKind("batch", "CronJob"))
                        .orElseThrow()
                        .groupVersion()
                        .version())
                .isEqualTo("v1beta1");
        assertThat(mapper.get(new GroupVersionKind("batch", "v1beta1", "Job")).groupVersionResource())
                .isEqualTo(new GroupVersionResource("batch", "v1beta1", "jobs"));
        assertThat(mapper.find(new GroupVersionResource("", "v1", "pods"))
                        .orElseThrow()
                        .kind()
                        .kind())
                .isEqualTo("Pod");
        assertThat(mapper.category("all")).extracting(ApiResource::name).containsExactly("pods", "deployments");
        assertThatThrownBy(() -> mapper.get("widgets"))
                .isInstanceOf(UnknownResourceException.class)
                .hasMessageContaining("\"widgets\"")
                .hasMessageContaining("batch/v2");
        assertThatThrownBy(() -> mapper.get(new GroupVersionKind("x.io", "v1", "Widget")))
                .hasMessageContaining("no matches for kind \"Widget\" in version \"x.io/v1\"");
    }

    @Test
    void aMissAsksTheServerAgainUnlessItWasAskedJustNow() {
        // RM-2
        FakeTransport transport = modern();
        RestMapper mapper = new RestMapper(new CachedDiscovery(discovery(transport), clock));
        assertThat(mapper.find("pods")).isPresent();
        assertThat(mapper.find("widgets")).isEmpty();
        assertThat(transport.requests()).hasSize(4);
        now.addAndGet(CachedDiscovery.FRESH_FOR.toNanos());
        assertThat(mapper.find("pods")).isPresent();
        assertThat(transport.requests()).hasSize(4);
        assertThat(mapper.find("widgets")).isEmpty();
        assertThat(transport.requests()).hasSize(8);
        mapper.reset();
        assertThat(mapper.find("pods")).isPresent();
        assertThat(transport.requests()).hasSize(12);
    }

    private static ApiCatalog catalogOf(String group) {
        return new ApiCatalog(List.of(new ApiGroup(group, List.of("v1"), "v1")), Map.of(), Map.of());
    }

    @Test
    void whatWasAskedForBeforeForgettingIsForgottenToo() {
        // DS-8
        AtomicReference<@Nullable CachedDiscovery> forgetful = new AtomicReference<>();
        Iterator<ApiCatalog> answers =
                List.of(catalogOf("old"), catalogOf("new")).iterator();
        CachedDiscovery cached = new CachedDiscovery(
                () -> {
                    ApiCatalog answer = answers.next();
                    CachedDiscovery meanwhile = forgetful.getAndSet(null);
                    if (meanwhile != null) {
                        meanwhile.invalidate();
                    }
                    return answer;
                },
                clock);
        forgetful.set(cached);
        assertThat(cached.catalog()).as("who asked gets the answer").isEqualTo(catalogOf("old"));
        assertThat(cached.isFresh()).isFalse();
        assertThat(cached.catalog()).isEqualTo(catalogOf("new"));
        assertThat(cached.isFresh()).isTrue();
        assertThat(cached.catalog()).as("and is remembered").isEqualTo(catalogOf("new"));
    }

    @Test
    void anAnswerIsAsOldAsItsQuestion() {
        CachedDiscovery cached = new CachedDiscovery(
                () -> {
                    now.addAndGet(CachedDiscovery.FRESH_FOR.toNanos() - 1);
                    return catalogOf("slow");
                },
                clock);
        cached.catalog();
        assertThat(cached.isFresh()).isTrue();
        now.incrementAndGet();
        assertThat(cached.isFresh()).isFalse();
    }

    @Test
    void aGroupThatCouldNotTellIsAskedAgain() {
        // DS-8
        Map<String, Supplier<HttpResponse>> paths = legacy();
        FakeTransport transport = serving(paths);
        CachedDiscovery cached = new CachedDiscovery(discovery(transport), clock);
        assertThat(cached.resources(new GroupVersion("apps", "v1beta1"))).isEmpty();
        paths.put("/apis/apps/v1beta1", paths.get("/apis/apps/v1"));
        assertThat(cached.resources(new GroupVersion("apps", "v1beta1"))).hasSize(1);
    }
}
