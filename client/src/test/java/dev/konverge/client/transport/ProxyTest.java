package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ProxyChoice;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@ParameterizedClass
@EnumSource
class ProxyTest {
    private final Network network;

    ProxyTest(TlsBy tls) {
        network = new Network(tls);
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https", "socks5"})
    void aServerIsReachedThroughAProxy(String scheme) throws Exception {
        var tls = scheme.equals("https") ? TestPki.serverContext(network.loopbackServer(), null) : null;
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                ScriptedProxy proxy = new ScriptedProxy(scheme, tls, "");
                Transport transport =
                        network.connect(network.trusting(server.uri()).proxy(new ProxyChoice.Via(proxy.uri(""))))) {
            server.otherwise(exchange -> exchange.json("{}"));
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
            assertThat(proxy.heads).isNotEmpty();
            assertThat(proxy.heads.getFirst())
                    .contains("127.0.0.1:" + server.uri().getPort());
        }
    }

    @Test
    void aProxyThatAsksForAPasswordGetsIt() throws Exception {
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                ScriptedProxy proxy = new ScriptedProxy("http", null, "");
                Transport transport = network.connect(
                        network.trusting(server.uri()).proxy(new ProxyChoice.Via(proxy.uri("user:pass@"))))) {
            server.otherwise(exchange -> exchange.json("{}"));
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
            assertThat(proxy.heads.getFirst()).contains("Proxy-Authorization: Basic dXNlcjpwYXNz");
            assertThat(server.received().getFirst().headers()).doesNotContainKey("proxy-authorization");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 407 Authentication\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n",
            })
    void aProxyThatRefusesIsSaidToBeTheReason(String refusal) {
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                ScriptedProxy proxy = new ScriptedProxy("http", null, refusal);
                Transport transport = network.connect(
                        network.trusting(server.uri()).proxy(new ProxyChoice.Via(proxy.uri("user:s3cret@"))))) {
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.ProxyFailed.class)
                    .hasMessageContaining(proxy.uri("").toString())
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test
    void aProxyThatIsNotThereIsSaidToBeTheReason() {
        URI nobody;
        try (ScriptedProxy gone = new ScriptedProxy("http", null, "")) {
            nobody = gone.uri("");
        }
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport =
                        network.connect(network.trusting(server.uri()).proxy(new ProxyChoice.Via(nobody)))) {
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.ProxyFailed.class);
        }
    }

    @Test
    void theEnvironmentOfTheProcessSaysNothingAboutLoopback() throws Exception {
        try (Network other = new Network(Map.of("HTTPS_PROXY", "http://127.0.0.1:1"));
                ScriptedServer server = ScriptedServer.tls(other.loopbackServer());
                Transport transport = other.to(server)) {
            server.otherwise(exchange -> exchange.json("{}"));
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
        }
    }
}
