package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.Manager;
import dev.konverge.controller.Tracer;
import dev.konverge.controller.monitor.LogLevels;
import dev.konverge.controller.monitor.MetricsRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a manager tells about itself, as a scraper and a kubelet see it. */
@WithCluster(time = WithCluster.Time.REAL)
class MonitoringTest {
    @Test
    void figuresHealthAndReadinessTellTheTruth(TestCluster cluster) throws Exception {
        Manager.Running running =
                cluster.run(Mirror.on(cluster).monitoring(Page.anywhere()).build());
        InetSocketAddress address = running.findMonitoring().orElseThrow();
        cluster.create(Mirror.deployment("web", 2));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));

        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");
        assertThat(Page.get(address, "/healthz").statusCode()).isEqualTo(200);
        HttpResponse<String> metrics = Page.get(address, "/metrics");
        assertThat(metrics.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(metrics.body())
                .contains("# TYPE workqueue_adds_total counter\n")
                .contains("informer_objects{informer=\"deployments.apps\"} 1\n")
                .containsPattern("controller_reconcile_total\\{controller=\"mirror\",result=\"done\"} [1-9]")
                .containsPattern("workqueue_work_duration_seconds_count\\{name=\"mirror\"} [1-9]")
                .containsPattern(
                        "rest_client_requests_total\\{code=\"200\",host=\"kubernetes\",method=\"PATCH\"} [1-9]")
                .containsPattern(
                        "rest_client_request_duration_seconds_count\\{host=\"kubernetes\",verb=\"PATCH\"} [1-9]")
                .containsPattern("rest_client_request_size_bytes_sum\\{host=\"kubernetes\",verb=\"PATCH\"} [1-9]");
    }

    @Test
    void thereAreFiguresOfEveryPartAndATracerBesideThem(TestCluster cluster) throws Exception {
        AtomicInteger spans = new AtomicInteger();
        Manager.Running running = cluster.run(Mirror.on(cluster)
                .leaderElection("mirror")
                .tracer((name, attributes) -> {
                    spans.incrementAndGet();
                    return Tracer.Span.NONE;
                })
                .monitoring(Page.anywhere())
                .build());
        cluster.create(Mirror.deployment("web", 2));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));

        assertThat(Page.get(running.findMonitoring().orElseThrow(), "/metrics").body())
                .as("queue")
                .contains("workqueue_depth{name=\"mirror\"} ")
                .contains("# TYPE workqueue_ready gauge\n")
                .contains("workqueue_unfinished_work_seconds{name=\"mirror\"} ")
                .contains("workqueue_queue_duration_seconds_count{name=\"mirror\"} ")
                .contains("workqueue_queue_duration_seconds_bucket{name=\"mirror\",le=\"1.0E-8\"} ")
                .contains("workqueue_work_duration_seconds_bucket{name=\"mirror\",le=\"10\"} ")
                .as("reconcile")
                .contains("controller_active_workers{controller=\"mirror\"} ")
                .contains("controller_reconcile_time_seconds_count{controller=\"mirror\"} ")
                .as("watch lag")
                .contains("informer_silence_seconds{informer=\"deployments.apps\"} ")
                .containsPattern("informer_processing_latency_seconds_count\\{informer=\"deployments.apps\"} [1-9]")
                .as("cache")
                .contains("informer_objects{informer=\"configmaps\"} ")
                .containsPattern("informer_bytes\\{informer=\"deployments.apps\"} [1-9]")
                .as("leader")
                .contains("leader_election_master_status{name=\"mirror\"} 1\n")
                .as("client")
                .contains("rest_client_request_duration_seconds_count");
        assertThat(spans).hasPositiveValue();
    }

    @Test
    void figuresAndChecksOfOnesOwnAreShownBesideThoseOfTheManager(TestCluster cluster) throws Exception {
        MetricsRegistry registry = new MetricsRegistry();
        registry.counter("shop_orders_total", "Orders.").add(3);
        AtomicBoolean alive = new AtomicBoolean(true);
        AtomicBoolean ready = new AtomicBoolean(true);
        Manager.Running running = cluster.run(Mirror.on(cluster)
                .healthCheck("loop", alive::get)
                .readinessCheck("bucket", ready::get)
                .monitoring(Page.anywhere(), registry)
                .build());
        InetSocketAddress address = running.findMonitoring().orElseThrow();
        cluster.create(Mirror.deployment("web", 2));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
        // What a reconcile has written can be seen before it has ended.
        cluster.eventually(() -> assertThat(Page.get(address, "/metrics").body())
                .contains("shop_orders_total 3\n")
                .contains("controller_reconcile_total{controller=\"mirror\""));
        assertThat(Page.get(address, "/healthz").body()).isEqualTo("ok");
        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");

        alive.set(false);
        assertThat(Page.get(address, "/healthz").body())
                .isEqualTo("[+]server-heard-of ok\n[+]controllers-at-work ok\n[-]loop failed\n");
        assertThat(Page.get(address, "/readyz").body()).isEqualTo("ok");
        ready.set(false);
        assertThat(Page.get(address, "/readyz").body())
                .isEqualTo("[+]caches-synced ok\n[+]caches-current ok\n[-]bucket failed\n");
    }

    private static HttpResponse<String> put(InetSocketAddress address, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = Page.at(address, path).PUT(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return Page.send(request.build());
    }

    @Test
    void levelsOfTheLogAreToldAndSetAtRunTime(TestCluster cluster) throws Exception {
        Manager.Running running = cluster.run(Mirror.on(cluster)
                .monitoring(Page.anywhere())
                .logLevels(LogLevels.ofJdk())
                .build());
        InetSocketAddress address = running.findMonitoring().orElseThrow();
        String path = "/loglevel?logger=dev.konverge.testkit.monitored";
        Logger logger = Logger.getLogger("dev.konverge.testkit.monitored");

        assertThat(put(address, path, "debug\n").body()).isEqualTo("DEBUG\n");
        assertThat(logger.isLoggable(Level.FINE)).isTrue();
        assertThat(put(address, path, "error").body()).isEqualTo("ERROR\n");
        assertThat(logger.isLoggable(Level.WARNING)).isFalse();
        assertThat(Page.get(address, path).body()).isEqualTo("ERROR\n");
        assertThat(Page.get(address, "/loglevel").body()).isEqualTo("INFO\n");
    }

    @Test
    void aLevelThatIsNoneAndAPageInABrowserAreRefused(TestCluster cluster) throws Exception {
        Manager.Running running = cluster.run(Mirror.on(cluster)
                .monitoring(Page.anywhere())
                .logLevels(LogLevels.ofJdk())
                .build());
        InetSocketAddress address = running.findMonitoring().orElseThrow();

        HttpResponse<String> none = put(address, "/loglevel", "loud");
        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(none.body()).contains("ERROR, WARN, INFO, DEBUG, TRACE");
        assertThat(put(address, "/loglevel", "debug", "Origin", "http://example.com")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void withoutAPortThereAreNoLevelsToSet(TestCluster cluster) throws Exception {
        Manager.Running running =
                cluster.run(Mirror.on(cluster).monitoring(Page.anywhere()).build());
        assertThat(Page.get(running.findMonitoring().orElseThrow(), "/loglevel").statusCode())
                .isEqualTo(404);
    }
}
