package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.testing.RawConnection;
import dev.konverge.client.testing.RawServer;
import dev.konverge.client.testing.TestPki;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;

class KeyGroupsTest {
    private static final String OF_NIST = "secp256r1";

    @Test
    void javaOffersTheCurveThatServersWantAndWhatIsBuiltOnIt() throws Exception {
        SSLContext java = SSLContext.getInstance("TLS");
        java.init(null, null, null);

        assertThat(KeyGroups.of(java)).contains("x25519").allMatch(group -> group.matches("(?i)x25519.*"));
    }

    @Test
    void whoeverIsNotJavaKnowsBest() throws Exception {
        SSLContext conscrypt = SSLContext.getInstance("TLS", Conscrypt.newProvider());
        conscrypt.init(null, null, null);

        assertThat(KeyGroups.of(conscrypt)).isEmpty();
    }

    @Test
    void groupsThatWereSetForTheProcessStay() throws Exception {
        SSLContext java = SSLContext.getInstance("TLS");
        java.init(null, null, null);
        System.setProperty("jdk.tls.namedGroups", OF_NIST);
        try {
            assertThat(KeyGroups.of(java)).isEmpty();
        } finally {
            System.clearProperty("jdk.tls.namedGroups");
        }
    }

    @Test
    void aServerThatKnowsTheCurveIsAskedOnce() throws Exception {
        try (Network network = new Network()) {
            SSLContext context = TestPki.serverContext(network.loopbackServer(), null);
            try (RawServer server = RawServer.of(connection -> answer(connection, context, parameters -> {}));
                    Transport transport = network.connect(network.trusting(server.uri("https")))) {
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
            }
        }
    }

    @Test
    void aServerThatHasNoneOfTheGroupsIsOfferedAllAndItIsRemembered() throws Exception {
        try (Network network = new Network()) {
            SSLContext context = TestPki.serverContext(network.loopbackServer(), null);
            RawServer.Script agreeing = connection -> answer(connection, context, KeyGroupsTest::knowsNistAlone);
            try (RawServer server = RawServer.of(
                            connection -> refuse(connection, context, KeyGroupsTest::knowsNistAlone),
                            agreeing,
                            agreeing);
                    Transport transport = network.connect(network.trusting(server.uri("https")))) {
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
            }
        }
    }

    /** There the curve of a certificate has to be one of the groups. */
    @Test
    void anOldServerWithACertificateOfAnotherCurveIsOfferedAll() throws Exception {
        Consumer<SSLParameters> old = parameters -> parameters.setProtocols(new String[] {"TLSv1.2"});
        try (Network network = new Network()) {
            SSLContext context = TestPki.serverContext(network.loopbackServer(), null);
            try (RawServer server = RawServer.of(
                            connection -> refuse(connection, context, old),
                            connection -> answer(connection, context, old));
                    Transport transport = network.connect(network.trusting(server.uri("https")))) {
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
            }
        }
    }

    @Test
    void aServerThatRefusesAllOfThemIsAskedTwiceAndNotRemembered() throws Exception {
        Consumer<SSLParameters> impossible =
                parameters -> parameters.setCipherSuites(new String[] {"TLS_DHE_RSA_WITH_AES_128_CBC_SHA"});
        try (Network network = new Network()) {
            SSLContext context = TestPki.serverContext(network.loopbackServer(), null);
            RawServer.Script refusing = connection -> refuse(connection, context, impossible);
            try (RawServer server = RawServer.of(refusing, refusing, refusing, refusing);
                    Transport transport = network.connect(network.trusting(server.uri("https")))) {
                for (int i = 0; i < 2; i++) {
                    assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                            .isInstanceOf(TransportException.TlsFailed.class);
                }
                server.awaitScripts();
            }
        }
    }

    @Test
    void whoIsNotTrustedIsNotAskedAgain() throws Exception {
        try (Network network = new Network()) {
            SSLContext stranger =
                    TestPki.serverContext(TestPki.authority("a stranger").server(TestPki.loopback()), null);
            try (RawServer server = RawServer.of(connection -> refuse(connection, stranger, parameters -> {}));
                    Transport transport = network.connect(network.trusting(server.uri("https")))) {
                assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                        .isInstanceOf(TransportException.TlsUntrusted.class);
                server.awaitScripts();
            }
        }
    }

    private static void knowsNistAlone(SSLParameters parameters) {
        parameters.setNamedGroups(new String[] {OF_NIST});
    }

    private static void answer(RawConnection connection, SSLContext context, Consumer<SSLParameters> settings)
            throws IOException {
        connection.startTls(context, settings, "http/1.1");
        assertThat(connection.head().line()).startsWith("GET /api ");
        connection.write(
                String.join("\r\n", List.of("HTTP/1.1 200 OK", "content-length: 2", "connection: close", "", "ok")));
    }

    private static void refuse(RawConnection connection, SSLContext context, Consumer<SSLParameters> settings) {
        assertThatThrownBy(() -> connection.startTls(context, settings, "http/1.1"))
                .isInstanceOf(IOException.class);
    }
}
