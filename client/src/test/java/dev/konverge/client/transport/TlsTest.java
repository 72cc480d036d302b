package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.RawServer;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
@ParameterizedClass
@EnumSource
class TlsTest {
    private final TlsBy tls;
    private final Network network;

    TlsTest(TlsBy tls) {
        this.tls = tls;
        network = new Network(tls);
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private static ScriptedServer answering(ScriptedServer server) {
        return server.otherwise(exchange -> exchange.json("{}"));
    }

    private static void assertFails(Transport transport, Class<? extends TransportException> type, String... words) {
        try (transport) {
            var failure = assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(type);
            for (String word : words) {
                failure.hasMessageContaining(word);
            }
            failure.hasMessageNotContaining("0x").hasMessageNotContaining("OPENSSL");
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsNotTrusted() {
        TestPki.Identity stranger = TestPki.authority("stranger").server(TestPki.loopback());
        try (ScriptedServer server = answering(ScriptedServer.tls(stranger))) {
            assertFails(
                    network.to(server),
                    TransportException.TlsUntrusted.class,
                    server.uri().toString(),
                    "certificate-authority");
            assertFails(network.connect(ClientConfig.builder(server.uri())), TransportException.TlsUntrusted.class);
        }
    }

    @Test
    void anybodyIsTrustedOnRequest() throws Exception {
        TestPki.Identity stranger = TestPki.authority("stranger").expiredServer("other.example");
        try (ScriptedServer server = answering(ScriptedServer.tls(stranger));
                Transport transport =
                        network.connect(ClientConfig.builder(server.uri()).trust(new Trust.Anybody()))) {
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
        }
    }

    @Test
    void aCertificateForAnotherNameIsToldFromAnUntrustedOne() {
        try (ScriptedServer server = answering(ScriptedServer.tls(network.authority.server("other.example")))) {
            assertFails(
                    network.to(server),
                    TransportException.HostnameMismatch.class,
                    TestPki.loopback(),
                    "it is for other.example",
                    "tls-server-name");
        }
    }

    @Test
    void theNameThatTheServerMustProveCanBeChosen() throws Exception {
        try (ScriptedServer server = answering(ScriptedServer.tls(network.authority.server("api.internal")));
                Transport transport =
                        network.connect(network.trusting(server.uri()).tlsServerName("api.internal"))) {
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
            assertFails(
                    network.connect(network.trusting(server.uri()).tlsServerName("api.external")),
                    TransportException.HostnameMismatch.class,
                    "api.external");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes, kubernetes",
        "api.internal, api.internal",
        "api.internal., api.internal",
        "no_host_name, ''",
        "10.0.0.1, ''",
        "fd00::1, ''"
    })
    void aServerIsAskedForByEveryNameThatIsNoAddress(String name, String asked) throws Exception {
        // Conscrypt keeps names without a dot to itself.
        boolean said = !asked.isEmpty() && (tls == TlsBy.JAVA || asked.contains("."));
        String proven = name.endsWith(".") ? asked : name;
        SSLContext context = TestPki.serverContext(network.authority.server(proven), null);
        try (RawServer server = RawServer.of(connection -> {
                    connection.startTls(context, "http/1.1");
                    assertThat(connection.askedFor()).isEqualTo(said ? List.of(asked) : List.of());
                    connection.head();
                    connection.write(Http1Network.OK);
                });
                Transport transport =
                        network.connect(network.trusting(server.uri("https")).tlsServerName(name))) {
            assertThat(Network.get(transport, "/api")).isEqualTo("ok");
        }
    }

    @Test
    void aServerThatTakesNoMoreOfARequestIsHeardOverTlsToo() throws Exception {
        SSLContext context = TestPki.serverContext(network.authority.server("kube"), null);
        try (RawServer server = RawServer.of(connection -> {
                    connection.startTls(context, "http/1.1");
                    connection.head();
                    connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 6\r\n\r\nenough");
                    connection.endOutput();
                    // With bytes that nobody has read, so that what the client sends is answered with a reset.
                    connection.close();
                });
                Transport transport =
                        network.connect(network.trusting(server.uri("https")).tlsServerName("kube"))) {
            HttpResponse refusal = transport.send(Network.post("/api", "x".repeat(32 << 20)));
            assertThat(refusal.status()).isEqualTo(413);
            assertThat(Network.text(refusal)).isEqualTo("enough");
        }
    }

    @Test
    void anExpiredServerCertificateIsSaidToBeSo() {
        try (ScriptedServer server =
                answering(ScriptedServer.tls(network.authority.expiredServer(TestPki.loopback())))) {
            assertFails(network.to(server), TransportException.CertificateExpired.class, "renew");
        }
    }

    @Test
    void aServerWithoutTlsIsSaidToBeSo() {
        try (ScriptedServer server = answering(ScriptedServer.plain())) {
            URI secure = URI.create(server.uri().toString().replace("http:", "https:"));
            assertFails(network.connect(network.trusting(secure)), TransportException.TlsFailed.class);
        }
    }

    @Test
    void aClientCertificateIsShown() throws Exception {
        TestPki.Authority between = network.authority.intermediate("between");
        TestPki.Identity ann = between.client("ann");
        try (ScriptedServer server = answering(ScriptedServer.tls(network.loopbackServer(), network.authority));
                Transport transport = network.connect(network.trusting(server.uri())
                        .clientCertificate(PemSource.of(ann.chainPem()), PemSource.of(ann.traditionalKeyPem())))) {
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
        }
    }

    static List<Arguments> everyFormOfAKey() {
        TestPki.Authority clients = TestPki.authority("clients");
        TestPki.Identity elliptic = clients.client("ann");
        TestPki.Identity rsa = clients.rsaClient("bob");
        return List.of(
                Arguments.of("elliptic, PKCS#8", clients, elliptic, elliptic.keyPem()),
                Arguments.of("elliptic, SEC1", clients, elliptic, elliptic.traditionalKeyPem()),
                Arguments.of("elliptic, with parameters", clients, elliptic, elliptic.keyPemWithParameters()),
                Arguments.of("RSA, PKCS#8", clients, rsa, rsa.keyPem()),
                Arguments.of("RSA, PKCS#1", clients, rsa, rsa.traditionalKeyPem()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyFormOfAKey")
    void aServerAcceptsAClientWithAnyCommonKey(
            String form, TestPki.Authority clients, TestPki.Identity client, String key) throws Exception {
        try (ScriptedServer server = answering(ScriptedServer.tls(network.loopbackServer(), clients));
                Transport transport = network.connect(network.trusting(server.uri())
                        .clientCertificate(PemSource.of(client.certificatePem()), PemSource.of(key)))) {
            assertThat(Network.get(transport, "/api")).as(form).isEqualTo("{}");
        }
    }

    @Test
    void aServerWithAnRsaKeyIsTrustedAsWell() throws Exception {
        try (ScriptedServer server = answering(ScriptedServer.tls(network.authority.rsaServer(TestPki.loopback())));
                Transport transport = network.to(server)) {
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
        }
    }

    @Test
    void aProviderThatHasNoTlsIsRefusedBeforeTheFirstRequest() {
        TransportOptions options = TransportOptions.STANDARD.withTlsProvider(Security.getProvider("SUN"));
        try (Network other = new Network(Map.of(), options, Duration.ofMinutes(1))) {
            assertThatThrownBy(() -> other.connect(other.trusting(URI.create("https://localhost"))))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("SUN");
        }
    }

    /** More of them than there are threads that carry virtual threads, on connections of their own; the last is still served. */
    @Test
    void watchesThatWaitOnConnectionsOfTheirOwnKeepNoCarrierThread() throws Exception {
        int watches = 4 * Runtime.getRuntime().availableProcessors() + 8;
        try (ScriptedServer server = answering(ScriptedServer.tls(network.loopbackServer()));
                Transport transport = network.to(server)) {
            server.on("GET", "/watch", exchange -> {
                exchange.start(200);
                exchange.chunk("x");
                exchange.awaitClientGone();
            });
            List<Network.Caller> callers = new ArrayList<>();
            List<CompletableFuture<Void>> reading = new ArrayList<>();
            for (int i = 0; i < watches; i++) {
                CompletableFuture<Void> begun = new CompletableFuture<>();
                reading.add(begun);
                callers.add(new Network.Caller(true, () -> {
                    try (HttpResponse response = transport.send(HttpRequest.get("/watch"))) {
                        assertThat(response.body().read()).isEqualTo('x');
                        begun.complete(null);
                        response.body().read();
                    }
                }));
            }
            // The server's own threads are virtual too: with all carriers kept it could not even answer.
            for (int i = 0; i < watches; i++) {
                callers.get(i).awaitAt(reading.get(i));
            }
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
            for (Network.Caller caller : callers) {
                caller.thread.interrupt();
                assertThat(caller.failure()).isInstanceOf(InterruptedIOException.class);
            }
        }
    }

    @Test
    void aMissingOrForeignClientCertificateIsSaidToBeSo() {
        TestPki.Identity foreign = TestPki.authority("stranger").client("eve");
        try (ScriptedServer server = answering(ScriptedServer.tls(network.loopbackServer(), network.authority))) {
            assertFails(network.to(server), TransportException.ClientCertificateRejected.class, "client-certificate");
            assertFails(
                    network.connect(network.trusting(server.uri())
                            .clientCertificate(PemSource.of(foreign.certificatePem()), PemSource.of(foreign.keyPem()))),
                    TransportException.ClientCertificateRejected.class);
        }
    }

    @Test
    void aConfigurationThatCannotBeUsedIsRefusedBeforeTheFirstRequest() {
        TestPki.Identity expired = network.authority.expiredClient("old");
        ClientConfig.Builder config = network.trusting(URI.create("https://localhost"))
                .clientCertificate(PemSource.of(expired.certificatePem()), PemSource.of(expired.keyPem()));
        assertThatThrownBy(() -> network.connect(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("expired");
    }

    @Test
    void aChangedAuthorityFileIsFollowed(@TempDir Path directory) throws Exception {
        // TR-5
        Path file = Files.writeString(directory.resolve("ca.crt"), network.authority.pem());
        TestPki.Authority next = TestPki.authority("next");
        try (ScriptedServer old = answering(ScriptedServer.tls(network.loopbackServer()));
                ScriptedServer fresh = answering(ScriptedServer.tls(next.server(TestPki.loopback())));
                Transport toOld = network.connect(
                        ClientConfig.builder(old.uri()).trust(new Trust.Authorities(PemSource.of(file))));
                Transport toFresh = network.connect(
                        ClientConfig.builder(fresh.uri()).trust(new Trust.Authorities(PemSource.of(file))))) {
            assertThat(Network.get(toOld, "/api")).isEqualTo("{}");
            assertThatThrownBy(() -> Network.get(toFresh, "/api")).isInstanceOf(TransportException.TlsUntrusted.class);

            Files.writeString(file, "half written");
            assertThat(Network.get(toOld, "/api"))
                    .as("what was good stays in use")
                    .isEqualTo("{}");
            Files.writeString(file, next.pem());
            Bounded.until(() -> answers(toFresh), "the server answers");
        }
    }

    @Test
    void aChangedClientCertificateFileIsFollowed(@TempDir Path directory) throws Exception {
        // TR-4
        TestPki.Identity foreign = TestPki.authority("stranger").client("ann");
        TestPki.Identity good = network.authority.client("ann");
        Path certificate = Files.writeString(directory.resolve("tls.crt"), foreign.certificatePem());
        Path key = Files.writeString(directory.resolve("tls.key"), foreign.keyPem());
        try (ScriptedServer server = answering(ScriptedServer.tls(network.loopbackServer(), network.authority));
                Transport transport = network.connect(network.trusting(server.uri())
                        .clientCertificate(PemSource.of(certificate), PemSource.of(key)))) {
            assertThat(answers(transport)).isFalse();
            Files.writeString(certificate, good.certificatePem());
            Files.writeString(key, good.keyPem());
            Bounded.until(() -> answers(transport), "the server answers");
        }
    }

    private static boolean answers(Transport transport) {
        try {
            return Network.get(transport, "/api").equals("{}");
        } catch (TransportException e) {
            return false;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
