package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our client asks for ChaCha20 first, which is of use only if servers follow. */
@WithRealCluster
class CipherChoiceTest {
    private static final String CHACHA20 = "TLS_CHACHA20_POLY1305_SHA256";
    private static final String AES = "TLS_AES_128_GCM_SHA256";

    @ParameterizedTest
    @CsvSource({CHACHA20 + "," + AES, AES + "," + CHACHA20})
    void theServerTakesWhatItsClientWantsMost(String first, String second, RealCluster cluster) throws Exception {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, new TrustManager[] {new Anybody()}, null);
        var parameters = new SSLParameters(new String[] {first, second});
        URI version = cluster.anonymous().server().resolve("/version");
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(trusting)
                .sslParameters(parameters)
                .build()) {
            String agreed = client.send(HttpRequest.newBuilder(version).build(), BodyHandlers.discarding())
                    .sslSession()
                    .orElseThrow()
                    .getCipherSuite();
            assertThat(agreed).isEqualTo(first);
        }
    }

    /** Who the server is does not matter here. */
    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
