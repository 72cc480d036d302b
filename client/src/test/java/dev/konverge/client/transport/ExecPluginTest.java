package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.Credentials;
import dev.konverge.client.config.ExecPlugin;
import dev.konverge.client.config.ExecPlugin.InteractiveMode;
import dev.konverge.client.config.ExecPlugin.Version;
import dev.konverge.client.config.ExecPolicy;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import dev.konverge.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class ExecPluginTest {
    private static final String PATH = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");

    @TempDir
    Path directory;

    private final Network network = new Network(Map.of("PATH", PATH, "OUTER", "outer"), Duration.ofSeconds(20));

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private static String credential(String status) {
        return "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":" + status
                + "}";
    }

    /** {@return a plugin that counts its runs in a file, and then does what the script says} */
    private ExecPlugin plugin(String script) {
        return plugin(script, null);
    }

    private ExecPlugin plugin(String script, ExecPlugin.@Nullable ClusterFacts cluster) {
        return new ExecPlugin(
                "sh",
                List.of("-c", "echo run >> '" + directory.resolve("runs") + "'\n" + script),
                Map.of("INNER", "inner"),
                Version.V1,
                "install sh first",
                InteractiveMode.NEVER,
                cluster);
    }

    private static String print(String json) {
        return "cat <<'END'\n" + json + "\nEND\n";
    }

    private int runs() throws IOException {
        Path file = directory.resolve("runs");
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    private Transport using(ScriptedServer server, ExecPlugin plugin) {
        return network.connect(network.trusting(server.uri()).credentials(new Credentials.Exec(plugin)));
    }

    private ScriptedServer echoingToken() {
        return echoingToken(ScriptedServer.tls(network.loopbackServer()));
    }

    private static ScriptedServer echoingToken(ScriptedServer server) {
        return server.otherwise(exchange ->
                exchange.respond(200, "text/plain", exchange.request().header("authorization")));
    }

    @Test
    void aTokenIsUsedUntilItExpiresAndSharedByAllClients() throws Exception {
        // EX-4
        String future = Instant.now().plusSeconds(3600).toString();
        ExecPlugin plugin = plugin(print(credential("{\"token\":\"t1\",\"expirationTimestamp\":\"" + future + "\"}")));
        try (ScriptedServer server = echoingToken();
                Transport first = using(server, plugin);
                Transport second = using(server, plugin)) {
            for (int i = 0; i < 3; i++) {
                assertThat(Network.get(first, "/api")).isEqualTo("Bearer t1");
                assertThat(Network.get(second, "/api")).isEqualTo("Bearer t1");
            }
            assertThat(runs()).isEqualTo(1);
        }
    }

    @Test
    void anExpiredTokenIsReplacedBeforeItIsUsed() throws Exception {
        String past = Instant.now().minusSeconds(5).toString();
        ExecPlugin plugin = plugin(print(credential("{\"token\":\"t1\",\"expirationTimestamp\":\"" + past + "\"}")));
        try (ScriptedServer server = echoingToken();
                Transport transport = using(server, plugin)) {
            Network.get(transport, "/api");
            Network.get(transport, "/api");
            assertThat(runs()).isEqualTo(2);
        }
    }

    @Test
    void manyCallersWaitForOneRun() throws Exception {
        ExecPlugin plugin = plugin(print(credential("{\"token\":\"t1\"}")));
        // Over one connection: what is looked at is the plugin, not how fast many of them are opened.
        try (ScriptedServer server = echoingToken(ScriptedServer.http2(network.loopbackServer()));
                Transport transport = using(server, plugin)) {
            List<InFlight> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                callers.add(InFlight.get(transport, "/api"));
            }
            for (InFlight caller : callers) {
                assertThat(caller.text()).isEqualTo("Bearer t1");
            }
            assertThat(runs()).isEqualTo(1);
        }
    }

    @Test
    void aRunThatFailsFailsForAllWhoWaitForIt() throws Exception {
        // EX-4: one run at a time, whatever comes of it.
        Path go = directory.resolve("go");
        String script = "while [ ! -e '" + go + "' ]; do sleep 0.05; done\nexit 3\n";
        try (ScriptedServer server = echoingToken();
                Transport transport = using(server, plugin(script))) {
            List<Network.Caller> callers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                callers.add(new Network.Caller(true, () -> transport.send(HttpRequest.get("/api"))));
            }
            for (Network.Caller caller : callers) {
                Bounded.until(
                        () -> Arrays.stream(caller.thread.getStackTrace())
                                .anyMatch(frame -> frame.getClassName().endsWith("$ConditionObject")),
                        "waits for the run");
            }
            Files.createFile(go);
            for (Network.Caller caller : callers) {
                assertThat(caller.failure()).isInstanceOf(TransportException.CredentialsUnavailable.class);
            }
            assertThat(runs()).isEqualTo(1);
        }
    }

    /** {@return a script that prints a token that tells how often the plugin was run} */
    private String numberedTokens() {
        return "n=$(wc -l < '" + directory.resolve("runs") + "' | tr -d ' ')\n" + "echo '"
                + credential("{\"token\":\"t'$n'\"}") + "'\n";
    }

    @Test
    void aRejectedTokenIsReplacedForAWebSocketToo() throws Exception {
        // EX-4
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport = using(server, plugin(numberedTokens()))) {
            server.otherwise(exchange -> {
                if (exchange.request().header("authorization").equals("Bearer t2")) {
                    exchange.upgrade(Network.OFFERED.getFirst()).binary(new byte[] {7});
                    exchange.awaitClientGone();
                } else {
                    exchange.respond(401, "text/plain", "no");
                }
            });
            try (WebSocketChannel channel = transport.open(HttpRequest.get("/exec"), Network.OFFERED)) {
                assertThat(channel.receive()).isPresent();
            }
            assertThat(runs()).isEqualTo(2);
            server.otherwise(exchange -> exchange.respond(401, "text/plain", "never"));
            assertThatThrownBy(() -> transport.open(HttpRequest.get("/exec"), Network.OFFERED))
                    .isInstanceOf(TransportException.UpgradeRefused.class);
            assertThat(runs()).as("one more try, and no more").isEqualTo(3);
        }
    }

    private static String shown(TestPki.Identity identity) {
        return credential(new Json.Obj(Map.of(
                        "clientCertificateData", Json.of(identity.certificatePem()),
                        "clientKeyData", Json.of(identity.keyPem())))
                .toString());
    }

    @Test
    void aCertificateThatCannotBeUsedIsARunThatFailed() throws Exception {
        Path expired = Files.writeString(directory.resolve("c1"), shown(network.authority.expiredClient("ann")));
        Files.writeString(expired.resolveSibling("c2"), shown(network.authority.client("ann")));
        String script = "cat '" + directory + "'/c$(wc -l < '" + directory.resolve("runs") + "' | tr -d ' ')\n";
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer(), network.authority);
                Transport transport = using(server, plugin(script))) {
            server.otherwise(exchange -> exchange.json("{}"));
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.CredentialsUnavailable.class)
                    .hasMessageContaining("expired");
            assertThat(Network.get(transport, "/api")).as("it is run again").isEqualTo("{}");
            assertThat(runs()).isEqualTo(2);
        }
    }

    @Test
    void aRejectedTokenIsReplacedOnceAndTheRequestSentAgain() throws Exception {
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport = using(server, plugin(numberedTokens()))) {
            server.otherwise(exchange -> {
                String token = exchange.request().header("authorization");
                exchange.respond(token.equals("Bearer t2") ? 200 : 401, "text/plain", token);
            });
            assertThat(Network.get(transport, "/api")).isEqualTo("Bearer t2");
            assertThat(runs()).isEqualTo(2);
            server.otherwise(exchange -> exchange.respond(401, "text/plain", "never"));
            try (HttpResponse response = transport.send(HttpRequest.get("/api"))) {
                assertThat(response.status()).isEqualTo(401);
            }
            assertThat(runs()).as("one more try, and no more").isEqualTo(3);
        }
    }

    @Test
    void aCertificateFromAPluginIsShown() throws Exception {
        TestPki.Identity ann = network.authority.client("ann");
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer(), network.authority);
                Transport transport = using(server, plugin(print(shown(ann))))) {
            server.otherwise(exchange -> exchange.json("{}"));
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aPluginIsToldOfItsSurroundings() throws Exception {
        // EX-2
        var facts = new ExecPlugin.ClusterFacts(
                "https://server", "name", true, "PEM", "http://proxy", true, Json.parse("{\"audience\":\"a\"}"));
        Path info = directory.resolve("info");
        String script = "echo \"$KUBERNETES_EXEC_INFO|$INNER|$OUTER\" > '" + info + "'\n"
                + print(credential("{\"token\":\"t\"}"));
        try (ScriptedServer server = echoingToken();
                Transport transport = using(server, plugin(script, facts))) {
            Network.get(transport, "/api");
        }
        String[] seen = Files.readString(info).strip().split("\\|", -1);
        assertThat(Json.parse(seen[0])).isEqualTo(Json.parse("""
                        {"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",
                         "spec":{"interactive":false,"cluster":{"server":"https://server","tls-server-name":"name",
                           "insecure-skip-tls-verify":true,"certificate-authority-data":"UEVN",
                           "proxy-url":"http://proxy","disable-compression":true,"config":{"audience":"a"}}}}
                        """));
        assertThat(seen[1]).isEqualTo("inner");
        assertThat(seen[2]).isEqualTo("outer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exit 3 | failed with exit code 3",
                "echo s3cret | not JSON",
                "true | printed nothing",
                "echo '[]' | not a JSON object",
                "echo '{\"kind\":\"Secret\",\"apiVersion\":\"v1\"}' | did not print an ExecCredential",
                "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1beta1\",\"kind\":\"ExecCredential\"}'"
                        + " | did not print an ExecCredential",
            })
    void aPluginThatFailsIsNamedWithItsReason(String script, String reason) {
        assertRefused(plugin(script), "exec plugin sh", reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | neither a token nor a client certificate",
                "{\"clientCertificateData\":\"s3cret\"} | without a key",
                "{\"token\":\"s3cret\",\"expirationTimestamp\":\"tomorrow\"} | not a time",
                "null | without a status",
            })
    void aCredentialThatIsNoneIsSaidToBeSo(String status, String reason) {
        assertRefused(plugin(print(credential(status))), reason);
    }

    private void assertRefused(ExecPlugin plugin, String... words) {
        try (ScriptedServer server = echoingToken();
                Transport transport = using(server, plugin)) {
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.CredentialsUnavailable.class)
                    .hasMessageContainingAll(words)
                    .hasMessageNotContaining("s3cret");
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    void aMissingPluginComesWithItsInstallHint() {
        // EX-7
        ExecPlugin missing = new ExecPlugin(
                "no-such-plugin", List.of(), Map.of(), Version.V1, "try brew", InteractiveMode.NEVER, null);
        assertRefused(missing, "executable no-such-plugin not found", "try brew");
    }

    @Test
    void whatBecomesOfPluginsIsTold() throws Exception {
        // EX-8 and section 9.10
        List<String> told = new CopyOnWriteArrayList<>();
        TransportMetrics metrics = new TransportMetrics() {
            @Override
            public void pluginCalled(PluginCall result, int exitCode) {
                told.add(result.label() + ' ' + exitCode);
            }

            @Override
            public void pluginAsked(boolean allowed) {
                told.add(allowed ? "allowed" : "denied");
            }

            @Override
            public void pluginExpires(Instant time) {
                told.add("until " + time);
            }
        };
        TransportOptions options = TransportOptions.STANDARD
                .withMetrics(metrics)
                .withExecPolicy(new ExecPolicy.AllowOnly(Set.of("sh", "no-such-plugin")));
        try (Network watched = new Network(Map.of("PATH", PATH), options, Duration.ofSeconds(20));
                ScriptedServer server = ScriptedServer.tls(watched.loopbackServer())) {
            server.otherwise(exchange -> exchange.json("{}"));
            call(
                    watched,
                    server,
                    plugin(print(credential("{\"token\":\"t\",\"expirationTimestamp\":\"2999-01-01T00:00:00Z\"}"))));
            assertThat(told).containsExactly("allowed", "no_error 0", "until 2999-01-01T00:00:00Z");
            told.clear();
            for (String command : List.of("no-such-plugin", "env")) {
                ExecPlugin other =
                        new ExecPlugin(command, List.of(), Map.of(), Version.V1, "", InteractiveMode.NEVER, null);
                assertThatThrownBy(() -> call(watched, server, other))
                        .isInstanceOf(TransportException.CredentialsUnavailable.class);
            }
            assertThatThrownBy(() -> call(watched, server, plugin("exit 7")))
                    .isInstanceOf(TransportException.CredentialsUnavailable.class);
        }
        assertThat(told)
                .containsExactly(
                        "allowed", "plugin_not_found_error 1", "denied", "allowed", "plugin_execution_error 7");
    }

    private static void call(Network network, ScriptedServer server, ExecPlugin plugin) throws Exception {
        try (Transport transport =
                network.connect(network.trusting(server.uri()).credentials(new Credentials.Exec(plugin)))) {
            Network.get(transport, "/api");
        }
    }

    @Test
    void aPluginThatMustAskNeedsATerminal() {
        // EX-3
        ExecPlugin asking =
                new ExecPlugin("sh", List.of(), Map.of(), Version.V1BETA1, "", InteractiveMode.ALWAYS, null);
        assertRefused(asking, "terminal");
    }

    @Test
    void aPluginThatHangsIsKilledWithAllThatItStarted() {
        try (Network impatient = new Network(Map.of("PATH", PATH), Duration.ofMillis(500));
                ScriptedServer server = ScriptedServer.tls(impatient.loopbackServer());
                Transport transport = impatient.connect(impatient
                        .trusting(server.uri())
                        .credentials(new Credentials.Exec(plugin("sleep 600 & sleep 600"))))) {
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.CredentialsUnavailable.class)
                    .hasMessageContaining("did not end");
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void anInterruptEndsTheWaitForAPlugin(boolean virtual) throws Exception {
        Path started = directory.resolve("runs");
        try (ScriptedServer server = echoingToken();
                Transport transport = using(server, plugin("exec sleep 600"))) {
            Network.Caller caller = new Network.Caller(virtual, () -> transport.send(HttpRequest.get("/api")));
            Bounded.until(() -> Files.exists(started), "the plugin was started");
            caller.thread.interrupt();
            assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void aPluginIsNotAskedForRequestsWithTheirOwnCredentials() throws Exception {
        try (ScriptedServer server = echoingToken();
                Transport transport = using(server, plugin("exit 1"))) {
            Headers own = Headers.NONE.with("Authorization", "Bearer own");
            assertThat(Network.text(transport.send(new HttpRequest("GET", "/api", own, null, null))))
                    .isEqualTo("Bearer own");
        }
    }
}
