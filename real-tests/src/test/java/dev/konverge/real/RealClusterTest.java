package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.RealPrograms;
import dev.konverge.testkit.WithRealCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@WithRealCluster
class RealClusterTest {
    private static ConfigMap configMap(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .data(Map.of("k", "v"))
                .build();
    }

    @Test
    void itIsTheReleaseThatTheEmbeddedServerSaysItIs(RealCluster cluster) {
        assertThat(cluster.clients().discovery().serverVersion().gitVersion()).isEqualTo(RealPrograms.RELEASE);
    }

    @Test
    void whatWasStoredIsThereAfterEachProcessWasKilled(RealCluster cluster) {
        cluster.create(configMap("kept"));
        cluster.killApiServer();
        cluster.killEtcd();
        cluster.startEtcd();
        cluster.startApiServer();
        assertThat(cluster.get(ConfigMap.TYPE, "default", "kept").data()).containsEntry("k", "v");
        cluster.stopApiServer();
        cluster.startApiServer();
        assertThat(cluster.get(ConfigMap.TYPE, "default", "kept").data()).containsEntry("k", "v");
    }

    @Test
    void aServerThatDoesNotStartTellsWhatItSaid() {
        assertThatThrownBy(() -> RealCluster.builder()
                        .apiServerArguments("--no-such-flag")
                        .start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kube-apiserver ended before it was ready; it ended with exit code 1")
                .hasMessageContaining("unknown flag: --no-such-flag");
    }

    @Test
    void nothingIsLeftOfAClusterThatWasClosed() {
        RealCluster cluster = RealCluster.start();
        Path folder = cluster.kubeconfigFile().toAbsolutePath().getParent();
        cluster.close();
        assertThat(folder).doesNotExist();
        List<ProcessHandle> left = ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains(String.valueOf(folder)))
                .toList();
        assertThat(left).isEmpty();
        assertThat(Files.exists(folder)).isFalse();
    }
}
