package dev.konverge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.base.Platform;
import dev.konverge.model.Json;
import dev.konverge.model.Unstructured;
import dev.konverge.model.Yaml;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server behind a socket, reached with nothing but its kubeconfig. */
class ListeningTest {
    @Test
    void aKubeconfigIsAllThatAClientNeeds() throws Exception {
        ApiServer server = ApiServer.create(Platform.real(), Profile.CLUSTER);
        try (Listening listening = server.listen(SocketOptions.USUAL)) {
            Driver.Answer config = new Driver.Answer(
                    0, Headers.NONE, Yaml.parse(listening.kubeconfig()).toString());
            String address = config.text("clusters.0.cluster.server");
            assertThat(address).isEqualTo(listening.uri().toString()).startsWith("https://127.0.0.1:");
            byte[] authority = Base64.getDecoder().decode(config.text("clusters.0.cluster.certificate-authority-data"));
            String token = config.text("users.0.user.token");
            try (HttpClient client =
                    HttpClient.newBuilder().sslContext(trusting(authority)).build()) {
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(URI.create(address + "/api/v1/namespaces/default"));
                HttpResponse<String> known = client.send(
                        request.copy()
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(known.statusCode()).isEqualTo(200);
                assertThat(((Json.Obj) Json.parse(known.body())).get("kind")).isEqualTo(Json.of("Namespace"));
                HttpResponse<String> unknown = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
                assertThat(unknown.statusCode()).isEqualTo(403);
            }
        }
    }

    @Test
    void theObjectsThatSayWhereTheServerIsNameItsPort() {
        ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
        try (Listening listening = server.listen(SocketOptions.USUAL)) {
            Json port = Json.of((long) listening.uri().getPort());
            Driver driver = new Driver(server);
            assertThat(driver.get("/api/v1/namespaces/default/services/kubernetes")
                            .at("spec.ports.0.targetPort"))
                    .isEqualTo(port);
            assertThat(driver.get("/api/v1/namespaces/default/endpoints/kubernetes")
                            .at("subsets.0.ports.0.port"))
                    .isEqualTo(port);
            assertThat(driver.get("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes")
                            .at("ports.0.port"))
                    .isEqualTo(port);
        }
    }

    @Test
    void aServerThatCannotBeginLeavesNoSocketOpen() throws Exception {
        ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
        Driver.Answer made = new Driver(server)
                .post(
                        "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
                        Yaml.parse("""
                        {metadata: {name: v}, webhooks: [{name: v.example.com, admissionReviewVersions: [v1],
                         sideEffects: None, clientConfig: {url: 'https://hooks.example.com/review'},
                         rules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [services]}]}]}
                        """).toString());
        assertThat(made.status()).isEqualTo(201);
        server.answerWebhook("https://hooks.example.com/review", body -> new byte[0]);
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> server.listen(SocketOptions.USUAL.withPort(port)))
                .isInstanceOf(StatusException.class);
        try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
    }

