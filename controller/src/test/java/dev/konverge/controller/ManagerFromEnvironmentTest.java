package dev.konverge.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ConfigException;
import dev.konverge.client.config.Environment;
import dev.konverge.client.transport.TransportMetrics;
import dev.konverge.client.transport.TransportOptions;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a manager takes from the environment, and what it hands on to its connections. Nothing is sent here. */
class ManagerFromEnvironmentTest {
    @TempDir
    private Path folder = Path.of("");

    private Environment environment(String namespace) throws IOException {
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(kubeconfig, """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:6443"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: x, context: {cluster: c, user: u, namespace: "%s"}}]
                current-context: x
                """.formatted(namespace));
        return new Environment(
                Map.of("KUBECONFIG", kubeconfig.toString()), folder, folder.resolve("no-service-account"), false);
    }

    @Test
    void itsConnectionsTellTheMetricsOfTheOptions() throws IOException {
        List<String> told = new ArrayList<>();
        TransportMetrics metrics = new TransportMetrics() {
            @Override
            public void connected(boolean shared) {
                told.add("connected");
            }
        };
        ManagerBuilder manager = Manager.from(environment(""), TransportOptions.STANDARD.withMetrics(metrics));
        manager.settings().closeOwned();
        assertThat(told).containsExactly("connected");
    }

    @Test
    void itsConnectionsAreEncryptedByTheProviderOfTheOptions() throws IOException {
        Environment environment = environment("");
        TransportOptions noTls = TransportOptions.STANDARD.withTlsProvider(Security.getProvider("SUN"));
        assertThatThrownBy(() -> Manager.from(environment, noTls))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("SUN");
    }

    @Test
    void itsLeaseIsInTheNamespaceOfTheContextUnlessAnotherIsNamed() throws IOException {
        ManagerBuilder manager =
                Manager.from(environment("team"), TransportOptions.STANDARD).leaderElection("lease");
        assertThat(lease(manager)).isEqualTo(Key.of("team", "lease"));
        assertThat(lease(manager.home("other"))).isEqualTo(Key.of("other", "lease"));
        manager.settings().closeOwned();

        ManagerBuilder nowhere =
                Manager.from(environment(""), TransportOptions.STANDARD).leaderElection("lease");
        assertThat(lease(nowhere)).isEqualTo(Key.of("default", "lease"));
        nowhere.settings().closeOwned();
    }

    @Test
    void itIsGoodForOneRunBecauseThatClosesItsConnections() throws IOException {
        Manager manager = Manager.from(environment(""), TransportOptions.STANDARD)
                .controller(ConfigMap.TYPE, c -> c.reconcile((map, scope) -> Outcome.done()))
                .build();
        manager.start().close();

        assertThatThrownBy(manager::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("good for one run or plan");
    }

    private static Key lease(ManagerBuilder manager) {
        return manager.settings().candidacy().orElseThrow().get().lease();
    }
}
