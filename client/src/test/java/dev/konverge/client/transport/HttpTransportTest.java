package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.config.Impersonation;
import dev.konverge.client.config.Tls;
import dev.konverge.client.http.Dialing;
import dev.konverge.client.http.HeaderFields;
import dev.konverge.client.http.HttpCall;
import dev.konverge.client.http.HttpPool;
import dev.konverge.client.http.Interruptible;
import dev.konverge.client.http.Origin;
import dev.konverge.client.http.Outgoing;
import dev.konverge.client.testing.Exchange.Received;
import dev.konverge.client.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@ParameterizedClass
@EnumSource
class HttpTransportTest {
    private final TlsBy tls;
    private final Network network;

    HttpTransportTest(TlsBy tls) {
        this.tls = tls;
        network = new Network(tls);
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    enum Kind {
        PLAIN,
        TLS,
        HTTP2
    }

    private ScriptedServer server(Kind kind) {
        return switch (kind) {
            case PLAIN -> ScriptedServer.plain();
            case TLS -> ScriptedServer.tls(network.loopbackServer());
            case HTTP2 -> ScriptedServer.http2(network.loopbackServer());
        };
    }

    /** An answer that begins and does not end. */
    private static void watch(dev.konverge.client.testing.Exchange exchange) throws Exception {
        exchange.start(200);
        exchange.chunk("x");
        exchange.awaitClientGone();
    }

    private static void assertBrokenBy(Class<? extends TransportException> reason, Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        BrokenBodyException.class, e -> assertThat(e.failure()).isInstanceOf(reason));
    }