    @Test
    void aTokenOfAServiceAccountLogsIn() throws Exception {
        ApiServer server = ApiServer.create(Platform.real(), Profile.CLUSTER);
        try (Listening listening = server.listen(SocketOptions.USUAL)) {
            try (HttpClient client = clientOf(listening)) {
                HttpResponse<String> issued = client.send(
                        request(
                                        listening,
                                        "/api/v1/namespaces/default/serviceaccounts/default/token",
                                        listening.token())
                                .POST(HttpRequest.BodyPublishers.ofString("{\"spec\":{}}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(issued.statusCode()).as(issued.body()).isEqualTo(201);
                String token = Unstructured.of((Json.Obj) Json.parse(issued.body()))
                        .findString("status", "token")
                        .orElseThrow();
                HttpResponse<String> self = client.send(
                        request(listening, "/apis/authentication.k8s.io/v1/selfsubjectreviews", token)
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(self.body()).contains("\"system:serviceaccount:default:default\"");
                HttpResponse<String> forged = client.send(
                        request(listening, "/apis/authentication.k8s.io/v1/selfsubjectreviews", token + "x")
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(forged.statusCode()).isEqualTo(401);
            }
        }
    }

    @Test
    void aKubeconfigCanBeForAUserWhoMayDoLess() throws Exception {
        ApiServer server = ApiServer.create(Platform.real(), Profile.PLAIN);
        SocketOptions options = SocketOptions.USUAL
                .withTokens(TokenFile.parse("bobs,bob,2,dev"))
                .withoutAnonymous();
        try (Listening listening = server.listen(options)) {
            Json.Obj config = (Json.Obj) Yaml.parse(listening.kubeconfig(User.named("alice")));
            String token = new Driver.Answer(200, Headers.NONE, config.toString()).text("users.0.user.token");
            try (HttpClient client = clientOf(listening)) {
                for (String[] user : new String[][] {{"alice", token}, {"bob", "bobs"}}) {
                    HttpResponse<String> refused = client.send(
                            request(listening, "/api/v1/namespaces/default/secrets", user[1])
                                    .GET()
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
                    assertThat(refused.statusCode()).isEqualTo(403);
                    assertThat(refused.body()).contains("User \\\"" + user[0] + "\\\" cannot list resource");
                }
                HttpResponse<String> nobody = client.send(
                        HttpRequest.newBuilder(listening.uri().resolve("/healthz"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(nobody.statusCode()).isEqualTo(401);
            }
        }
    }

    @Test
    @DisplayName("P12: 401 comes before 403, and that before 404 and every fault of the body")
    void whoAsksIsSettledBeforeWhat() throws Exception {
        visit(Profile.PLAIN, (listening, client) -> {
            List<String> tokens = List.of("nobodys", "bobs", listening.token());
            for (String path :
                    List.of("/api/v1/nosuch", "/apis/no.such/v1/x", "/api/v1/namespaces/default/pods/none")) {
                List<Integer> statuses = new ArrayList<>();
                for (String token : tokens) {
                    statuses.add(status(client, request(listening, path, token).GET()));
                }
                assertThat(statuses).as(path).containsExactly(401, 403, 404);
            }
            List<Integer> statuses = new ArrayList<>();
            for (String token : tokens) {
                HttpRequest.Builder create = request(listening, "/api/v1/namespaces/default/pods", token);
                statuses.add(status(client, create.POST(HttpRequest.BodyPublishers.ofString("nonsense"))));
            }
            assertThat(statuses).as("a body that is none").containsExactly(401, 403, 400);
        });
    }

    @Test
    @DisplayName("P12: who acts for another is asked first whether that is allowed, then the other what that one may")
    void impersonationComesBeforeRoles() throws Exception {
        visit(Profile.PLAIN, (listening, client) -> {
            List<String> refusals = new ArrayList<>();
            for (String token : List.of("bobs", listening.token())) {
                HttpRequest asAlice = request(listening, "/api/v1/namespaces/default/pods/none", token)
                        .header("Impersonate-User", "alice")
                        .build();
                refusals.add(client.send(asAlice, HttpResponse.BodyHandlers.ofString())
                        .body());
            }
            assertThat(refusals.get(0))
                    .contains("User \\\"bob\\\" cannot impersonate-on:user-info:get resource \\\"pods\\\"");
            assertThat(refusals.get(1)).contains("User \\\"alice\\\" cannot get resource \\\"pods\\\"");
        });
    }

    @Test
    @DisplayName("H5: where everything is allowed, it is so for everybody who says who they are")
    void everythingCanBeAllowed() throws Exception {
        Map<Authorization, List<Integer>> statuses = new EnumMap<>(Authorization.class);
        for (Authorization authorization : Authorization.values()) {
            visit(Profile.PLAIN.withAuthorization(authorization), (listening, client) -> {
                String secrets = "/api/v1/namespaces/default/secrets";
                int known = status(client, request(listening, secrets, "bobs").GET());
                int unknown =
                        status(client, HttpRequest.newBuilder(listening.uri().resolve(secrets)));
                statuses.put(authorization, List.of(known, unknown));
            });
        }
        assertThat(statuses)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(Authorization.RBAC, List.of(403, 403), Authorization.ALWAYS_ALLOW, List.of(200, 401)));
    }

    private interface Visit {
        void make(Listening listening, HttpClient client) throws Exception;
    }

    /** Opens a server that knows one user beside the administrator, and has no roles for him. */
    private static void visit(Profile profile, Visit visit) throws Exception {
        ApiServer server = ApiServer.create(Platform.real(), profile);
        try (Listening listening = server.listen(SocketOptions.USUAL.withTokens(TokenFile.parse("bobs,bob,2")));
                HttpClient client = clientOf(listening)) {
            visit.make(listening, client);
        }
    }

    private static int status(HttpClient client, HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static HttpClient clientOf(Listening listening) throws Exception {
        byte[] authority = listening.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return HttpClient.newBuilder().sslContext(trusting(authority)).build();
    }

    private static HttpRequest.Builder request(Listening listening, String path, String token) {
        return HttpRequest.newBuilder(listening.uri().resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    private static SSLContext trusting(byte[] pem) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "authority",
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    @Test
    void withoutSecurityEverybodyIsTheAdministrator() throws Exception {
        ApiServer server = ApiServer.create(Platform.real(), Profile.BARE);
        try (Listening listening = server.listen(SocketOptions.USUAL.withoutSecurity());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest create = HttpRequest.newBuilder(
                            listening.uri().resolve("/api/v1/namespaces/default/configmaps"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"metadata\":{\"name\":\"a\"}}", StandardCharsets.UTF_8))
                    .build();
            assertThat(client.send(create, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(201);
            assertThat(listening.token()).isEmpty();
        }
    }
}
