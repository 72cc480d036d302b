package dev.konverge.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.config.ClientConfig;
import dev.konverge.client.config.Environment;
import dev.konverge.client.config.PemSource;
import dev.konverge.client.config.Trust;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.TestPki;
import dev.konverge.client.testing.WebSocketPeer;
import dev.konverge.client.transport.RetryPolicy;
import dev.konverge.client.transport.Transports;
import dev.konverge.model.core.v1.Pod;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clients over real sockets and real TLS, against a server that does what it should not. */
@Timeout(120)
class WireTest {
    private static final String TOKEN = "s3cr3t-token";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String WEB =
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\",\"namespace\":\"default\","
                    + "\"resourceVersion\":\"5\"}}";

    private final TestPki.Authority authority = TestPki.authority("wire");
    private final Transports transports =
            new Transports(Platform.real(), new Environment(Map.of(), Path.of("nowhere"), Path.of("nowhere"), false));

    @AfterEach
    void closeTransports() {
        transports.close();
    }

    private ScriptedServer server(boolean http2) {
        TestPki.Identity identity = authority.server(TestPki.loopback(), "localhost");
        return http2 ? ScriptedServer.http2(identity) : ScriptedServer.tls(identity);
    }

    private ClientConfig config(ScriptedServer server) {
        return ClientConfig.builder(server.uri())
                .trust(new Trust.Authorities(PemSource.of(authority.pem())))
                .token(TOKEN)
                .build();
    }

