package dev.konverge.controller.monitor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A kubelet gets its answer, whoever else has connected. */
@Timeout(30)
class MonitoringServerTest {
    @Test
    void aRequestThatDoesNotComeToItsEndKeepsNobodyElseWaiting() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (MonitoringServer server = MonitoringServer.open(
                        new InetSocketAddress(here, 0),
                        new MetricsRegistry(),
                        new MonitoringServer.Checks(),
                        new MonitoringServer.Checks(),
                        Optional.empty());
                Socket half = new Socket(here, server.address().getPort())) {
            half.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: ".getBytes(US_ASCII));
            half.getOutputStream().flush();
            URI health = URI.create("http://127.0.0.1:" + server.address().getPort() + "/healthz");
            for (int i = 0; i < 3; i++) {
                try (InputStream answer = health.toURL().openStream()) {
                    assertThat(answer.readAllBytes()).asString(US_ASCII).isEqualTo("ok");
                }
            }
        }
    }
}
