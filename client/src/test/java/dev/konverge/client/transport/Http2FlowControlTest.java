package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Frame;
import dev.konverge.client.testing.HeaderBlock;
import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.Http2Request;
import dev.konverge.client.testing.RawServer;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much may be under way over HTTP/2, in both directions. The peer itself fails when a window is overrun. */
@Timeout(120)
class Http2FlowControlTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int LARGE = 1 << 30;
    private static final byte[] SIXTEEN_K = new byte[16_384];

    private final Http2Network http2 = new Http2Network();

    @AfterEach
    void closeNetwork() {
        http2.close();
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    /** Sends a body to a script, over a connection whose settings are in force. */
    private void upload(byte[] body, Http2Peer.Script script, int... settings) throws Exception {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Http2Peer.Script whole = peer -> {
            int stream = peer.awaitRequest().stream();
            peer.awaitAcknowledged();
            ready.complete(null);
            peer.answer(stream, "ready");
            script.run(peer);
        };
        try (RawServer server = RawServer.of(http2.connection(whole, settings));
                Transport transport = http2.to(server)) {
            assertThat(Network.get(transport, "/ready")).isEqualTo("ready");
            Bounded.get(ready);
            HttpRequest request = new HttpRequest("POST", "/upload", Headers.NONE, () -> body, null);
            InFlight call = InFlight.start(transport, request);
            server.awaitScripts();
            assertThat(call.text()).isEqualTo("whole");
        }
    }

    private static void finish(Http2Peer peer, int stream, byte[] expected) throws Exception {
        assertThat(peer.awaitBody(stream)).isEqualTo(expected);
        peer.answer(stream, "whole");
    }

    @Test
    void aBodyWaitsForTheWindowOfItsStream() throws Exception {
        byte[] body = bytes(1000);
        upload(
                body,
                peer -> {
                    int stream = peer.awaitRequest().stream();
                    for (int sent = 300; sent < 1000; sent += 7) {
                        peer.awaitBody(stream, sent);
                        peer.awaitCaughtUp();
                        assertThat(peer.body(stream)).hasSize(sent);
                        peer.credit(stream, 7);
                    }
                    finish(peer, stream, body);
                },
                Frame.INITIAL_WINDOW_SIZE,
                300);
    }

    @Test
    void aBodyWaitsForTheWindowOfTheConnection() throws Exception {
        byte[] body = bytes(200_000);
        upload(
                body,
                peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.awaitBody(stream, 65_535);
                    peer.awaitCaughtUp();
                    assertThat(peer.body(stream)).hasSize(65_535);
                    peer.credit(0, 100_000);
                    peer.awaitBody(stream, 165_535);
                    peer.credit(0, 100_000);
                    finish(peer, stream, body);
                },
                Frame.INITIAL_WINDOW_SIZE,
                LARGE);
    }

    @Test
    void aWindowThatBecomesNegativeIsFilledFirst() throws Exception {
        byte[] body = bytes(5000);
        upload(
                body,
                peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.awaitBody(stream, 1000);
                    peer.settings(Frame.INITIAL_WINDOW_SIZE, 100);
                    peer.awaitAcknowledged();
                    peer.credit(stream, 900);
                    peer.awaitCaughtUp();
                    assertThat(peer.body(stream)).hasSize(1000);
                    peer.credit(stream, 50);
                    peer.awaitBody(stream, 1050);
                    peer.awaitCaughtUp();
                    assertThat(peer.body(stream)).hasSize(1050);
                    peer.settings(Frame.INITIAL_WINDOW_SIZE, 2100);
                    peer.awaitBody(stream, 3050);
                    peer.settings(Frame.INITIAL_WINDOW_SIZE, LARGE);
                    finish(peer, stream, body);
                },
                Frame.INITIAL_WINDOW_SIZE,
                1000);
    }

    @Test
    void bodiesThatWaitDoNotHinderOtherRequests() throws Exception {
        byte[] body = bytes(1000);
        CompletableFuture<Void> waits = new CompletableFuture<>();
        try (RawServer server = RawServer.of(http2.connection(
                        peer -> {
                            peer.answer(peer.awaitRequest().stream(), "ready");
                            peer.awaitAcknowledged();
                            int waiting = peer.awaitRequest().stream();
                            peer.awaitBody(waiting, 10);
                            waits.complete(null);
                            peer.answer(peer.awaitRequest().stream(), "other");
                            peer.credit(waiting, 990);
                            finish(peer, waiting, body);
                        },
                        Frame.INITIAL_WINDOW_SIZE,
                        10));
                Transport transport = http2.to(server)) {
            assertThat(Network.get(transport, "/ready")).isEqualTo("ready");
            InFlight upload =
                    InFlight.start(transport, new HttpRequest("POST", "/upload", Headers.NONE, () -> body, null));
            Bounded.get(waits);
            assertThat(Network.get(transport, "/other")).isEqualTo("other");
            assertThat(upload.text()).isEqualTo("whole");
        }
    }

    @Test
    void framesAreNoLongerThanTheServerAllows() throws Exception {
        byte[] body = bytes(MEGABYTE);
        upload(
                body,
                peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.credit(0, LARGE);
                    peer.awaitBody(stream, MEGABYTE / 2);
                    peer.settings(Frame.MAX_FRAME_SIZE, 16_384);
                    finish(peer, stream, body);
                },
                Frame.INITIAL_WINDOW_SIZE,
                LARGE,
                Frame.MAX_FRAME_SIZE,
                20_000);
    }

    @Test
    void anAnswerEndsBeforeTheBodyOfItsRequest() throws Exception {
        // A server that has seen enough answers at once, and says that it wants no more.
        try (RawServer server = http2.server(peer -> {
                    Http2Request request = peer.awaitRequest();
                    peer.awaitBody(request.stream(), 1);
                    peer.answer(request.stream(), "too large");
                    peer.reset(request.stream(), Frame.NO_ERROR);
                    peer.answer(peer.awaitRequest().stream(), "next");
                });
                Transport transport = http2.to(server)) {
            byte[] body = bytes(MEGABYTE);
            HttpRequest request = new HttpRequest("POST", "/upload", Headers.NONE, () -> body, null);
            assertThat(InFlight.start(transport, request).text()).isEqualTo("too large");
            assertThat(Network.get(transport, "/next")).isEqualTo("next");
        }
    }

    @Test
    void aLongAnswerArrivesWhole() throws Exception {
        int parts = 64 * MEGABYTE / SIXTEEN_K.length;
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.head(stream, HeaderBlock.status(200));
                    for (int i = 0; i < parts; i++) {
                        peer.data(stream, SIXTEEN_K, i == parts - 1 ? Frame.END_STREAM : 0);
                    }
                });
                Transport transport = http2.to(server);
                HttpResponse response = transport.send(HttpRequest.get("/list"))) {
            assertThat(count(response.body())).isEqualTo(64L * MEGABYTE);
        }
    }

    private static long count(InputStream in) throws Exception {
        byte[] buffer = new byte[SIXTEEN_K.length];
        long total = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            total += read;
        }
        return total;
    }

    /** Sends as much as the client takes on a stream. {@return how much that was} */
    private static long fill(Http2Peer peer, int stream) throws Exception {
        long sent = 0;
        while (peer.window(stream) > 0 && sent < 64L * MEGABYTE) {
            int part = (int) Math.min(peer.window(stream), SIXTEEN_K.length);
            peer.data(stream, Arrays.copyOf(SIXTEEN_K, part), 0);
            sent += part;
            if (peer.window(stream) == 0) {
                // Leave to send more may be on its way.
                peer.awaitCaughtUp();
            }
        }
        return sent;
    }

    @Test
    void aReaderThatDoesNotReadHoldsUpNobodyElseAndKeepsLittle() throws Exception {
        CompletableFuture<Long> sent = new CompletableFuture<>();
        try (RawServer server = http2.server(peer -> {
                    int lazy = peer.awaitRequest().stream();
                    peer.head(lazy, HeaderBlock.status(200));
                    sent.complete(fill(peer, lazy));
                    int other = peer.awaitRequest().stream();
                    peer.head(other, HeaderBlock.status(200));
                    for (int i = 0; i < 64; i++) {
                        peer.data(other, SIXTEEN_K, i == 63 ? Frame.END_STREAM : 0);
                    }
                    peer.data(lazy, SIXTEEN_K, Frame.END_STREAM);
                });
                Transport transport = http2.to(server);
                HttpResponse lazy = transport.send(HttpRequest.get("/lazy"))) {
            long taken = Bounded.get(sent);
            assertThat(taken).as("bytes taken that nobody has read").isLessThan(32L * MEGABYTE);
            assertThat(InFlight.get(transport, "/other").text()).hasSize(MEGABYTE);
            assertThat(count(lazy.body())).isEqualTo(taken + SIXTEEN_K.length);
        }
    }

    @Test
    void whatNobodyReadsBeforeAnAnswerIsClosedIsGivenBackToTheConnection() throws Exception {
        CompletableFuture<Integer> rounds = new CompletableFuture<>();
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.awaitCaughtUp();
                    // More than a connection's window of usual size in all, if nothing came back.
                    rounds.complete((int) Math.min(peer.connectionWindow() / 50_000, 700) + 2);
                    for (int i = 0; i < rounds.join(); i++) {
                        peer.head(stream, HeaderBlock.status(200));
                        for (int part = 0; part < 5; part++) {
                            peer.data(stream, new byte[10_000], 0);
                        }
                        assertThat(peer.awaitReset(stream)).isEqualTo(Frame.CANCEL);
                        stream = peer.awaitRequest().stream();
                    }
                    peer.answer(stream, "end");
                });
                Transport transport = http2.to(server)) {
            HttpResponse response = transport.send(HttpRequest.get("/watch"));
            for (int i = 0; i < Bounded.get(rounds) - 1; i++) {
                response.close();
                response = transport.send(HttpRequest.get("/watch"));
            }
            response.close();
            assertThat(Network.get(transport, "/end")).isEqualTo("end");
        }
    }

    @Test
    void paddingIsGivenBackToo() throws Exception {
        byte[] mostlyPadding = new byte[257];
        mostlyPadding[0] = (byte) 255;
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    peer.awaitCaughtUp();
                    peer.head(stream, HeaderBlock.status(200));
                    long frames = peer.window(stream) / mostlyPadding.length + 10;
                    for (long i = 0; i < frames; i++) {
                        peer.data(stream, mostlyPadding, Frame.PADDED);
                    }
                    peer.data(stream, new byte[0], Frame.END_STREAM);
                });
                Transport transport = http2.to(server);
                HttpResponse response = transport.send(HttpRequest.get("/list"))) {
            assertThat(count(response.body())).isGreaterThan(100);
        }
    }
}
