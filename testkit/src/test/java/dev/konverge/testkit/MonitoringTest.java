package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.Manager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** What a manager tells about itself, as a scraper and a kubelet see it. */
@WithCluster(time = WithCluster.Time.REAL)
class MonitoringTest {
    private static HttpResponse<String> get(InetSocketAddress address, String path)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.getPort() + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void figuresHealthAndReadinessTellTheTruth(TestCluster cluster) throws Exception {
        Manager.Running running = cluster.run(Mirror.on(cluster)
                .monitoring(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .build());
        InetSocketAddress address = running.findMonitoring().orElseThrow();
        cluster.create(Mirror.deployment("web", 2));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));

        assertThat(get(address, "/readyz").body()).isEqualTo("ok");
        assertThat(get(address, "/healthz").statusCode()).isEqualTo(200);
        HttpResponse<String> metrics = get(address, "/metrics");
        assertThat(metrics.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(metrics.body())
                .contains("# TYPE workqueue_adds_total counter\n")
                .contains("informer_objects{informer=\"deployments\"} 1\n")
                .containsPattern("controller_reconcile_total\\{controller=\"mirror\",result=\"done\"} [1-9]")
                .containsPattern("workqueue_work_duration_seconds_count\\{name=\"mirror\"} [1-9]");
    }
}
