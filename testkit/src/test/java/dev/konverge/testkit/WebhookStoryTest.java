package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Task;
import dev.konverge.base.tls.CertificateAuthority;
import dev.konverge.base.tls.Identity;
import dev.konverge.client.ApiException;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.webhook.Admission;
import dev.konverge.controller.webhook.AdmissionRequest;
import dev.konverge.controller.webhook.Certificates;
import dev.konverge.controller.webhook.Mutation;
import dev.konverge.controller.webhook.WebhookServer;
import dev.konverge.controller.webhook.WebhookServerBuilder;
import dev.konverge.model.Bytes;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks of one's own, called over TLS by the embedded API server. */
@WithCluster(time = WithCluster.Time.REAL)
class WebhookStoryTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before each test.
    private Path folder;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private CertificateAuthority authority;

    private final Queue<AdmissionRequest<ConfigMap>> seen = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void certify(TestCluster cluster) throws IOException {
        authority = new CertificateAuthority(cluster.platform().clock().now());
        write(authority.server("hook", List.of("127.0.0.1", "hook.default.svc")));
    }

    private void write(Identity identity) throws IOException {
        replace("tls.crt", identity.certificatePem());
        replace("tls.key", identity.keyPem());
    }

    private void replace(String name, String text) throws IOException {
        Path draft = Files.writeString(folder.resolve(name + ".draft"), text);
        Files.move(draft, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private WebhookServer.Running serve(TestCluster cluster, UnaryOperator<WebhookServerBuilder> webhooks) {
        return webhooks.apply(WebhookServer.builder(cluster.platform())
                        .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .lookEvery(Duration.ofMillis(20))
                        .certificates(Certificates.files(folder.resolve("tls.crt"), folder.resolve("tls.key"))))
                .build()
                .start();
    }

    private static String url(WebhookServer.Running server, String path) {
        return "url: 'https://127.0.0.1:" + server.address().getPort() + path + "'";
    }

    private void configure(TestCluster cluster, String kind, String name, String client, String more) {
        configure(cluster, kind, name, client, more, authority);
    }

    private static void configure(
            TestCluster cluster, String kind, String name, String client, String more, CertificateAuthority trusted) {
        cluster.apply("""
                {apiVersion: admissionregistration.k8s.io/v1, kind: %sWebhookConfiguration, metadata: {name: %s}, webhooks: [
                 {name: %s.example.com, admissionReviewVersions: [v1], sideEffects: None,
                  clientConfig: {%s, caBundle: %s}, %s
                  rules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps]}]}]}
                """.formatted(
                kind, name, name, client, Bytes.utf8(trusted.certificatePem()).toBase64(), more));
    }

    private static ConfigMap map(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .putData("k", "v")
                .build();
    }

    @Test
    void whatAHandlerRefusesIsNotStoredAndTheUserIsToldWhy(TestCluster cluster) {
        try (WebhookServer.Running server = serve(
                cluster,
                hooks -> hooks.validating("/v", ConfigMap.TYPE, (request, map, old) -> {
                    seen.add(request);
                    return map.key().name().startsWith("bad")
                            ? Admission.deny(422, "Invalid", "no bad names")
                            : Admission.allow();
                }))) {
            assertThat(server.isReady()).isTrue();
            configure(cluster, "Validating", "v", url(server, "/v"), "");
            cluster.create(map("good"));
            assertThatThrownBy(() -> cluster.create(map("bad")))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            refused -> assertThat(refused.status().message())
                                    .isEqualTo("admission webhook \"v.example.com\" denied the request: no bad names"));
            cluster.clients()
                    .resource(ConfigMap.TYPE)
                    .in("default")
                    .create(map("dry"), WriteOptions.NONE.withDryRun(true));
            assertThat(seen).extracting(AdmissionRequest::dryRun).containsExactly(false, false, true);
            assertThat(cluster.find(ConfigMap.TYPE, "default", "bad")).isEmpty();
        }
    }

    @Test
    void aHandlerChangesWhatIsStoredAndIsAskedAgainAfterAnother(TestCluster cluster) {
        AtomicInteger calls = new AtomicInteger();
        try (WebhookServer.Running server = serve(
                cluster,
                hooks -> hooks.mutating("/a", ConfigMap.TYPE, (request, map) -> {
                            calls.incrementAndGet();
                            String seen = Integer.toString(map.data().size());
                            return Mutation.to(map.with(m -> m.putData("entries", seen)));
                        })
                        .mutating(
                                "/b",
                                ConfigMap.TYPE,
                                (request, map) -> Mutation.to(map.with(m -> m.putData("b", "1")))))) {
            configure(cluster, "Mutating", "a", url(server, "/a"), "reinvocationPolicy: IfNeeded,");
            configure(cluster, "Mutating", "b", url(server, "/b"), "");
            assertThat(cluster.create(map("x")).data())
                    .containsEntry("b", "1")
                    .containsEntry("k", "v")
                    .containsEntry("entries", "3");
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    void figuresThatCannotBeToldKeepNobodyFromAnswering(TestCluster cluster) {
        try (WebhookServer.Running server = serve(
                cluster,
                hooks -> hooks.metrics((path, verdict, taken) -> {
                            throw new IllegalStateException("on purpose");
                        })
                        .validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.allow()))) {
            configure(cluster, "Validating", "v", url(server, "/v"), "");
            cluster.create(map("good"));
        }
    }

    @Test
    void whatAFailureMeansIsUpToTheConfiguration(TestCluster cluster) {
        CountDownLatch never = new CountDownLatch(1);
        try (WebhookServer.Running server = serve(
                cluster,
                hooks -> hooks.validating("/throws", ConfigMap.TYPE, (request, map, old) -> {
                            throw new IOException("out of order");
                        })
                        .validating("/waits", ConfigMap.TYPE, (request, map, old) -> {
                            never.await();
                            return Admission.allow();
                        }))) {
            configure(cluster, "Validating", "v", url(server, "/throws"), "failurePolicy: Ignore,");
            cluster.create(map("open"));
            configure(cluster, "Validating", "v", url(server, "/throws"), "failurePolicy: Fail,");
            assertThatThrownBy(() -> cluster.create(map("closed")))
                    .hasMessageContaining("failed calling webhook \"v.example.com\"");
            configure(cluster, "Validating", "v", url(server, "/waits"), "timeoutSeconds: 1,");
            assertThatThrownBy(() -> cluster.create(map("late"))).hasMessageContaining("context deadline exceeded");
            never.countDown();
        }
    }

    @Test
    void whoIsNotTrustedIsNotAsked(TestCluster cluster) {
        try (WebhookServer.Running server = serve(
                cluster, hooks -> hooks.validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.allow()))) {
            CertificateAuthority stranger =
                    new CertificateAuthority(cluster.platform().clock().now());
            configure(cluster, "Validating", "v", url(server, "/v"), "", stranger);
            assertThatThrownBy(() -> cluster.create(map("x")))
                    .hasMessageContaining("tls: failed to verify certificate");
        }
    }

    @Test
    void aServiceIsReachedByItsExternalName(TestCluster cluster) {
        try (WebhookServer.Running server = serve(
                cluster,
                hooks -> hooks.validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.deny("seen")))) {
            cluster.apply("""
                    apiVersion: v1
                    kind: Service
                    metadata: {name: hook, namespace: default}
                    spec: {type: ExternalName, externalName: localhost}
                    """);
            configure(
                    cluster,
                    "Validating",
                    "v",
                    "service: {name: hook, namespace: default, path: /v, port: %d}"
                            .formatted(server.address().getPort()),
                    "");
            assertThatThrownBy(() -> cluster.create(map("x"))).hasMessageContaining("denied the request: seen");
        }
    }

    @Test
    void aServiceWithoutEndpointsIsNotReached(TestCluster cluster) {
        cluster.apply("""
                apiVersion: v1
                kind: Service
                metadata: {name: hook, namespace: default}
                spec: {ports: [{name: https, port: 443}]}
                """);
        configure(cluster, "Validating", "v", "service: {name: hook, namespace: default, path: /v}", "");
        assertThatThrownBy(() -> cluster.create(map("x")))
                .hasMessageContaining("no endpoints available for service \"hook\"");
    }

    @Test
    void onlyReviewsOfBoundedSizeAreRead(TestCluster cluster) throws Exception {
        try (WebhookServer.Running server = serve(
                        cluster,
                        hooks -> hooks.bodyLimit(100)
                                .validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.allow()));
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(Handshake.trusting(authority.certificate()))
                        .build()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("https://127.0.0.1:" + server.address().getPort() + "/v"))
                    .header("Content-Type", "application/json; charset=utf-8");
            assertThat(code(client, request.copy().GET())).isEqualTo(405);
            assertThat(code(client, request.copy().POST(body("{}")))).isEqualTo(400);
            assertThat(code(client, request.copy().POST(body("{}" + " ".repeat(99)))))
                    .isEqualTo(413);
            assertThat(code(client, request.copy().POST(body("{}")).setHeader("Content-Type", "text/plain")))
                    .isEqualTo(415);
            assertThat(code(
                            client,
                            request.copy()
                                    .uri(request.build().uri().resolve("/w"))
                                    .POST(body("{}"))))
                    .isEqualTo(404);
        }
    }

    @Test
    void whoIsAnsweredWhileTheServerStopsIsSentElsewhereAndWhatHasBegunEnds(TestCluster cluster) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        WebhookServer.Running server = serve(
                cluster,
                hooks -> hooks.validating("/v", ConfigMap.TYPE, (request, map, old) -> {
                    asked.countDown();
                    free.await();
                    return Admission.allow();
                }));
        configure(cluster, "Validating", "v", url(server, "/v"), "");
        HttpRequest other = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + server.address().getPort() + "/v"))
                .header("Content-Type", "application/json")
                .POST(body("{}"))
                .build();
        try (HttpClient client = HttpClient.newBuilder()
                        .sslContext(Handshake.trusting(authority.certificate()))
                        .build();
                Task create = cluster.platform().start("create", () -> cluster.create(map("slow")))) {
            asked.await();
            HttpResponse<String> before = client.send(other, HttpResponse.BodyHandlers.ofString());
            assertThat(before.headers().firstValue("Connection")).isEmpty();
            try (Task close = cluster.platform().start("close", server::close)) {
                cluster.eventually(() -> assertThat(client.send(other, HttpResponse.BodyHandlers.ofString())
                                .headers()
                                .firstValue("Connection"))
                        .contains("close"));
                free.countDown();
                assertThat(create.join(Duration.ofSeconds(30))).isTrue();
                assertThat(close.join(Duration.ofSeconds(30))).isTrue();
            }
        }
        assertThat(cluster.get(ConfigMap.TYPE, "default", "slow").data()).containsEntry("k", "v");
    }

    private static HttpRequest.BodyPublisher body(String text) {
        return HttpRequest.BodyPublishers.ofString(text);
    }

    private static int code(HttpClient client, HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void aNewCertificateIsShownWithoutARestartAndNoCallIsLost(TestCluster cluster) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger stored = new AtomicInteger();
        Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
        try (WebhookServer.Running server = serve(
                cluster, hooks -> hooks.validating("/v", ConfigMap.TYPE, (request, map, old) -> Admission.allow()))) {
            configure(cluster, "Validating", "v", url(server, "/v"), "");
            try (Task load = cluster.platform().start("load", () -> {
                while (!stop.get()) {
                    try {
                        cluster.create(map("m" + stored.getAndIncrement()));
                    } catch (RuntimeException lost) {
                        failures.add(lost);
                    }
                }
            })) {
                for (int i = 0; i < 5; i++) {
                    Identity next = authority.server("hook-" + i, List.of("127.0.0.1"));
                    write(next);
                    cluster.eventually(() -> assertThat(Handshake.certificateOf(server.address()))
                            .isEqualTo(next.certificate()));
                }
                stop.set(true);
                assertThat(load.join(Duration.ofSeconds(10))).isTrue();
            }
            assertThat(failures).isEmpty();
            assertThat(stored.get()).isPositive();
            replace("tls.crt", "damaged");
            cluster.create(map("still"));
            assertThat(server.isReady()).isTrue();
        }
    }
}
