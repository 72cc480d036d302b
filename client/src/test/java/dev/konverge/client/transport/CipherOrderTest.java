package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.RawServer;
import dev.konverge.client.testing.TestPki;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CipherOrderTest {
    private static final String CHACHA20 = "TLS_CHACHA20_POLY1305_SHA256";

    @Test
    void chaCha20ComesFirstAndNothingIsLost() {
        List<String> enabled = List.of(
                "TLS_AES_256_GCM_SHA384",
                CHACHA20,
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

        assertThat(CipherOrder.chaCha20First(enabled))
                .containsExactly(
                        CHACHA20,
                        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                        "TLS_AES_256_GCM_SHA384",
                        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                        "TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
    }

    @Test
    void whoeverIsNotJavaKnowsBest() throws Exception {
        SSLContext conscrypt = SSLContext.getInstance("TLS", Conscrypt.newProvider());
        conscrypt.init(null, null, null);

        assertThat(CipherOrder.of(conscrypt))
                .containsExactly(conscrypt.getDefaultSSLParameters().getCipherSuites());
    }

    @Test
    void anOrderThatWasSetForTheProcessStays() throws Exception {
        SSLContext java = SSLContext.getInstance("TLS");
        java.init(null, null, null);
        System.setProperty("jdk.tls.client.cipherSuites", "TLS_AES_128_GCM_SHA256," + CHACHA20);
        try {
            // Java itself has read the property before; only the order is looked at here.
            assertThat(CipherOrder.of(java))
                    .containsExactly(java.getDefaultSSLParameters().getCipherSuites());
        } finally {
            System.clearProperty("jdk.tls.client.cipherSuites");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatFollowsItsClientsTakesWhatSuitsWhoeverEncrypts(TlsBy tls) throws Exception {
        CompletableFuture<String> agreed = new CompletableFuture<>();
        try (Network network = new Network(tls)) {
            SSLContext server = TestPki.serverContext(network.loopbackServer(), null);
            try (RawServer following = RawServer.of(Http2Peer.over(server, peer -> {
                        agreed.complete(peer.connection().cipher());
                        peer.answer(peer.awaitRequest().stream(), "ok");
                    }));
                    Transport transport = network.connect(network.trusting(following.uri("https")))) {
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
                assertThat(Bounded.get(agreed).equals(CHACHA20)).isEqualTo(tls == TlsBy.JAVA);
            }
        }
    }
}