    @ParameterizedTest
    @EnumSource
    void aRequestIsAnswered(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.on(
                    "GET", "/api", exchange -> exchange.respond(200, "application/json", "{}", "X-A", "1", "X-A", "2"));
            try (HttpResponse response = transport.send(HttpRequest.get("/api?limit=5"))) {
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.headers().all("x-a")).containsExactly("1", "2");
                assertThat(response.body().readAllBytes()).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
                assertThat(response.body().read()).isEqualTo(-1);
            }
            Received request = server.awaitRequest();
            assertThat(request.query()).isEqualTo("limit=5");
            assertThat(request.protocol()).isEqualTo(kind == Kind.HTTP2 ? "HTTP/2.0" : "HTTP/1.1");
            assertThat(request.header("audit-id")).hasSize(36);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatMayNotLeaveDoesNotThoughItsConnectionIsThere(Kind kind) throws Exception {
        List<String> asked = new ArrayList<>();
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.on("GET", "/api", exchange -> exchange.respond(200, "text/plain", "yes"));
            for (int i = 0; i < 300; i++) {
                // More often than there are places on a connection: each is given back.
                assertThatThrownBy(() -> transport.send(HttpRequest.get("/api").withDeparture(() -> {
                            asked.add("no");
                            throw new IllegalStateException("not now");
                        })))
                        .hasMessage("not now");
            }
            HttpRequest free = HttpRequest.get("/api").withDeparture(() -> asked.add("yes"));
            assertThat(Network.text(transport.send(free))).isEqualTo("yes");
            assertThat(server.received()).hasSize(1);
            assertThat(server.connections()).isEqualTo(1);
        }
        assertThat(asked).hasSize(301).endsWith("yes");
    }

    @ParameterizedTest
    @EnumSource
    void aBodyIsSentAsItIs(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> exchange.json(exchange.request().text()));
            String body = "{\"name\":\"ä\"}";
            assertThat(Network.text(transport.send(Network.post("/api", body)))).isEqualTo(body);
            assertThat(server.awaitRequest().headers("content-type")).containsExactly("application/json");
            HttpRequest empty = new HttpRequest("PUT", "/api", Headers.NONE, null, null);
            assertThat(Network.text(transport.send(empty))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneConnectionServesManyRequestsAndAllClientsOfTheSameServer(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport first = network.to(server);
                Transport second =
                        network.connect(network.trusting(server.uri()).token("other"))) {
            server.otherwise(exchange -> {
                exchange.start(200);
                exchange.chunk("a");
                exchange.chunk("b");
            });
            for (int i = 0; i < 20; i++) {
                assertThat(Network.get(i % 2 == 0 ? first : second, "/api")).isEqualTo("ab");
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aBodyThatIsClosedJustBeforeItsEndKeepsTheConnection() throws Exception {
        try (ScriptedServer server = server(Kind.PLAIN);
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> {
                exchange.start(200);
                exchange.chunk("0123456789");
            });
            for (int i = 0; i < 5; i++) {
                try (HttpResponse response = transport.send(HttpRequest.get("/api"))) {
                    // RC-18: the end of the chunked body has not been read when it is closed.
                    assertThat(response.body().readNBytes(10)).hasSize(10);
                }
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void manyWatchesShareFewConnections() throws Exception {
        int watches = 300;
        try (ScriptedServer server = server(Kind.HTTP2);
                Transport transport = network.to(server)) {
            server.otherwise(HttpTransportTest::watch);
            List<HttpResponse> responses = new ArrayList<>();
            for (int i = 0; i < watches; i++) {
                HttpResponse response = transport.send(HttpRequest.get("/watch"));
                assertThat(response.body().read()).isEqualTo('x');
                responses.add(response);
            }
            assertThat(server.connections()).isLessThan(10);
            responses.forEach(HttpResponse::close);
        }
    }

    @Test
    void headersSayWhoAsksAndAsWhom() throws Exception {
        try (ScriptedServer server = server(Kind.TLS);
                Transport transport = network.connect(network.trusting(server.uri())
                        .token("sesame")
                        .userAgent("tester/1")
                        .impersonation(new Impersonation(
                                "jane", "u1", List.of("a", "b"), Map.of("example.com/Scope", List.of("x", "y")))))) {
            server.otherwise(exchange -> exchange.json("{}"));
            Network.get(transport, "/api");
            Received request = server.awaitRequest();
            assertThat(request.header("authorization")).isEqualTo("Bearer sesame");
            assertThat(request.header("user-agent")).isEqualTo("tester/1");
            assertThat(request.header("impersonate-user")).isEqualTo("jane");
            assertThat(request.header("impersonate-uid")).isEqualTo("u1");
            assertThat(request.headers("impersonate-group")).containsExactly("a", "b");
            assertThat(request.headers("impersonate-extra-example.com%2fscope")).containsExactly("x", "y");
        }
    }

    @Test
    void whatARequestSaysItselfComesFirst() throws Exception {
        // TR-7
        try (ScriptedServer server = server(Kind.TLS);
                Transport transport = network.connect(
                        network.trusting(server.uri()).token("sesame").impersonation(Impersonation.of("jane")))) {
            server.otherwise(exchange -> exchange.json("{}"));
            Headers own = Headers.NONE
                    .with("Authorization", "Bearer other")
                    .with("User-Agent", "mine")
                    .with("Impersonate-User", "joe");
            Network.text(transport.send(new HttpRequest("GET", "/api", own, null, null)));
            Received request = server.awaitRequest();
            assertThat(request.headers("authorization")).containsExactly("Bearer other");
            assertThat(request.headers("user-agent")).containsExactly("mine");
            assertThat(request.headers("impersonate-user")).containsExactly("joe");
        }
    }

    @Test
    void theServersPathBeginsEveryRequest() throws Exception {
        try (ScriptedServer server = server(Kind.PLAIN);
                Transport transport =
                        network.connect(network.trusting(URI.create(server.uri() + "/k8s/clusters/c-1/?x=y")))) {
            server.on("GET", "/k8s/clusters/c-1/api", exchange -> exchange.json("{}"));
            assertThat(Network.get(transport, "/api")).isEqualTo("{}");
        }
    }

    @Test
    void packedAnswersAreUnpackedAsTheyArrive() throws Exception {
        String body = "0123456789".repeat(50_000);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (ScriptedServer server = server(Kind.PLAIN);
                Transport transport = network.to(server);
                Transport plain = network.connect(network.trusting(server.uri()).compression(false))) {
            server.otherwise(exchange -> {
                if (exchange.request().header("accept-encoding").contains("gzip")) {
                    exchange.start(200, "Content-Encoding", "gzip");
                    byte[] all = packed.toByteArray();
                    for (int at = 0; at < all.length; at += 100) {
                        exchange.chunk(java.util.Arrays.copyOfRange(all, at, Math.min(all.length, at + 100)));
                    }
                } else {
                    exchange.respond(200, "text/plain", "not packed");
                }
            });
            assertThat(Network.get(transport, "/list")).isEqualTo(body);
            assertThat(Network.get(plain, "/list")).isEqualTo("not packed");
        }
    }

    @Test
    void aDamagedPackedAnswerIsNotTakenForItsEnd() throws Exception {
        try (ScriptedServer server = server(Kind.PLAIN);
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> {
                exchange.start(200, "Content-Encoding", "gzip");
                exchange.chunk("this is not gzip at all");
            });
            assertThatThrownBy(() -> Network.get(transport, "/list")).isInstanceOf(BrokenBodyException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionThatBreaksInTheBodyIsNeverTakenForItsEnd(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> {
                exchange.start(200);
                exchange.chunk("first");
                exchange.reset();
            });
            try (HttpResponse response = transport.send(HttpRequest.get("/api"))) {
                assertThatThrownBy(() -> response.body().readAllBytes())
                        .isInstanceOfSatisfying(
                                BrokenBodyException.class,
                                e -> assertThat(e.failure()).isInstanceOf(TransportException.ResetInBody.class));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "TLS"})
    void aHalfClosedBodyIsNeverTakenForItsEnd(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> {
                exchange.start(200);
                exchange.chunk("first");
                exchange.halfClose();
                exchange.awaitClientGone();
            });
            try (HttpResponse response = transport.send(HttpRequest.get("/api"))) {
                assertThatThrownBy(() -> response.body().readAllBytes()).isInstanceOf(BrokenBodyException.class);
            }
        }
    }

    @Test
    void aConnectionThatBreaksBeforeTheAnswerIsLost() throws Exception {
        try (ScriptedServer server = server(Kind.PLAIN);
                Transport transport = network.to(server)) {
            server.otherwise(dev.konverge.client.testing.Exchange::reset);
            assertThatThrownBy(() -> transport.send(Network.post("/api?token=secret", "{}")))
                    .isInstanceOf(TransportException.ConnectionLost.class)
                    .hasMessageContaining(server.uri().toString())
                    .hasMessageNotContaining("secret");
            assertThat(server.received()).as("a write is not sent twice").hasSize(1);
        }
    }

    @Test
    void aKeptConnectionThatTurnsOutToBeDeadIsReplacedForReads() throws Exception {
        try (ScriptedServer server = server(Kind.PLAIN);
                Transport transport = network.to(server)) {
            server.on("GET", "/last", exchange -> {
                exchange.respond(200, "text/plain", "ok");
                exchange.reset();
            });
            server.on("GET", "/next", exchange -> exchange.respond(200, "text/plain", "ok"));
            assertThat(Network.get(transport, "/last")).isEqualTo("ok");
            assertThat(Network.get(transport, "/next")).isEqualTo("ok");
        }
    }

    @Test
    void whatIsNotHttpIsSaidToBeSo() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (true) {
                    try (java.net.Socket socket = listener.accept()) {
                        socket.getOutputStream().write("SSH-2.0-OpenSSH_9.6\r\n".getBytes(StandardCharsets.US_ASCII));
                        socket.getInputStream().readAllBytes();
                    } catch (IOException closed) {
                        return;
                    }
                }
            });
            URI address = URI.create("http://127.0.0.1:" + listener.getLocalPort());
            try (Transport transport = network.connect(network.trusting(address))) {
                assertThatThrownBy(() -> transport.send(HttpRequest.get("/")))
                        .isInstanceOf(TransportException.BadAnswer.class);
            }
        }
    }

    @Test
    void aServerThatIsNotThereIsRefusedOrUnknown() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (Transport transport = network.connect(network.trusting(URI.create("https://127.0.0.1:" + port)))) {
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.Refused.class)
                    .hasMessageContaining("127.0.0.1:" + port);
        }
        try (Transport transport = network.connect(network.trusting(URI.create("https://no-such-host.invalid")))) {
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/api")))
                    .isInstanceOf(TransportException.UnknownHost.class)
                    .hasMessageContaining("no-such-host.invalid");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatDoesNotAnswerInTimeTimesOut(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.on("GET", "/head", dev.konverge.client.testing.Exchange::awaitClientGone);
            server.on("GET", "/body", HttpTransportTest::watch);
            assertThatThrownBy(() -> transport.send(Network.within(Duration.ofMillis(300), "/head")))
                    .isInstanceOf(TransportException.TimedOut.class);
            try (HttpResponse response = Network.begun(transport, "/body")) {
                assertThatThrownBy(() -> response.body().read())
                        .isInstanceOfSatisfying(
                                BrokenBodyException.class,
                                e -> assertThat(e.failure()).isInstanceOf(TransportException.TimedOut.class));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatDripsTimesOutWhereAllOfItIsWaitedFor(Kind kind) throws Exception {
        // RC-11: there is one limit, however many parts come.
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> {
                exchange.start(200);
                while (!exchange.clientIsGone()) {
                    exchange.chunk("x");
                    Platform.real().sleep(Duration.ofMillis(20));
                }
            });
            HttpRequest whole = new HttpRequest("GET", "/api", Headers.NONE, null, Duration.ofSeconds(1), true);
            assertThatThrownBy(() -> Network.text(transport.send(whole)))
                    .satisfiesAnyOf(
                            e -> assertThat(e).isInstanceOf(TransportException.TimedOut.class),
                            e -> assertBrokenBy(TransportException.TimedOut.class, e));
        }
    }

    @Test
    void theWaitForAConnectionCounts() throws Exception {
        // RC-11
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Transport transport =
                        network.connect(network.trusting(URI.create("https://127.0.0.1:" + silent.getLocalPort()))
                                .connectTimeout(Duration.ofHours(1)))) {
            assertThatThrownBy(() -> transport.send(Network.within(Duration.ofMillis(200), "/api")))
                    .isInstanceOf(TransportException.TimedOut.class);
        }
    }

    @Test
    void aServerThatTakesConnectionsAndSaysNothingTimesOut() throws Exception {
        // Without a limit on the whole of connecting, a handshake that nobody answers would last for ever.
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Platform platform = Platform.real();
            NetworkFailures failures = new NetworkFailures(URI.create("https://127.0.0.1"), null, "127.0.0.1");
            Tls settings = network.trusting(URI.create("https://x")).build().tls();
            SSLContext context = TlsMaterial.load(
                    settings, tls.options().tlsProvider(), platform.clock().now());
            Dialing impatient = new Dialing(
                    context.getSocketFactory(),
                    CipherOrder.of(context),
                    KeyGroups.of(context),
                    null,
                    Optional.empty(),
                    true,
                    Duration.ofSeconds(30),
                    Duration.ofMillis(200),
                    (host, duration) -> {});
            try (HttpPool pool = new HttpPool(impatient, platform)) {
                Origin origin = Origin.of(URI.create("https://127.0.0.1:" + silent.getLocalPort()));
                Outgoing request =
                        new Outgoing("GET", origin, "/", new HeaderFields.Builder().build(), null, Clock.NEVER, null);
                HttpCall call = new HttpCall(pool, request, false, platform, new Interruptible(platform));
                assertThatThrownBy(call::execute)
                        .isInstanceOfSatisfying(
                                IOException.class,
                                e -> assertThat(failures.beforeAnswer(e, call.stage()))
                                        .isInstanceOf(TransportException.TimedOut.class));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"PLAIN,true", "PLAIN,false", "TLS,true", "TLS,false", "HTTP2,true", "HTTP2,false"})
    void anInterruptEndsTheWaitForAnAnswer(Kind kind, boolean virtual) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(dev.konverge.client.testing.Exchange::awaitClientGone);
            Network.Caller caller = new Network.Caller(virtual, () -> transport.send(HttpRequest.get("/api")));
            server.awaitRequest();
            caller.thread.interrupt();
            assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
            server.awaitDeparture();
        }
    }

    @ParameterizedTest
    @CsvSource({"PLAIN,true", "PLAIN,false", "TLS,true", "TLS,false", "HTTP2,true", "HTTP2,false"})
    void anInterruptEndsTheWaitForABody(Kind kind, boolean virtual) throws Exception {
        CompletableFuture<Void> reading = new CompletableFuture<>();
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(HttpTransportTest::watch);
            Network.Caller caller = new Network.Caller(virtual, () -> {
                try (HttpResponse response = transport.send(HttpRequest.get("/watch"))) {
                    assertThat(response.body().read()).isEqualTo('x');
                    reading.complete(null);
                    response.body().read();
                } finally {
                    assertThat(Thread.currentThread().isInterrupted())
                            .as("it stays interrupted")
                            .isTrue();
                }
            });
            caller.awaitAt(reading);
            caller.thread.interrupt();
            assertThat(caller.failure()).isInstanceOf(InterruptedIOException.class);
            server.awaitDeparture();
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingAnAnswerReleasesItsReader(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind);
                Transport transport = network.to(server)) {
            server.otherwise(HttpTransportTest::watch);
            HttpResponse response = transport.send(HttpRequest.get("/watch"));
            assertThat(response.body().read()).isEqualTo('x');
            Network.Caller caller =
                    new Network.Caller(true, () -> response.body().read());
            response.close();
            response.close();
            assertBrokenBy(TransportException.Closed.class, caller.failure());
            server.awaitDeparture();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerOfATransportThatWasClosedSaysSo(Kind kind) throws Exception {
        try (ScriptedServer server = server(kind)) {
            server.otherwise(HttpTransportTest::watch);
            Transport transport = network.to(server);
            HttpResponse response = transport.send(HttpRequest.get("/watch"));
            assertThat(response.body().read()).isEqualTo('x');
            Network.Caller caller =
                    new Network.Caller(true, () -> response.body().read());
            transport.close();
            assertBrokenBy(TransportException.Closed.class, caller.failure());
            server.awaitDeparture();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closingATransportEndsAllThatIsUnderWay(boolean virtual) throws Exception {
        try (ScriptedServer server = server(Kind.HTTP2);
                Transport other = network.to(server)) {
            server.on("GET", "/wait", dev.konverge.client.testing.Exchange::awaitClientGone);
            server.on("GET", "/now", exchange -> exchange.json("{}"));
            Transport transport = network.to(server);
            Network.Caller caller = new Network.Caller(virtual, () -> transport.send(HttpRequest.get("/wait")));
            server.awaitRequest();
            transport.close();
            assertThat(caller.failure()).isInstanceOf(TransportException.Closed.class);
            assertThatThrownBy(() -> transport.send(HttpRequest.get("/now")))
                    .isInstanceOf(TransportException.Closed.class);
            assertThat(Network.get(other, "/now")).as("others go on").isEqualTo("{}");
        }
    }
}
