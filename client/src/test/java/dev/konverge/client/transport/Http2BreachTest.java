package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Frame;
import dev.konverge.client.testing.HeaderBlock;
import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.Http2Request;
import dev.konverge.client.testing.RawServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong over HTTP/2 is said to be wrong, and nobody waits for it for ever. */
@Timeout(120)
class Http2BreachTest {
    private final Http2Network http2 = new Http2Network();

    @AfterEach
    void closeNetwork() {
        http2.close();
    }

    static void assertBrokenBody(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        BrokenBodyException.class,
                        e -> assertThat(e.failure())
                                .isInstanceOfAny(
                                        TransportException.ResetInBody.class, TransportException.BadAnswer.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 1_000_000})
    void aBodyThatIsNotAsLongAsItsHeadSaysIsBroken(int said) throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.head(stream, HeaderBlock.status(200).with("content-length", Integer.toString(said)));
                    peer.data(stream, "four", Frame.END_STREAM);
                });
                Transport transport = http2.to(server)) {
            assertBrokenBody(InFlight.get(transport, "/api").failure());
        }
    }

    @Test
    void anAnswerThatWasWholeBeforeABreachInTheSamePieceIsGood() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.inOnePiece(all -> {
                        all.answer(stream, "whole");
                        all.send(Frame.DATA, 0, 0);
                    });
                    peer.awaitEnd();
                });
                Transport transport = http2.to(server)) {
            assertThat(InFlight.get(transport, "/api").text()).isEqualTo("whole");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBreachOfTheProtocolEndsTheConnection(Http2Breach breach) throws Exception {
        try (RawServer server = http2.server(
                        peer -> {
                            Http2Request request = peer.awaitRequest();
                            peer.awaitBody(request.stream());
                            breach.commit(peer, request.stream());
                            peer.awaitEnd();
                        },
                        peer -> peer.answerAll("well"));
                Transport transport = http2.to(server)) {
            Throwable failure = InFlight.start(transport, Http2Network.request("POST", "/api"))
                    .failure();
            assertThat(failure).isInstanceOfAny(TransportException.class, BrokenBodyException.class);
            assertThat(Network.get(transport, "/api")).isEqualTo("well");
        }
    }

    /** {@return heads of more than a megabyte: on the wire, or once they are unpacked} */
    static List<byte[]> largeHeads() {
        HeaderBlock plain = HeaderBlock.status(200);
        HeaderBlock packed = HeaderBlock.status(200).remembered("x-large", "v".repeat(4000));
        for (int i = 0; i < 300; i++) {
            plain.with("x-large", "v".repeat(4000));
            packed.known(0);
        }
        return List.of(plain.bytes(), packed.bytes());
    }

    @ParameterizedTest
    @MethodSource("largeHeads")
    void aHeadOfMoreThanAMegabyteIsRefused(byte[] block) throws Exception {
        CompletableFuture<Void> refused = new CompletableFuture<>();
        try (RawServer server = http2.server(
                        peer -> {
                            Http2Request request = peer.awaitRequest();
                            peer.awaitBody(request.stream());
                            sendInParts(peer, request.stream(), block);
                            Bounded.get(refused);
                            peer.connection().close();
                        },
                        peer -> peer.answerAll("well"));
                Transport transport = http2.to(server)) {
            Throwable failure = InFlight.start(transport, Http2Network.request("POST", "/api"))
                    .failure();
            assertThat(failure).isInstanceOf(TransportException.class);
            refused.complete(null);
            assertThat(Network.get(transport, "/api")).isEqualTo("well");
        }
    }

    private static void sendInParts(Http2Peer peer, int stream, byte[] block) {
        try {
            peer.send(Frame.HEADERS, Frame.END_STREAM, stream);
            for (int at = 0; at < block.length; at += 16_000) {
                byte[] part = Arrays.copyOfRange(block, at, Math.min(block.length, at + 16_000));
                peer.send(Frame.CONTINUATION, 0, stream, part);
            }
            peer.send(Frame.CONTINUATION, Frame.END_HEADERS, stream);
        } catch (IOException closed) {
            // The client need not hear it all.
            return;
        }
    }

    /** {@return heads that are well packed, and yet are none} */
    static List<byte[]> malformedHeads() {
        return List.of(
                new HeaderBlock().with("x-a", "1").bytes(),
                new HeaderBlock().with(":status", "ok").bytes(),
                new HeaderBlock().with("x-a", "1").with(":status", "200").bytes(),
                HeaderBlock.status(200).with(":status", "201").bytes(),
                HeaderBlock.status(200).with("X-Upper", "1").bytes(),
                HeaderBlock.status(200).with("x-line", "a\r\nb: c").bytes());
    }

    @ParameterizedTest
    @MethodSource("malformedHeads")
    void aMalformedHeadIsNoAnswer(byte[] block) throws Exception {
        try (RawServer server = http2.server(peer -> {
                    Http2Request request = peer.awaitRequest();
                    peer.awaitBody(request.stream());
                    peer.send(Frame.HEADERS, Frame.END_HEADERS | Frame.END_STREAM, request.stream(), block);
                });
                Transport transport = http2.to(server)) {
            assertThat(InFlight.start(transport, Http2Network.request("POST", "/api"))
                            .failure())
                    .isInstanceOf(TransportException.class);
        }
    }
}
