package dev.konverge.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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
    void whatIsAskedForReplacesWhatThePodHas() throws Exception {
        // KC-8, KC-9: the one that is found when there is no file is that of the pod, whatever else is asked for.
        Environment pod = pod("10.0.0.1");
        ClientConfig plain = KubeConfig.detect(pod);
        PemSource authority = PemSource.of(directory.resolve("other.crt"));
        Tls.ClientCertificate certificate = new Tls.ClientCertificate(authority, authority);
        Impersonation jane = Impersonation.of("jane");
        ClientConfig named = asked(pod, with -> with.namespace("x"));
        assertThat(named.namespace()).isEqualTo("x");
        assertThat(named.server()).isEqualTo(plain.server());
        assertThat(named.tls()).isEqualTo(plain.tls());
        assertThat(named.credentials()).isEqualTo(plain.credentials());
        assertThat(asked(pod, with -> with.timeout("7s")).requestTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(asked(pod, with -> with.impersonate(jane)).impersonation()).isEqualTo(jane);
        assertThat(asked(pod, with -> with.token("t")).credentials()).isEqualTo(new Credentials.Token("t"));
        assertThat(asked(pod, with -> with.certificateAuthority(authority))
                        .tls()
                        .trust())
                .isEqualTo(new Trust.Authorities(authority));
        assertThat(asked(pod, with -> with.insecure(true)).tls().trust()).isEqualTo(new Trust.Anybody());
        assertThat(asked(pod, with -> with.tlsServerName("api")).tls().serverName())
                .isEqualTo("api");
        assertThat(asked(pod, with -> with.clientCertificate(certificate)).tls().client())
                .isEqualTo(certificate);
        assertThat(asked(pod, with -> with.proxyUrl("http://proxy:3128")).proxy())
                .isEqualTo(new ProxyChoice.Via(URI.create("http://proxy:3128")));
    }

    /** {@return what is found, and what files that say nothing come to} */
    private static ClientConfig asked(Environment pod, UnaryOperator<Overrides.Builder> what) {
        Overrides overrides = what.apply(Overrides.builder()).build();
        ClientConfig found = KubeConfig.detect(pod, overrides);
        assertThat(KubeConfig.load(pod).resolve(pod, overrides)).hasToString(found.toString());
        return found;
    }

    @Test
    void anEntryOrAServerThatIsNamedIsNotThePods() throws Exception {
        // KC-4: what is named and does not exist is an error.
        Environment pod = pod("10.0.0.1");
        for (Overrides overrides : List.of(
                Overrides.builder().context("c").build(),
                Overrides.builder().cluster("c").build(),
                Overrides.builder().user("c").build())) {
            assertThatThrownBy(() -> KubeConfig.detect(pod, overrides)).isInstanceOf(ConfigException.class);
        }
        ClientConfig elsewhere = KubeConfig.detect(
                pod, Overrides.builder().server("https://elsewhere").build());
        assertThat(elsewhere.server()).isEqualTo(URI.create("https://elsewhere"));
        assertThat(elsewhere.credentials())
                .as("the token is for the cluster's own server")
                .isEqualTo(new Credentials.Anonymous());
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
