package dev.konverge.samples.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.core.v1.Service;
import dev.konverge.model.networking.v1.Ingress;
import dev.konverge.testkit.TestCluster;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IngressManagerTest implements IngressStory {
    private final TestCluster cluster = TestCluster.virtual(1);

    @BeforeEach
    void run() {
        cluster.run(IngressManager.addTo(cluster.manager()).build());
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Override
    public TestCluster cluster() {
        return cluster;
    }

    @Override
    public String namespace() {
        return "default";
    }

    @Test
    void aServiceWithoutTheAnnotationGetsNone() {
        cluster.create(Service.builder()
                .metadata(m -> m.namespace("default").name("web"))
                .spec(s -> s.selector(Map.of("app", "web")).addPorts(p -> p.port(8080)))
                .build());
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cluster.find(Ingress.TYPE, "default", "web")).isEmpty();
    }
}
