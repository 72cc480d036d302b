package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Exchange;
import dev.konverge.client.testing.ScriptedServer;
import dev.konverge.client.testing.WebSocketPeer;
import dev.konverge.client.testing.WebSocketPeer.Frame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
@ParameterizedClass
@EnumSource
class WebSocketTest {
    private final Network network;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();

    WebSocketTest(TlsBy tls) {
        network = new Network(tls);
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    /** What the server's end does. */
    private interface Script {
        void run(WebSocketPeer peer) throws Exception;
    }

    /** {@return a server that agrees, runs the script, and then collects frames until the client has gone} */
    private ScriptedServer server(Script script) {
        return ScriptedServer.tls(network.loopbackServer()).otherwise(exchange -> {
            WebSocketPeer peer = exchange.upgrade(Network.OFFERED.getFirst());
            script.run(peer);
            while (true) {
                frames.add(peer.receive());
            }
        });
    }

    private WebSocketChannel open(Transport transport) throws InterruptedException {
        return transport.open(HttpRequest.get("/exec?command=ls"), Network.OFFERED);
    }

    private Frame frame() throws InterruptedException {
        Frame next = Bounded.next(frames, () -> "no frame came");
        return next.opcode() == WebSocketPeer.PING ? frame() : next;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aChannelIsOpenedWithTheSubprotocolOfTheServersChoice() throws Exception {
        try (ScriptedServer server = server(peer -> {});
                Transport transport =
                        network.connect(network.trusting(server.uri()).token("sesame"));
                WebSocketChannel channel = open(transport)) {
            assertThat(channel.subprotocol()).isEqualTo("v5.channel.k8s.io");
            Exchange.Received request = server.awaitRequest();
            assertThat(request.header("sec-websocket-protocol")).isEqualTo("v5.channel.k8s.io, v4.channel.k8s.io");
            assertThat(request.header("sec-websocket-version")).isEqualTo("13");
            assertThat(request.header("upgrade")).isEqualTo("websocket");
            assertThat(request.header("authorization")).isEqualTo("Bearer sesame");
            assertThat(request.protocol()).isEqualTo("HTTP/1.1");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 65_535, 65_536, 300_000})
    void messagesOfEverySizeGoBothWays(int size) throws Exception {
        byte[] message = new byte[size];
        new Random(size).nextBytes(message);
        try (ScriptedServer server = server(peer -> peer.binary(message));
                Transport transport = network.to(server);
                WebSocketChannel channel = open(transport)) {
            assertThat(channel.receive())
                    .hasValueSatisfying(got -> assertThat(got).isEqualTo(message));
            channel.send(message);
            Frame sent = frame();
            assertThat(sent.masked()).as("a client masks its frames").isTrue();
            assertThat(sent.opcode()).isEqualTo(WebSocketPeer.BINARY);
            assertThat(sent.payload()).isEqualTo(message);
        }
    }

    @Test
    void aMessageInPartsIsOneAndPingsBetweenThemAreAnswered() throws Exception {
        try (ScriptedServer server = server(peer -> {
                    peer.frame(false, WebSocketPeer.BINARY, bytes("ab"));
                    peer.frame(true, WebSocketPeer.PING, bytes("?"));
                    peer.frame(false, 0, bytes("cd"));
                    peer.frame(true, 0, bytes("ef"));
                });
                Transport transport = network.to(server);
                WebSocketChannel channel = open(transport)) {
            assertThat(channel.receive())
                    .hasValueSatisfying(got -> assertThat(got).isEqualTo(bytes("abcdef")));
            Frame pong = frame();
            assertThat(pong.opcode()).isEqualTo(WebSocketPeer.PONG);
            assertThat(pong.payload()).isEqualTo(bytes("?"));
        }
    }

    @Test
    void aCloseInOrderEndsTheChannelAndIsAnswered() throws Exception {
        try (ScriptedServer server = server(peer -> {
                    peer.binary(bytes("last"));
                    peer.close(1000, "done");
                });
                Transport transport = network.to(server);
                WebSocketChannel channel = open(transport)) {
            assertThat(channel.receive()).isPresent();
            assertThat(channel.receive()).isEqualTo(Optional.empty());
            Frame answer = frame();
            assertThat(answer.opcode()).isEqualTo(WebSocketPeer.CLOSE);
            assertThat(answer.closeCode()).isEqualTo(1000);
            assertThatThrownBy(() -> channel.send(bytes("x"))).isInstanceOf(BrokenBodyException.class);
        }
    }

    @Test
    void anyOtherEndIsAFailure() throws Exception {
        for (Script script : new Script[] {
            peer -> peer.close(1011, "trouble"),
            WebSocketPeer::reset,
            peer -> peer.frame(true, WebSocketPeer.TEXT, bytes("text")),
            peer -> peer.frame(true, 0, bytes("continues nothing")),
        }) {
            try (ScriptedServer server = server(script);
                    Transport transport = network.to(server);
                    WebSocketChannel channel = open(transport)) {
                assertThatThrownBy(channel::receive).isInstanceOf(BrokenBodyException.class);
            }
        }
    }

    @Test
    void aRefusalCarriesTheServersAnswer() {
        String status = "{\"kind\":\"Status\",\"code\":403}";
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> exchange.respond(403, "application/json", status));
            assertThatThrownBy(() -> open(transport))
                    .isInstanceOfSatisfying(TransportException.UpgradeRefused.class, refusal -> {
                        assertThat(refusal.status()).isEqualTo(403);
                        assertThat(refusal.headers().first("Content-Type")).contains("application/json");
                        assertThat(refusal.body()).isEqualTo(bytes(status));
                    });
        }
    }

