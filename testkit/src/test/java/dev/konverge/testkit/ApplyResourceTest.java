package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
