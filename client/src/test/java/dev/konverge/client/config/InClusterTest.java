package dev.konverge.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InClusterTest {
    @TempDir
    Path directory;

    private Environment pod(String host, String... more) throws IOException {
        Files.writeString(directory.resolve("token"), "s3cret\n");
        Files.writeString(directory.resolve("ca.crt"), "PEM");
        Files.writeString(directory.resolve("namespace"), "team-a\n");
        Map<String, String> variables = new java.util.HashMap<>();
        variables.put("KUBERNETES_SERVICE_HOST", host);
        variables.put("KUBERNETES_SERVICE_PORT", "443");
        for (int i = 0; i < more.length; i += 2) {
            variables.put(more[i], more[i + 1]);
        }
        return new Environment(variables, directory.resolve("home"), directory, false);
    }

    @Test
    void aPodFindsItsServer() throws Exception {
        // KC-10
        ClientConfig config = KubeConfig.detect(pod("10.0.0.1"));
        assertThat(config.server()).isEqualTo(URI.create("https://10.0.0.1:443"));
        assertThat(config.credentials()).isEqualTo(new Credentials.TokenFile(directory.resolve("token"), "s3cret"));
        assertThat(config.tls().trust()).isEqualTo(new Trust.Authorities(PemSource.of(directory.resolve("ca.crt"))));
        assertThat(config.namespace()).isEqualTo("team-a");
        assertThat(config.toString()).doesNotContain("s3cret");
    }

    @Test
    void anAddressOfVersionSixGetsItsBrackets() throws Exception {
        assertThat(InCluster.load(pod("fd00::1")).server()).isEqualTo(URI.create("https://[fd00::1]:443"));
    }

    @Test
    void thePodsNameSpaceCanBeGivenByVariable() throws Exception {
        // KC-9
        assertThat(InCluster.load(pod("10.0.0.1", "POD_NAMESPACE", "team-b")).namespace())
                .isEqualTo("team-b");
    }

    @Test
    void aKubeconfigThatIsAskedForComesFirst() throws Exception {
        Path file = Files.writeString(directory.resolve("kubeconfig"), """
                current-context: c
                clusters: [{name: c, cluster: {server: "https://c"}}]
                contexts: [{name: c, context: {cluster: c}}]
                """);
        Environment environment = pod("10.0.0.1", "KUBECONFIG", file.toString());
        assertThat(KubeConfig.detect(environment).server()).isEqualTo(URI.create("https://c"));
        assertThat(KubeConfig.detect(environment).namespace())
                .as("KC-9: the pod's, as the context has none")
                .isEqualTo("team-a");
        assertThat(KubeConfig.buildConfigFromFlags(environment, "", "").server())
                .as("KC-8: without flags the cluster comes first")
                .isEqualTo(URI.create("https://10.0.0.1:443"));
        assertThat(KubeConfig.buildConfigFromFlags(environment, "", file.toString())
                        .server())
                .isEqualTo(URI.create("https://c"));
    }

    @Test
    void outsideOfAPodThisIsAnError() throws Exception {
        Environment outside = new Environment(Map.of(), directory, directory, false);
        assertThat(InCluster.possible(outside)).isFalse();
        assertThatThrownBy(() -> InCluster.load(outside))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("KUBERNETES_SERVICE_HOST");
        Environment pod = pod("10.0.0.1");
        Files.writeString(directory.resolve("token"), " ");
        assertThatThrownBy(() -> InCluster.load(pod))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("empty");
        Files.delete(directory.resolve("token"));
        assertThat(InCluster.possible(pod)).isFalse();
    }

    @Test
    void anUnreadableAuthorityIsNoReasonToStop() throws Exception {
        Environment pod = pod("10.0.0.1");
        Files.delete(directory.resolve("ca.crt"));
        assertThat(InCluster.load(pod).tls().trust()).isEqualTo(new Trust.JavaRuntime());
    }
}