    private PodClient pods(ScriptedServer server) {
        ClientConfig config = config(server);
        RestClient rest = RestClient.on(transports.connect(config), Platform.real(), config)
                .withRetries(RetryPolicy.NONE);
        return ClientSet.of(rest).coreV1().pods("default");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anObjectIsReadAndWrittenOverTls(boolean http2) throws Exception {
        try (ScriptedServer server = server(http2)) {
            server.on("GET", PODS + "/web", exchange -> exchange.json(WEB));
            server.on(
                    "POST",
                    PODS,
                    exchange -> exchange.respond(
                            201, "application/json", exchange.request().body()));
            PodClient pods = pods(server);
            Pod web = pods.get("web");
            assertThat(web.key()).hasToString("default/web");
            assertThat(server.awaitRequest().header("authorization")).isEqualTo("Bearer " + TOKEN);
            assertThat(pods.create(web)).isEqualTo(web);
            assertThat(server.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsArriveOneByOneWhileTheWatchStaysOpen(boolean http2) {
        try (ScriptedServer server = server(http2)) {
            server.on("GET", PODS, exchange -> {
                exchange.start(200, "Content-Type", "application/json");
                String event = "{\"type\":\"ADDED\",\"object\":" + WEB.replace("web", "wéb") + "}\n";
                byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
                // Within the two bytes of one letter.
                int cut = event.indexOf('é') + 1;
                exchange.chunk(java.util.Arrays.copyOfRange(bytes, 0, cut));
                exchange.chunk(java.util.Arrays.copyOfRange(bytes, cut, bytes.length));
                exchange.awaitClientGone();
            });
            WatchStream<Pod> stream = pods(server).watch(WatchOptions.NONE);
            assertThat(stream.next().orElseThrow().object().key().name()).isEqualTo("wéb");
            List<Object> seen = new ArrayList<>();
            Task reader = Platform.real().start("reader", () -> seen.add(stream.next()));
            stream.close();
            reader.close();
            assertThat(seen).containsExactly(java.util.Optional.empty());
        }
    }

    @Test
    void aResetInTheMiddleOfABodyIsALostConnection() {
        try (ScriptedServer server = server(false)) {
            server.otherwise(exchange -> {
                exchange.start(200, "Content-Type", "application/json");
                exchange.chunk(WEB.substring(0, 20));
                exchange.reset();
            });
            ApiException thrown =
                    catchThrowableOfType(ApiException.class, () -> pods(server).get("web"));
            assertThat(thrown).isInstanceOf(ApiException.ConnectionLost.class);
            assertThat(thrown).hasMessageContaining("get pods \"default/web\"").hasMessageContaining("bytes");
            assertThat(thrown.toString()).doesNotContain(TOKEN);
            assertThatThrownBy(() -> pods(server).list()).isInstanceOf(ApiException.ConnectionLost.class);
        }
    }

    @Test
    void aHalfClosedConnectionIsALostConnection() {
        try (ScriptedServer server = server(false)) {
            server.otherwise(exchange -> {
                exchange.start(200, "Content-Type", "application/json");
                exchange.chunk(WEB.substring(0, 20));
                exchange.halfClose();
                exchange.awaitClientGone();
            });
            assertThatThrownBy(() -> pods(server).get("web")).isInstanceOf(ApiException.ConnectionLost.class);
        }
    }

    @Test
    void aServerThatDoesNotAnswerInTimeIsATimeout() {
        try (ScriptedServer server = server(false)) {
            server.otherwise(exchange -> exchange.awaitClientGone());
            ClientConfig config = config(server);
            RestClient rest = RestClient.on(transports.connect(config), Platform.real());
            assertThatThrownBy(() -> rest.get()
                            .resource("pods")
                            .timeout(Duration.ofMillis(200))
                            .call())
                    .isInstanceOf(ApiException.Timeout.class)
                    .hasMessageContaining("list pods");
        }
    }

    @Test
    void aBodyThatStopsIsATimeout() {
        try (ScriptedServer server = server(false)) {
            server.otherwise(exchange -> {
                exchange.start(200, "Content-Type", "application/json");
                exchange.chunk("{");
                exchange.awaitClientGone();
            });
            ClientConfig config = config(server);
            RestClient rest = RestClient.on(transports.connect(config), Platform.real());
            assertThatThrownBy(() -> rest.get()
                            .resource("pods")
                            .timeout(Duration.ofMillis(300))
                            .call())
                    .isInstanceOf(ApiException.Timeout.class);
        }
    }

    @Test
    void aServerThatNobodyTrustsIsUnreachable() {
        try (ScriptedServer server =
                ScriptedServer.tls(TestPki.authority("another").server(TestPki.loopback(), "localhost"))) {
            assertThatThrownBy(() -> pods(server).get("web"))
                    .isInstanceOf(ApiException.Unreachable.class)
                    .hasMessageContaining("get pods \"default/web\"")
                    .hasMessageNotContaining(TOKEN);
        }
    }

    @Test
    void aLoginPageIsNotKubernetes() {
        try (ScriptedServer server = server(false)) {
            server.otherwise(exchange -> exchange.respond(200, "text/html", "<html><body>Sign in</body></html>"));
            assertThatThrownBy(() -> pods(server).list())
                    .isInstanceOf(ApiException.NotKubernetes.class)
                    .hasMessageContaining("Sign in");
        }
    }

    @Test
    void anInterruptEndsAWatch() throws Exception {
        try (ScriptedServer server = server(false)) {
            server.otherwise(exchange -> {
                exchange.start(200, "Content-Type", "application/json");
                exchange.chunk(" ");
                exchange.awaitClientGone();
            });
            List<Throwable> thrown = new ArrayList<>();
            try (WatchStream<Pod> stream = pods(server).watch(WatchOptions.NONE)) {
                Task reader = Platform.real().start("reader", () -> {
                    try {
                        stream.next();
                    } catch (CancelledException e) {
                        thrown.add(e);
                    }
                });
                server.awaitRequest();
                reader.close();
            }
            assertThat(thrown).singleElement().isInstanceOf(CancelledException.class);
        }
    }

    @Test
    void aCommandRunsOverAWebSocket() {
        try (ScriptedServer server = server(false)) {
            server.on("GET", PODS + "/web/exec", exchange -> {
                WebSocketPeer peer = exchange.upgrade("v5.channel.k8s.io");
                byte[] input = peer.receive().payload();
                input[0] = 1;
                peer.binary(input);
                byte[] halfClose = peer.receive().payload();
                assertThat(halfClose).containsExactly(255, 0);
                peer.binary("\3{\"kind\":\"Status\",\"status\":\"Success\"}".getBytes(StandardCharsets.UTF_8));
                peer.receive();
            });
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (ExecSession session =
                    pods(server).exec("web", ExecOptions.of("cat").withStdin(true))) {
                session.send("hello".getBytes(StandardCharsets.UTF_8));
                session.closeStdin();
                assertThat(session.waitFor(out, out)).isZero();
            }
            assertThat(out).hasToString("hello");
        }
    }
}
