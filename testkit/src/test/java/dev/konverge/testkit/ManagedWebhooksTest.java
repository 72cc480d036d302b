package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.webhook.Admission;
import dev.konverge.controller.webhook.Certificates;
import dev.konverge.controller.webhook.Conversion;
import dev.konverge.controller.webhook.Mutation;
import dev.konverge.controller.webhook.Webhooks;
import dev.konverge.model.Bytes;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Unstructured;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Webhooks that a manager serves, with certificates that nobody else has to care about. */
class ManagedWebhooksTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Key KEPT = Key.of("default", "hook-keys");
    private static final ResourceType<Unstructured> V1 =
            ResourceType.of("example.com", "v1", "Foo", Unstructured.CODEC).served("foos", true);
    private static final ResourceType<Unstructured> V2 =
            ResourceType.of("example.com", "v2", "Foo", Unstructured.CODEC).served("foos", true);

    private static ConfigMap map(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build();
    }

    private static String get(InetSocketAddress address, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static String configuration(int port) {
        return """
                {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: v}, webhooks: [
                 {name: v.example.com, admissionReviewVersions: [v1], sideEffects: None,
                  clientConfig: {url: 'https://127.0.0.1:%d/v'},
                  rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]}]}
                """.formatted(port);
    }

    @Test
    @WithCluster(time = WithCluster.Time.REAL)
    void anAuthorityOfOnesOwnIsMadeKeptAndTrusted(TestCluster cluster) throws Exception {
        Manager manager = cluster.manager()
                .monitoring(ANY)
                .webhooks(hooks -> hooks.listen(ANY)
                        .lookEvery(Duration.ofMillis(50))
                        .certificates(
                                Certificates.ownAuthority(KEPT, "127.0.0.1").trustedByValidating("v"))
                        .validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.deny("not today")))
                .build();
        Manager.Running running = cluster.run(manager);
        InetSocketAddress monitoring = running.findMonitoring().orElseThrow();
        assertThat(get(monitoring, "/readyz")).contains("[-]webhooks-callable failed");
        cluster.apply(configuration(running.findWebhooks().orElseThrow().getPort()));
        cluster.eventually(() -> assertThat(get(monitoring, "/readyz")).isEqualTo("ok"));
        assertThatThrownBy(() -> cluster.create(map("x"))).hasMessageContaining("denied the request: not today");
        assertThat(get(monitoring, "/metrics"))
                .contains("webhook_reviews_total{path=\"/v\",verdict=\"denied\"} 1\n")
                .contains("webhook_review_duration_seconds_count{path=\"/v\"} 1\n");
        assertThat(cluster.get(Secret.TYPE, "default", "hook-keys").data())
                .containsOnlyKeys("tls.crt", "tls.key", "ca.crt", "ca.key");

        // A second replica takes the same keys.
        Manager.Running second = cluster.run(manager);
        cluster.eventually(() -> assertThat(
                        Handshake.certificateOf(second.findWebhooks().orElseThrow()))
                .isEqualTo(Handshake.certificateOf(running.findWebhooks().orElseThrow())));

        // Whoever loses the keys gets new ones, and they are trusted again.
        var before = Handshake.certificateOf(running.findWebhooks().orElseThrow());
        cluster.clients().resource(Secret.TYPE).in("default").delete("hook-keys");
        cluster.eventually(
                () -> assertThat(Handshake.certificateOf(running.findWebhooks().orElseThrow()))
                        .isNotEqualTo(before));
        cluster.eventually(() -> assertThatThrownBy(() -> cluster.create(map("x")))
                .hasMessageContaining("denied the request: not today"));
    }

    private static ManagerBuilder withAuthority(TestCluster cluster, Key kept) {
        return cluster.manager()
                .webhooks(hooks -> hooks.listen(ANY)
                        .lookEvery(Duration.ofSeconds(10))
                        .certificates(Certificates.ownAuthority(kept, "127.0.0.1"))
                        .validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.allow()));
    }

    @Test
    @WithCluster
    void aServerThatDoesNotAnswerKeepsNoManagerFromStarting(TestCluster cluster) throws Exception {
        try (Injection slow =
                cluster.faults().inject(Match.verbs("get").on("secrets"), new Fault.Delay(Duration.ofMinutes(1)))) {
            long begin = cluster.platform().clock().nanoTime();
            Manager.Running running =
                    cluster.run(withAuthority(cluster, KEPT).monitoring(ANY).build());
            assertThat(cluster.platform().clock().nanoTime()).isEqualTo(begin);
            assertThat(get(running.findMonitoring().orElseThrow(), "/readyz")).contains("[-]webhooks-callable failed");
            cluster.advance(Duration.ofMinutes(2));
            assertThat(get(running.findMonitoring().orElseThrow(), "/readyz")).isEqualTo("ok");
            assertThat(slow.hits()).isPositive();
        }
    }

    private static Secret secret(Map<String, Bytes> data) {
        return Secret.builder()
                .metadata(m -> m.namespace("default").name("hook-keys"))
                .data(data)
                .build();
    }

    @Test
    @WithCluster
    void aSecretOfSomebodyElseIsLeftAlone(TestCluster cluster) {
        Map<String, Bytes> foreign = Map.of("tls.crt", Bytes.utf8("theirs"), "password", Bytes.utf8("theirs"));
        cluster.create(secret(foreign));
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(withAuthority(cluster, KEPT).build());
            cluster.advance(Duration.ofMinutes(1));
            assertThat(cluster.get(Secret.TYPE, "default", "hook-keys").data()).isEqualTo(foreign);
            assertThat(log.lines("the certificate of the webhook server could not be looked after; it is tried again"))
                    .first()
                    .satisfies(line -> assertThat(line.value("reason"))
                            .contains("default/hook-keys")
                            .contains("delete it, or name another"));
        }
    }

    @Test
    @WithCluster
    void whatElseIsInASecretWithKeysStaysThere(TestCluster cluster) {
        cluster.create(secret(Map.of(
                "tls.crt", Bytes.utf8("damaged"),
                "tls.key", Bytes.utf8("damaged"),
                "ca.crt", Bytes.utf8("damaged"),
                "ca.key", Bytes.utf8("damaged"),
                "note", Bytes.utf8("keep this"))));
        cluster.run(withAuthority(cluster, KEPT).build());
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cluster.get(Secret.TYPE, "default", "hook-keys").data())
                .containsOnlyKeys("tls.crt", "tls.key", "ca.crt", "ca.key", "note")
                .containsEntry("note", Bytes.utf8("keep this"))
                .doesNotContainEntry("tls.crt", Bytes.utf8("damaged"));
    }

    private static Unstructured renamed(Unstructured foo, String from, String to) {
        Map<String, Json> fields = new LinkedHashMap<>(foo.content().fields());
        Json.Obj spec = (Json.Obj) fields.getOrDefault("spec", Json.Obj.EMPTY);
        Map<String, Json> changed = new LinkedHashMap<>(spec.fields());
        Json value = changed.remove(from);
        if (value != null) {
            changed.put(to, value);
        }
        fields.put("spec", new Json.Obj(changed));
        return Unstructured.of(new Json.Obj(fields));
    }

    @Test
    @WithCluster(time = WithCluster.Time.REAL)
    void anObjectIsWrittenInOneVersionAndReadInAnother(TestCluster cluster) {
        Manager.Running running = cluster.run(cluster.manager()
                .webhooks(hooks -> hooks.listen(ANY)
                        .lookEvery(Duration.ofMillis(50))
                        .certificates(
                                Certificates.ownAuthority(KEPT, "127.0.0.1").trustedByConversion("foos.example.com"))
                        .conversion(
                                "/c",
                                Conversion.through(V2)
                                        .with(
                                                V1,
                                                old -> renamed(old, "size", "replicas"),
                                                hub -> renamed(hub, "replicas", "size"))))
                .build());
        String schema = "schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}";
        cluster.apply("""
                {apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: foos.example.com}, spec: {
                 group: example.com, scope: Namespaced, names: {plural: foos, kind: Foo},
                 conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1],
                  clientConfig: {url: 'https://127.0.0.1:%d/c'}}},
                 versions: [{name: v1, served: true, storage: true, %s}, {name: v2, served: true, storage: false, %s}]}}
                """.formatted(running.findWebhooks().orElseThrow().getPort(), schema, schema));
        cluster.eventually(() -> {
            if (cluster.find(V1, "default", "a").isEmpty()) {
                cluster.apply(
                        "{apiVersion: example.com/v2, kind: Foo, metadata: {name: a, namespace: default}, spec: {replicas: 3}}");
            }
            assertThat(cluster.get(V1, "default", "a").content().get("spec")).hasToString("{\"size\":3}");
        });
        assertThat(cluster.get(V2, "default", "a").content().get("spec")).hasToString("{\"replicas\":3}");
    }

    @Test
    @WithCluster
    void underVirtualTimeTheFunctionsOfTheWebhooksAnswerWithoutASocket(TestCluster cluster) {
        Webhooks webhooks = Webhooks.builder()
                .mutating("/m", ConfigMap.TYPE, (request, map) -> Mutation.to(map.with(m -> m.putData("by", "hook"))))
                .build();
        cluster.apply(configuration(9443).replace("Validating", "Mutating").replace("/v'", "/m'"));
        cluster.server().answerWebhook("https://127.0.0.1:9443/m", webhooks.at("/m"));
        assertThat(cluster.create(map("x")).data()).containsEntry("by", "hook");
    }
}
