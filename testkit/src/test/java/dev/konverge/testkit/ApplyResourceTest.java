package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.core.v1.ConfigMap;
import org.junit.jupiter.api.Test;

@WithCluster
class ApplyResourceTest {
    @Test
    void aFileThatIsNotOnTheClassPathIsNamed(TestCluster cluster) {
        assertThatThrownBy(() -> cluster.applyResource("no/such.yaml"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"no/such.yaml\"");
    }

    @Test
    void aDocumentThatIsNoObjectIsShown(TestCluster cluster) {
        assertThatThrownBy(() -> cluster.apply("no/such.yaml"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("apiVersion")
                .hasMessageContaining("no/such.yaml");
    }

    @Test
    void whatIsInNoNamespaceGoesToDefaultIfItNeedsOne(TestCluster cluster) {
        cluster.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: homeless}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: elsewhere}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settled, namespace: elsewhere}
                """);
        assertThat(cluster.find(ConfigMap.TYPE, "default", "homeless")).isPresent();
        assertThat(cluster.find(ConfigMap.TYPE, "elsewhere", "settled")).isPresent();
    }
}
