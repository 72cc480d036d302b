package dev.konverge.client;

import static dev.konverge.client.FakeTransport.answer;
import static dev.konverge.client.FakeTransport.bodyOf;
import static dev.konverge.client.FakeTransport.failure;
import static dev.konverge.client.FakeTransport.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.transport.HttpRequest;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.Json;
import dev.konverge.model.JsonPatch;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Preconditions;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.StrategicMergePatch;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.authentication.v1.TokenRequest;
import dev.konverge.model.autoscaling.v1.Scale;
import dev.konverge.model.autoscaling.v1.ScaleSpec;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeOptions;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import dev.konverge.model.codec.Limits;
import dev.konverge.model.core.v1.Binding;
import dev.konverge.model.core.v1.Node;
import dev.konverge.model.core.v1.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceClientTest {
    private static final String WEB = pod("web", "5", "");
    private static final String SUCCESS = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}";

    private static String pod(String name, String version, String more) {
        return "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"default\",\"resourceVersion\":\"" + version + "\"" + more + "}}";
    }

    private static Pod web() {
        return Pod.builder()
                .metadata(m -> m.name("web").namespace("default").resourceVersion("5"))
                .build();
    }

    private final FakeTransport server = new FakeTransport(request -> json(WEB));
    private final ClientSet clients = ClientSet.on(server, Platform.real());
    private final PodClient pods = clients.coreV1().pods("default");

    private HttpRequest last() {
        return server.requests().getLast();
    }

    private String sent() {
        return last().method() + " " + last().target();
    }

    @Test
    void objectsAreReadByNameOrByKey() {
        assertThat(pods.get("web")).isEqualTo(web());
        assertThat(sent()).isEqualTo("GET /api/v1/namespaces/default/pods/web");
        clients.pods().get(Key.of("default", "web"));
        assertThat(sent()).isEqualTo("GET /api/v1/namespaces/default/pods/web");
        clients.resource(Deployment.TYPE);
        assertThatThrownBy(() -> clients.resource(Deployment.TYPE).in("shop").get("web"))
                .isInstanceOf(ApiException.Undecodable.class);
        assertThat(sent()).isEqualTo("GET /apis/apps/v1/namespaces/shop/deployments/web");
    }

    @Test
    void whatIsMissingIsNotFoundOrNothing() {
        FakeTransport empty = new FakeTransport(request -> json(404, failure(404, "NotFound", "no")));
        PodClient none = ClientSet.on(empty, Platform.real()).pods().in("default");
        assertThatThrownBy(() -> none.get("web")).isInstanceOf(ApiException.NotFound.class);
        assertThat(none.find("web")).isEmpty();
        assertThat(empty.open()).isZero();
    }

    @Test
    void namespacesAreCheckedBeforeAnythingIsSent() {
        assertThatThrownBy(() -> clients.pods().get("web")).hasMessageContaining("in(namespace)");
        assertThatThrownBy(() -> pods.get(Key.of("other", "web"))).hasMessageContaining("\"default\"");
        assertThatThrownBy(() -> clients.coreV1().nodes().in("default"))
                .hasMessageContaining("do not live in namespaces");
        assertThatThrownBy(() -> clients.coreV1().nodes().get(Key.of("default", "n1")))
                .hasMessageContaining("do not live in namespaces");
        assertThatThrownBy(() -> pods.get("")).hasMessageContaining("may not be empty");
        assertThatThrownBy(() -> clients.pods().create(Pod.builder().build())).hasMessageContaining("in(namespace)");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void listsAreDecodedAsTheyArrive() {
        FakeTransport transport = new FakeTransport(request -> answer(
                200,
                "application/json",
                Bodies.inPieces(
                        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
                                + "{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}",
                        11)));
        var list = ClientSet.on(transport, Platform.real())
                .pods()
                .list(ListOptions.of(dev.konverge.model.Selector.parse("app=web")));
        assertThat(list.version().text()).isEqualTo("9");
        assertThat(list.items()).extracting(pod -> meta(pod).name()).containsExactly("a", "b");
        assertThat(transport.request(0).target()).isEqualTo("/api/v1/pods?labelSelector=app%3Dweb");
        assertThat(transport.open()).isZero();
    }

    @Test
    void aListThatBreaksOffIsLost() {
        FakeTransport transport = FakeTransport.answering(answer(
                200,
                "application/json",
                Bodies.breaking(
                        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{\"metadata\"",
                        new java.io.IOException("reset"))));
        assertThatThrownBy(() -> ClientSet.on(transport, Platform.real()).pods().list())
                .isInstanceOf(ApiException.ConnectionLost.class)
                .hasMessageContaining("list pods")
                .hasMessageContaining("reset");
        assertThat(transport.open()).isZero();
    }

    @Test
    void writesGoWhereTheObjectLives() {
        pods.create(
                web(), WriteOptions.NONE.withDryRun(true).withFieldManager("me").withFieldValidation("Strict"));
        assertThat(sent())
                .isEqualTo("POST /api/v1/namespaces/default/pods?dryRun=All&fieldManager=me&fieldValidation=Strict");
        assertThat(bodyOf(last())).contains("\"name\":\"web\"").startsWith("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"");
        clients.pods().update(web());
        assertThat(sent()).isEqualTo("PUT /api/v1/namespaces/default/pods/web");
        pods.updateStatus(web());
        assertThat(sent()).isEqualTo("PUT /api/v1/namespaces/default/pods/web/status");
        pods.updateEphemeralContainers(web());
        assertThat(sent()).isEqualTo("PUT /api/v1/namespaces/default/pods/web/ephemeralcontainers");
        pods.resize(web());
        assertThat(sent()).isEqualTo("PUT /api/v1/namespaces/default/pods/web/resize");
    }

    @Test
    void eachKindOfPatchHasItsMediaType() {
        pods.patch("web", JsonPatch.builder().remove("/metadata/labels").build());
        assertThat(last().headers().first("Content-Type")).contains("application/json-patch+json");
        pods.patch("web", new MergePatch(Json.parse("{\"metadata\":null}")));
        assertThat(last().headers().first("Content-Type")).contains("application/merge-patch+json");
        pods.patch("web", new StrategicMergePatch(RawJson.of("{}")));
        assertThat(last().headers().first("Content-Type")).contains("application/strategic-merge-patch+json");
        pods.apply(
                Pod.builder().metadata(m -> m.name("web")).build(),
                ApplyOptions.by("me").withForce(true));
        assertThat(last().headers().first("Content-Type")).contains("application/apply-patch+yaml");
        assertThat(sent()).isEqualTo("PATCH /api/v1/namespaces/default/pods/web?fieldManager=me&force=true");
        pods.patch(Key.of("web"), new MergePatch(Json.parse("{}")), WriteOptions.NONE.withDryRun(true), "status");
        assertThat(sent()).isEqualTo("PATCH /api/v1/namespaces/default/pods/web/status?dryRun=All");
    }

    @Test
    void applyNeedsAManagerAndAnObjectOfItsOwn() {
        // DY-2
        assertThatThrownBy(() -> pods.apply(web(), ApplyOptions.NONE)).hasMessageContaining("field manager");
        Pod read = Pod.builder()
                .metadata(m -> m.name("web")
                        .managedFields(List.of(dev.konverge.model.ManagedFieldsEntry.builder()
                                .manager("x")
                                .build())))
                .build();
        assertThatThrownBy(() -> pods.apply(read, ApplyOptions.by("me"))).hasMessageContaining("managed fields");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void anEditSendsTheDifferenceOnConditionOfTheVersion() {
        Pod before = read(pod("web", "5", ",\"labels\":{\"a\":\"1\",\"b\":\"2\"}"));
        pods.edit(before, pod -> pod.with(p -> p.metadata(meta(pod).withLabel("a", "9"))));
        assertThat(sent()).isEqualTo("PATCH /api/v1/namespaces/default/pods/web");
        assertThat(last().headers().first("Content-Type")).contains("application/merge-patch+json");
        assertThat(Json.parse(bodyOf(last())))
                .isEqualTo(Json.parse("{\"metadata\":{\"labels\":{\"a\":\"9\"},\"resourceVersion\":\"5\"}}"));
    }

    private static Pod read(String text) {
        return Pod.CODEC.read(new JsonReader(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    @Test
    void anEditThatChangesNothingSendsNothing() {
        assertThat(pods.edit(web(), pod -> pod)).isEqualTo(web());
        assertThat(pods.editStatus(web(), pod -> pod)).isEqualTo(web());
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void anEditWritesTheObjectOnceAndOnceWhatBecomesOfIt() {
        List<Pod> written = new ArrayList<>();
        Codec<Pod> codec = new Codec<>() {
            @Override
            public Pod read(JsonReader in) {
                return Pod.CODEC.read(in);
            }

            @Override
            public void write(Pod pod, JsonWriter out) {
                written.add(pod);
                Pod.CODEC.write(pod, out);
            }
        };
        Pod changed = web().with(p -> p.metadata(meta(web()).withLabel("a", "9")));
        assertThat(Edit.of(codec, web(), pod -> changed, Optional::empty)).isPresent();
        assertThat(written).containsExactly(web(), changed);
    }

    @Test
    void onlyWhatWasReadCanBeEditedAndNotRenamed() {
        Pod unread =
                Pod.builder().metadata(m -> m.name("web").namespace("default")).build();
        assertThatThrownBy(() -> pods.edit(unread, pod -> pod)).hasMessageContaining("has no version");
        assertThatThrownBy(() -> pods.edit(web(), pod -> pod.with(p -> p.metadata(m -> m.name("other")))))
                .hasMessageContaining("rename");
    }

    @Test
    void anEditIsTriedFiveTimesAgainstConflictsOnAFreshObjectEach() {
        // 10.6: DefaultRetry, 5 attempts.
        List<String> versions = new ArrayList<>();
        FakeTransport busy = new FakeTransport(request -> {
            if (request.method().equals("GET")) {
                versions.add(Integer.toString(versions.size() + 1));
                return json(pod("web", versions.getLast(), ""));
            }
            assertThat(bodyOf(request)).contains("\"resourceVersion\":\"" + versions.getLast() + "\"");
            return json(409, failure(409, "Conflict", "changed"));
        });
        PodClient client = ClientSet.on(busy, Platform.real()).pods().in("default");
        assertThatThrownBy(() -> client.editWithRetry(
                        "web", pod -> pod.with(p -> p.metadata(meta(pod).withLabel("a", "1")))))
                .isInstanceOf(ApiException.Conflict.class);
        assertThat(versions).hasSize(5);
        assertThat(busy.requests()).hasSize(10);
    }

    @Test
    void anythingButAConflictEndsAnEditAtOnce() {
        FakeTransport forbidden = new FakeTransport(request -> json(403, failure(403, "Forbidden", "no")));
        PodClient client = ClientSet.on(forbidden, Platform.real()).pods().in("default");
        assertThatThrownBy(() -> client.editWithRetry("web", pod -> pod)).isInstanceOf(ApiException.Forbidden.class);
        assertThat(forbidden.requests()).hasSize(1);
    }

    @Test
    void deletingTellsWhetherTheObjectStaysForNow() {
        assertThat(pods.delete("web")).contains(web());
        assertThat(sent()).isEqualTo("DELETE /api/v1/namespaces/default/pods/web");
        FakeTransport gone = new FakeTransport(request -> json(SUCCESS));
        PodClient client = ClientSet.on(gone, Platform.real()).pods().in("default");
        DeleteOptions options = DeleteOptions.builder()
                .propagationPolicy("Foreground")
                .gracePeriodSeconds(0L)
                .preconditions(Preconditions.builder().uid("u").build())
                .dryRun(List.of("All"))
                .build();
        assertThat(client.delete(Key.of("web"), options)).isEmpty();
        assertThat(Json.parse(bodyOf(gone.request(0))))
                .isEqualTo(
                        Json.parse(
                                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"gracePeriodSeconds\":0,"
                                        + "\"preconditions\":{\"uid\":\"u\"},\"propagationPolicy\":\"Foreground\",\"dryRun\":[\"All\"]}"));
        client.deleteCollection(options, ListOptions.NONE.withLabelSelector("a=b"));
        assertThat(gone.request(1).target()).isEqualTo("/api/v1/namespaces/default/pods?labelSelector=a%3Db");
        assertThat(gone.request(1).method()).isEqualTo("DELETE");
        // RC-5
        client.deleteCollection(options, ListOptions.NONE.withTimeout(Duration.ofSeconds(7)));
        assertThat(gone.request(2).target()).endsWith("/pods?timeoutSeconds=7&timeout=7s");
        assertThat(gone.request(2).timeout()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void scaleEvictionBindingAndTokenAreSubresources() {
        FakeTransport transport = new FakeTransport(request -> request.target().endsWith("scale")
                ? json("{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"spec\":{\"replicas\":3}}")
                : request.target().endsWith("token")
                        ? json("{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\"}")
                        : json(201, SUCCESS));
        ClientSet all = ClientSet.on(transport, Platform.real());
        ResourceClient<Deployment> deployments = all.appsV1().deployments("shop");
        assertThat(deployments.scale("web").spec())
                .isEqualTo(ScaleSpec.builder().replicas(3).build());
        deployments.updateScale("web", Scale.builder().spec(s -> s.replicas(4)).build());
        all.coreV1().pods("shop").evict("web");
        all.coreV1()
                .pods("shop")
                .bind(Binding.builder()
                        .metadata(m -> m.name("web"))
                        .target(t -> t.kind("Node").name("n1"))
                        .build());
        all.coreV1()
                .serviceAccounts("shop")
                .requestToken("default", TokenRequest.builder().build());
        assertThat(transport.requests())
                .extracting(request -> request.method() + " " + request.target())
                .containsExactly(
                        "GET /apis/apps/v1/namespaces/shop/deployments/web/scale",
                        "PUT /apis/apps/v1/namespaces/shop/deployments/web/scale",
                        "POST /api/v1/namespaces/shop/pods/web/eviction",
                        "POST /api/v1/namespaces/shop/pods/web/binding",
                        "POST /api/v1/namespaces/shop/serviceaccounts/default/token");
        assertThat(bodyOf(transport.request(2)))
                .contains("\"kind\":\"Eviction\"")
                .contains("\"namespace\":\"shop\"");
    }

    @Test
    void logsAreStreamed() throws Exception {
        FakeTransport transport = new FakeTransport(request -> answer(200, "text/plain", "hello\n"));
        PodClient client = ClientSet.on(transport, Platform.real()).pods().in("default");
        try (var log = client.logs(
                "web",
                LogOptions.NONE
                        .withContainer("c")
                        .withFollow(true)
                        .withTailLines(10)
                        .withTimestamps(true))) {
            assertThat(log.readAllBytes()).asString().isEqualTo("hello\n");
        }
        assertThat(transport.request(0).target())
                .isEqualTo(
                        "/api/v1/namespaces/default/pods/web/log?container=c&follow=true&timestamps=true&tailLines=10");
        assertThat(client.log("web")).isEqualTo("hello\n");
        assertThat(transport.open()).isZero();
    }

    @Test
    void theDynamicClientNeedsNoType() {
        // DY-1
        FakeTransport transport = new FakeTransport(request -> request.target().endsWith("widgets")
                ? json("{\"kind\":\"WidgetList\",\"apiVersion\":\"x.io/v1\",\"metadata\":{\"resourceVersion\":\"3\"},"
                        + "\"items\":[{\"metadata\":{\"name\":\"a\"},\"spec\":{\"n\":1}},"
                        + "{\"kind\":\"Other\",\"metadata\":{\"name\":\"b\"}}]}")
                : json("{\"kind\":\"Widget\",\"apiVersion\":\"x.io/v1\",\"metadata\":{\"name\":\"a\","
                        + "\"resourceVersion\":\"7\"},\"spec\":{\"n\":1}}"));
        ResourceClient<Unstructured> widgets = ClientSet.on(transport, Platform.real())
                .dynamic()
                .resource(new dev.konverge.model.GroupVersionResource("x.io", "v1", "widgets"));
        var list = widgets.list();
        assertThat(list.version().text()).isEqualTo("3");
        assertThat(list.items()).extracting(Unstructured::kind).containsExactly("Widget", "Other");
        assertThat(list.items().getFirst().apiVersion()).isEqualTo("x.io/v1");
        Unstructured a = widgets.in("shop").get("a");
        assertThat(transport.request(1).target()).isEqualTo("/apis/x.io/v1/namespaces/shop/widgets/a");
        widgets.in("shop").edit(a, object -> object.with(Json.of(2), "spec", "n"));
        assertThat(Json.parse(bodyOf(transport.request(2))))
                .isEqualTo(Json.parse("{\"spec\":{\"n\":2},\"metadata\":{\"resourceVersion\":\"7\"}}"));
    }

    @Test
    void anItemOfADynamicListCountsOnItsOwnForTheLimits() {
        String item = "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"text\":\"" + "x".repeat(500) + "\"}}";
        FakeTransport transport = new FakeTransport(
                request -> json("{\"kind\":\"WidgetList\",\"apiVersion\":\"x.io/v1\",\"metadata\":{},\"items\":["
                        + (item + ",").repeat(99) + item + "]}"));
        ResourceClient<Unstructured> widgets = ClientSet.on(transport, Platform.real())
                .dynamic()
                .resource(new dev.konverge.model.GroupVersionResource("x.io", "v1", "widgets"));
        Limits one = new Limits(10, 20_000, 4_000);
        assertThat(widgets.withDecoding(DecodeOptions.STANDARD.withLimits(one))
                        .list()
                        .items())
                .hasSize(100);
        Limits less = new Limits(10, 20_000, 400);
        assertThatThrownBy(() -> widgets.withDecoding(DecodeOptions.STANDARD.withLimits(less))
                        .list())
                .hasMessageContaining("would take more memory than the limit of 400 bytes");
    }

    @Test
    void theMetadataClientAsksForNothingElse() {
        // RC-8
        FakeTransport transport = new FakeTransport(
                request -> json(
                        "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{},\"items\":["
                                + "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"n1\"}}]}"));
        ClientSet clients = ClientSet.on(transport, Platform.real()).withEncoding(Encoding.PROTOBUF);
        var nodes = List.of(
                clients.metadata().resource(Node.TYPE), clients.resource(PartialObjectMetadata.typeOf(Node.TYPE)));
        for (int i = 0; i < nodes.size(); i++) {
            assertThat(nodes.get(i).list().items())
                    .singleElement()
                    .satisfies(node -> assertThat(node.metadata().name()).isEqualTo("n1"));
            assertThat(transport.request(i).target()).isEqualTo("/api/v1/nodes");
            assertThat(transport.request(i).headers().first("Accept"))
                    .contains("application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json");
        }
    }

    /** Through the interface, which promises metadata. */
    private static ObjectMeta meta(Resource object) {
        return object.metadata();
    }
}
