package dev.konverge.samples.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.core.v1.Service;
import dev.konverge.model.networking.v1.Ingress;
import dev.konverge.testkit.TestCluster;
import dev.konverge.testkit.WithCluster;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithCluster
class IngressManagerTest {
    @BeforeEach
    void run(TestCluster cluster) {
        cluster.run(IngressManager.addTo(cluster.manager()).build());
    }

    private static void expose(TestCluster cluster, Map<String, String> annotations) {
        cluster.create(Service.builder()
                .metadata(m -> m.namespace("default").name("web").annotations(annotations))
                .spec(s -> s.selector(Map.of("app", "web")).addPorts(p -> p.port(8080)))
                .build());
    }

    private static void change(TestCluster cluster, String patch) {
        cluster.clients().resource(Service.TYPE).in("default").patch("web", new MergePatch(Json.parse(patch)));
    }

    private static void leadsTo(TestCluster cluster, String host, int port) {
        Json ingress = Json.from(Ingress.CODEC, cluster.get(Ingress.TYPE, "default", "web"));
        assertThat(ingress.toString())
                .contains("\"host\":\"" + host + "\"")
                .contains("\"service\":{\"name\":\"web\",\"port\":{\"number\":" + port + "}}");
    }

    @Test
    void anAnnotatedServiceGetsAnIngressThatFollowsIt(TestCluster cluster) {
        expose(cluster, Map.of(IngressManager.ANNOTATION, "web.example.com"));
        cluster.eventually(() -> leadsTo(cluster, "web.example.com", 8080));
        change(cluster, "{\"spec\":{\"ports\":[{\"port\":9090}]}}");
        cluster.eventually(() -> leadsTo(cluster, "web.example.com", 9090));
        change(cluster, "{\"metadata\":{\"annotations\":{\"konverge.dev/expose\":\"www.example.com\"}}}");
        cluster.eventually(() -> leadsTo(cluster, "www.example.com", 9090));
    }

    @Test
    void theIngressGoesWithTheAnnotation(TestCluster cluster) {
        expose(cluster, Map.of(IngressManager.ANNOTATION, ""));
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, "default", "web")).isPresent());
        change(cluster, "{\"metadata\":{\"annotations\":null}}");
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, "default", "web")).isEmpty());
    }

    @Test
    void theIngressGoesWithTheService(TestCluster cluster) {
        expose(cluster, Map.of(IngressManager.ANNOTATION, ""));
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, "default", "web")).isPresent());
        cluster.clients().resource(Service.TYPE).in("default").delete("web");
        cluster.eventually(
                () -> assertThat(cluster.find(Ingress.TYPE, "default", "web")).isEmpty());
    }

    @Test
    void aServiceWithoutTheAnnotationGetsNone(TestCluster cluster) {
        expose(cluster, Map.of());
        cluster.advance(java.time.Duration.ofMinutes(1));
        assertThat(cluster.find(Ingress.TYPE, "default", "web")).isEmpty();
    }
}