    @Test
    void aSubprotocolThatWasNotOfferedIsRefused() {
        try (ScriptedServer server = ScriptedServer.tls(network.loopbackServer());
                Transport transport = network.to(server)) {
            server.otherwise(exchange -> {
                exchange.upgrade("something.else");
                exchange.awaitClientGone();
            });
            assertThatThrownBy(() -> open(transport)).isInstanceOf(TransportException.BadAnswer.class);
        }
    }

    @Test
    void theLimitOnRequestsIsForTheOpeningOnly() throws Exception {
        CompletableFuture<Void> late = new CompletableFuture<>();
        try (ScriptedServer server = server(peer -> {
                    Bounded.get(late);
                    peer.binary(bytes("late"));
                });
                Transport transport =
                        network.connect(network.trusting(server.uri()).requestTimeout(Duration.ofSeconds(1)));
                WebSocketChannel channel = open(transport)) {
            Platform platform = Platform.real();
            Task later = platform.start("later", () -> {
                platform.sleep(Duration.ofSeconds(2));
                late.complete(null);
            });
            assertThat(channel.receive()).isPresent();
            later.close();
        }
    }

    @Test
    void closingReleasesTheReceiverAndSaysGoodbye() throws Exception {
        try (ScriptedServer server = server(peer -> {});
                Transport transport = network.to(server)) {
            WebSocketChannel channel = open(transport);
            Network.Caller receiver = new Network.Caller(true, channel::receive);
            channel.send(bytes("x"));
            assertThat(frame().payload()).isEqualTo(bytes("x"));
            channel.close();
            channel.close();
            assertThat(receiver.failure())
                    .isInstanceOfSatisfying(
                            BrokenBodyException.class,
                            e -> assertThat(e.failure()).isInstanceOf(TransportException.Closed.class));
            assertThat(frame().closeCode()).isEqualTo(1000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptReleasesTheReceiver(boolean virtual) throws Exception {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        try (ScriptedServer server = server(peer -> {});
                Transport transport = network.to(server)) {
            Network.Caller receiver = new Network.Caller(virtual, () -> {
                try (WebSocketChannel channel = open(transport)) {
                    opened.complete(null);
                    channel.receive();
                }
            });
            receiver.awaitAt(opened);
            receiver.thread.interrupt();
            assertThat(receiver.failure()).isInstanceOf(InterruptedException.class);
        }
    }
}
