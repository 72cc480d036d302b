package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Frame;
import dev.konverge.client.testing.HeaderBlock;
import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.Http2Request;
import dev.konverge.client.testing.RawServer;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How streams and connections of HTTP/2 end before their time, and what becomes of the requests on them. */
@Timeout(120)
class Http2FailureTest {
    private final Http2Network http2 = new Http2Network();

    @AfterEach
    void closeNetwork() {
        http2.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aRefusedRequestIsSentAgain(String method) throws Exception {
        try (RawServer server = RawServer.always(http2.connection(refusing(new AtomicInteger(1))));
                Transport transport = http2.to(server)) {
            assertThat(Network.text(transport.send(Http2Network.request(method, "/api"))))
                    .isEqualTo("served");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aRequestThatIsAlwaysRefusedFailsAfterAFewTimes(String method) throws Exception {
        AtomicInteger refusals = new AtomicInteger(50);
        try (RawServer server = RawServer.always(http2.connection(refusing(refusals)));
                Transport transport = http2.to(server)) {
            assertThatThrownBy(() -> transport.send(Http2Network.request(method, "/api")))
                    .isInstanceOf(TransportException.class);
            assertThat(refusals.get()).isBetween(40, 48);
        }
    }

    /** {@return a script that refuses requests while there are refusals left} */
    private static Http2Peer.Script refusing(AtomicInteger refusals) {
        return peer -> {
            try {
                while (true) {
                    Http2Request request = peer.awaitRequest();
                    if (refusals.getAndDecrement() > 0) {
                        peer.reset(request.stream(), Frame.REFUSED_STREAM);
                    } else {
                        peer.awaitBody(request.stream());
                        peer.answer(request.stream(), "served");
                    }
                }
            } catch (EOFException closed) {
                // The client has gone, and with it the connection.
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0x1, Frame.INTERNAL_ERROR, Frame.CANCEL, 0xb, 0x7777})
    void aWriteThatIsBrokenOffIsLostAndNotSentTwice(int error) throws Exception {
        try (RawServer server = http2.server(peer -> {
                    Http2Request request = peer.awaitRequest();
                    peer.awaitBody(request.stream());
                    peer.reset(request.stream(), error);
                    peer.answerAll("twice");
                });
                Transport transport = http2.to(server)) {
            assertThatThrownBy(() -> transport.send(Http2Network.request("POST", "/api")))
                    .isInstanceOf(TransportException.ConnectionLost.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Frame.NO_ERROR, Frame.INTERNAL_ERROR, Frame.REFUSED_STREAM, Frame.CANCEL})
    void anAnswerThatIsBrokenOffIsNotTakenForItsEnd(int error) throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.head(stream, HeaderBlock.status(200));
                    peer.data(stream, "half", 0);
                    peer.reset(stream, error);
                });
                Transport transport = http2.to(server)) {
            Http2BreachTest.assertBrokenBody(InFlight.get(transport, "/api").failure());
        }
    }

    @Test
    void aStreamMayBeResetWithoutErrorBehindItsAnswer() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    for (int i = 0; i < 5; i++) {
                        int stream = peer.awaitRequest().stream();
                        peer.answer(stream, "whole");
                        peer.reset(stream, Frame.NO_ERROR);
                    }
                });
                Transport transport = http2.to(server)) {
            for (int i = 0; i < 5; i++) {
                assertThat(Network.get(transport, "/api")).isEqualTo("whole");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aServerThatGoesAwayFinishesWhatItTookAndTheRestIsSentElsewhere(String method) throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> moved = new CompletableFuture<>();
        try (RawServer server = http2.server(
                        peer -> {
                            int taken = peer.awaitRequest().stream();
                            peer.head(taken, HeaderBlock.status(200));
                            begun.complete(null);
                            Http2Request late = peer.awaitRequest();
                            assertThat(late.path()).isEqualTo("/late");
                            peer.goAway(taken, Frame.NO_ERROR);
                            Bounded.get(moved);
                            peer.data(taken, "taken", Frame.END_STREAM);
                        },
                        peer -> {
                            Http2Request late = peer.awaitRequest();
                            assertThat(late.path()).isEqualTo("/late");
                            peer.awaitBody(late.stream());
                            peer.answer(late.stream(), "elsewhere");
                            peer.answerAll("new");
                        });
                Transport transport = http2.to(server)) {
            InFlight taken = InFlight.get(transport, "/taken");
            Bounded.get(begun);
            InFlight late = InFlight.start(transport, Http2Network.request(method, "/late"));
            assertThat(late.text()).isEqualTo("elsewhere");
            assertThat(Network.text(transport.send(Http2Network.request("POST", "/new"))))
                    .isEqualTo("new");
            moved.complete(null);
            assertThat(taken.text()).isEqualTo("taken");
            assertThat(Network.get(transport, "/new")).isEqualTo("new");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void whatAServerSaysWhenItGoesAwayIsTold() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    byte[] why = "\0\0\0\1\0\0\0\u000btoo many\nresets".getBytes(StandardCharsets.US_ASCII);
                    why[3] = (byte) stream;
                    peer.send(Frame.GOAWAY, 0, 0, why);
                    peer.connection().endOutput();
                });
                Transport transport = http2.to(server)) {
            assertThatThrownBy(() -> transport.send(Http2Network.request("POST", "/api")))
                    .isInstanceOf(TransportException.ConnectionLost.class)
                    .hasMessageContaining("ENHANCE_YOUR_CALM: too many?resets");
        }
    }

    @Test
    void headsBeforeAnAnswerEnd() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    for (int i = 0; i < 200; i++) {
                        peer.head(stream, HeaderBlock.status(100));
                    }
                });
                Transport transport = http2.to(server)) {
            assertThatThrownBy(() -> transport.send(Http2Network.request("GET", "/api")))
                    .isInstanceOf(TransportException.BadAnswer.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aServerThatWentAwayWhileNobodyAskedIsAskedOnANewConnection(String method) throws Exception {
        try (RawServer server = http2.server(
                        peer -> {
                            int stream = peer.awaitRequest().stream();
                            peer.answer(stream, "first");
                            peer.goAway(stream, Frame.NO_ERROR);
                        },
                        peer -> peer.answerAll("second"));
                Transport transport = http2.to(server)) {
            assertThat(Network.get(transport, "/api")).isEqualTo("first");
            assertThat(Network.text(transport.send(Http2Network.request(method, "/api"))))
                    .isEqualTo("second");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aKeptConnectionThatHasDiedIsReplacedForReads(boolean hard) throws Exception {
        CompletableFuture<Void> over = new CompletableFuture<>();
        try (RawServer server = http2.server(
                        peer -> {
                            peer.answer(peer.awaitRequest().stream(), "first");
                            Bounded.get(over);
                            if (hard) {
                                peer.connection().reset();
                            } else {
                                peer.connection().endOutput();
                            }
                        },
                        peer -> peer.answerAll("second"));
                Transport transport = http2.to(server)) {
            assertThat(Network.get(transport, "/api")).isEqualTo("first");
            over.complete(null);
            assertThat(Network.get(transport, "/api")).isEqualTo("second");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allStreamsOfAConnectionThatEndsAreTold(boolean hard) throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int answered = peer.awaitRequest().stream();
                    peer.head(answered, HeaderBlock.status(200));
                    for (int i = 0; i < 3; i++) {
                        peer.awaitBody(peer.awaitRequest().stream());
                    }
                    if (hard) {
                        peer.connection().reset();
                    } else {
                        peer.connection().endOutput();
                    }
                });
                Transport transport = http2.to(server);
                HttpResponse answered = transport.send(HttpRequest.get("/answered"))) {
            InFlight[] open = new InFlight[3];
            Arrays.setAll(open, i -> InFlight.start(transport, Http2Network.request("POST", "/open")));
            assertThatThrownBy(() -> answered.body().read()).satisfies(Http2BreachTest::assertBrokenBody);
            for (InFlight call : open) {
                assertThat(call.failure()).isInstanceOf(TransportException.ConnectionLost.class);
            }
        }
    }

    @Test
    void aServerThatTakesOneStreamAtATimeGetsASecondConnection() throws Exception {
        CompletableFuture<Void> busy = new CompletableFuture<>();
        CompletableFuture<Void> served = new CompletableFuture<>();
        RawServer.Script one = http2.connection(
                peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.awaitAcknowledged();
                    busy.complete(null);
                    Bounded.get(served);
                    peer.answer(stream, "one");
                },
                Frame.MAX_CONCURRENT_STREAMS,
                1);
        RawServer.Script other = http2.connection(peer -> peer.answerAll("other"), Frame.MAX_CONCURRENT_STREAMS, 1);
        try (RawServer server = RawServer.of(one, other);
                Transport transport = http2.to(server)) {
            InFlight first = InFlight.get(transport, "/one");
            Bounded.get(busy);
            assertThat(Network.get(transport, "/other")).isEqualTo("other");
            assertThat(Network.get(transport, "/other")).isEqualTo("other");
            served.complete(null);
            assertThat(first.text()).isEqualTo("one");
        }
    }

    @Test
    void closingAnAnswerCancelsItsStreamAndNoOther() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int watched = peer.awaitRequest().stream();
                    peer.head(watched, HeaderBlock.status(200));
                    peer.data(watched, "x", 0);
                    int other = peer.awaitRequest().stream();
                    peer.head(other, HeaderBlock.status(200));
                    peer.data(other, "be", 0);
                    assertThat(peer.awaitReset(watched)).isEqualTo(Frame.CANCEL);
                    // What was under way when the client lost interest.
                    peer.data(watched, "late", Frame.END_STREAM);
                    peer.data(other, "gun", Frame.END_STREAM);
                    peer.answer(peer.awaitRequest().stream(), "next");
                });
                Transport transport = http2.to(server)) {
            HttpResponse watched = transport.send(HttpRequest.get("/watched"));
            assertThat(watched.body().read()).isEqualTo('x');
            HttpResponse other = transport.send(HttpRequest.get("/other"));
            watched.close();
            assertThat(Network.text(other)).isEqualTo("begun");
            assertThat(Network.get(transport, "/next")).isEqualTo("next");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptCancelsItsStreamAndNoOther(boolean inBody) throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> waiting = new CompletableFuture<>();
        try (RawServer server = http2.server(peer -> {
                    int interrupted = peer.awaitRequest().stream();
                    begun.complete(null);
                    if (inBody) {
                        peer.head(interrupted, HeaderBlock.status(200));
                        peer.data(interrupted, "x", 0);
                    }
                    int other = peer.awaitRequest().stream();
                    peer.head(other, HeaderBlock.status(200));
                    peer.awaitCaughtUp();
                    waiting.complete(null);
                    assertThat(peer.awaitReset(interrupted)).isEqualTo(Frame.CANCEL);
                    peer.data(other, "done", Frame.END_STREAM);
                    peer.answer(peer.awaitRequest().stream(), "next");
                });
                Transport transport = http2.to(server)) {
            InFlight interrupted = InFlight.get(transport, "/interrupted");
            Bounded.get(begun);
            HttpResponse other = transport.send(HttpRequest.get("/other"));
            Bounded.get(waiting);
            interrupted.interrupt();
            assertThat(interrupted.failure()).isInstanceOfAny(InterruptedException.class, InterruptedIOException.class);
            assertThat(Network.text(other)).isEqualTo("done");
            assertThat(Network.get(transport, "/next")).isEqualTo("next");
        }
    }
}
