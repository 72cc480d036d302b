package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.konverge.client.config.ProxyChoice;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Frame;
import dev.konverge.client.testing.HeaderBlock;
import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.Http2Request;
import dev.konverge.client.testing.RawServer;
import dev.konverge.client.testing.TestPki;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client says and understands in HTTP/2 (RFC 9113, RFC 7541), against a peer that speaks frames by hand. */
@Timeout(120)
class Http2ProtocolTest {
    private final Http2Network http2 = new Http2Network();

    @AfterEach
    void closeNetwork() {
        http2.close();
    }

    /** {@return the answer to a GET, when the peer sends this once it has the request} */
    private String answered(Answer answer) throws Exception {
        try (RawServer server = http2.server(peer -> answer.send(peer, peer.awaitRequest().stream()));
                Transport transport = http2.to(server)) {
            String text = Network.get(transport, "/api");
            server.awaitScripts();
            return text;
        }
    }

    private interface Answer {
        void send(Http2Peer peer, int stream) throws Exception;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void aPingIsAnsweredWithItsOwnBytes() throws Exception {
        byte[] bytes = {1, 2, 3, 0, -1, 127, -128, 8};
        String text = answered((peer, stream) -> {
            peer.send(Frame.PING, 0, 0, bytes);
            Frame answer = peer.await(Frame.PING);
            assertThat(answer.flags()).isEqualTo(Frame.ACK);
            assertThat(answer.stream()).isZero();
            assertThat(answer.payload()).isEqualTo(bytes);
            peer.answer(stream, "ok");
        });
        assertThat(text).isEqualTo("ok");
    }

    @Test
    void settingsAreAcknowledgedEachTime() throws Exception {
        String text = answered((peer, stream) -> {
            peer.awaitAcknowledged();
            peer.settings(Frame.MAX_CONCURRENT_STREAMS, 50);
            peer.settings();
            peer.awaitAcknowledged();
            peer.answer(stream, "ok");
        });
        assertThat(text).isEqualTo("ok");
    }

    @Test
    void theServerIsToldNotToPush() throws Exception {
        String text = answered((peer, stream) -> {
            assertThat(peer.clientSetting(Frame.ENABLE_PUSH, 1)).isZero();
            peer.answer(stream, "ok");
        });
        assertThat(text).isEqualTo("ok");
    }

    @Test
    void settingsAndFramesThatNobodyKnowsAreIgnored() throws Exception {
        String text = answered((peer, stream) -> {
            peer.settings(0xfa, 1, 0x0, 7, 0x9, Integer.MAX_VALUE);
            peer.send(0xbe, 0xff, 0, new byte[100]);
            peer.send(0x0c, 0, stream, new byte[3]);
            peer.send(Frame.PRIORITY, 0, stream, new byte[5]);
            peer.head(stream, HeaderBlock.status(200));
            peer.send(0xbe, 0x1, stream, new byte[16_384]);
            peer.data(stream, "ok", Frame.END_STREAM);
            peer.awaitAcknowledged();
        });
        assertThat(text).isEqualTo("ok");
    }

    @Test
    void answersThatComeMixedInOnePieceReachAllWhoWait() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    int first = peer.awaitRequest().stream();
                    int second = peer.awaitRequest().stream();
                    peer.inOnePiece(all -> {
                        all.head(first, HeaderBlock.status(200));
                        all.head(second, HeaderBlock.status(200));
                        all.data(first, "one", Frame.END_STREAM);
                        all.data(second, "two", Frame.END_STREAM);
                    });
                    peer.awaitEnd();
                });
                Transport transport = http2.to(server)) {
            InFlight one = InFlight.get(transport, "/api");
            InFlight two = InFlight.get(transport, "/api");
            assertThat(List.of(one.text(), two.text())).containsExactlyInAnyOrder("one", "two");
        }
    }

    private static byte[] padded(byte[] content, int padding) {
        byte[] all = new byte[1 + content.length + padding];
        all[0] = (byte) padding;
        System.arraycopy(content, 0, all, 1, content.length);
        return all;
    }

    @Test
    void paddingAndPriorityAreNoPartOfTheAnswer() throws Exception {
        String text = answered((peer, stream) -> {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            head.writeBytes(Http2Peer.numbers(0x8000_0000));
            head.write(255);
            head.writeBytes(HeaderBlock.status(200).with("x-a", "1").bytes());
            int flags = Frame.END_HEADERS | Frame.PADDED | Frame.PRIORITIZED;
            peer.send(Frame.HEADERS, flags, stream, padded(head.toByteArray(), 200));
            peer.data(stream, padded(ascii("o"), 255), Frame.PADDED);
            peer.data(stream, padded(new byte[0], 9), Frame.PADDED);
            peer.data(stream, new byte[0], 0);
            peer.data(stream, padded(ascii("k"), 0), Frame.PADDED | Frame.END_STREAM);
        });
        assertThat(text).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void aHeadMayComeInAnyNumberOfFrames(int bytesEach) throws Exception {
        byte[] block = HeaderBlock.status(200)
                .with("x-long", "v".repeat(1000))
                .with("x-last", "z")
                .bytes();
        try (RawServer server = http2.server(peer -> {
                    int stream = peer.awaitRequest().stream();
                    for (int at = 0; at < block.length; at += bytesEach) {
                        int end = Math.min(block.length, at + bytesEach);
                        int flags = end == block.length ? Frame.END_HEADERS : 0;
                        byte[] part = Arrays.copyOfRange(block, at, end);
                        peer.send(at == 0 ? Frame.HEADERS : Frame.CONTINUATION, flags, stream, part);
                    }
                    peer.data(stream, "ok", Frame.END_STREAM);
                });
                Transport transport = http2.to(server);
                HttpResponse response = transport.send(HttpRequest.get("/api"))) {
            assertThat(response.headers().first("x-long").orElseThrow()).hasSize(1000);
            assertThat(response.headers().first("x-last")).contains("z");
            assertThat(response.body().readAllBytes()).isEqualTo(ascii("ok"));
        }
    }

    @Test
    void anEmptyAnswerIsAHeadThatEndsTheStream() throws Exception {
        String text = answered((peer, stream) -> peer.send(
                Frame.HEADERS,
                Frame.END_HEADERS | Frame.END_STREAM,
                stream,
                HeaderBlock.status(200).bytes()));
        assertThat(text).isEmpty();
    }

    @Test
    void fieldsOfAnswersAreReadInEveryFormOfHpack() throws Exception {
        String everyLetter = " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~";
        try (RawServer server = http2.server(peer -> {
                    int first = peer.awaitRequest().stream();
                    assumeThat(peer.clientSetting(Frame.HEADER_TABLE_SIZE, 4096))
                            .isGreaterThanOrEqualTo(4096);
                    peer.head(
                            first,
                            HeaderBlock.status(200)
                                    .huffman("x-huffman", everyLetter.strip())
                                    .remembered("x-old", "old")
                                    .remembered("x-new", "new"));
                    peer.data(first, "1", Frame.END_STREAM);
                    int second = peer.awaitRequest().stream();
                    peer.head(second, HeaderBlock.status(200).known(0).known(1).known(0));
                    peer.data(second, "2", Frame.END_STREAM);
                    int third = peer.awaitRequest().stream();
                    peer.head(
                            third,
                            new HeaderBlock()
                                    .tableSize(0)
                                    .tableSize(100)
                                    .with(":status", "200")
                                    .remembered("x-only", "kept")
                                    .known(0));
                    peer.data(third, "3", Frame.END_STREAM);
                });
                Transport transport = http2.to(server)) {
            try (HttpResponse response = transport.send(HttpRequest.get("/1"))) {
                assertThat(response.headers().first("x-huffman")).contains(everyLetter.strip());
                assertThat(response.headers().all("x-old")).containsExactly("old");
                assertThat(response.body().readAllBytes()).isEqualTo(ascii("1"));
            }
            try (HttpResponse response = transport.send(HttpRequest.get("/2"))) {
                assertThat(response.headers().all("x-new")).containsExactly("new", "new");
                assertThat(response.headers().all("x-old")).containsExactly("old");
                assertThat(response.body().readAllBytes()).isEqualTo(ascii("2"));
            }
            try (HttpResponse response = transport.send(HttpRequest.get("/3"))) {
                assertThat(response.headers().all("x-only")).containsExactly("kept", "kept");
                assertThat(response.body().readAllBytes()).isEqualTo(ascii("3"));
            }
        }
    }

    @Test
    void aServerMayForbidTheTableOfHeaderFieldsAndAllowItAgain() throws Exception {
        // The peer itself fails if the client uses entries that the table cannot hold.
        CompletableFuture<Void> smaller = new CompletableFuture<>();
        CompletableFuture<Void> larger = new CompletableFuture<>();
        try (RawServer server = http2.server(peer -> {
                    peer.answer(peer.awaitRequest().stream(), "ok");
                    peer.answer(peer.awaitRequest().stream(), "ok");
                    peer.settings(Frame.HEADER_TABLE_SIZE, 0);
                    peer.awaitAcknowledged();
                    smaller.complete(null);
                    peer.answer(peer.awaitRequest().stream(), "ok");
                    peer.answer(peer.awaitRequest().stream(), "ok");
                    peer.settings(Frame.HEADER_TABLE_SIZE, 65_536);
                    peer.awaitAcknowledged();
                    larger.complete(null);
                    peer.answer(peer.awaitRequest().stream(), "ok");
                    Http2Request last = peer.awaitRequest();
                    assertThat(last.all("user-agent")).hasSize(1);
                    peer.answer(last.stream(), "ok");
                });
                Transport transport = http2.to(server)) {
            for (CompletableFuture<Void> then :
                    List.of(smaller, larger, CompletableFuture.<Void>completedFuture(null))) {
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
                assertThat(Network.get(transport, "/api")).isEqualTo("ok");
                Bounded.get(then);
            }
            server.awaitScripts();
        }
    }

    @Test
    void headsBeforeTheAnswerAreSkipped() throws Exception {
        String text = answered((peer, stream) -> {
            peer.head(stream, HeaderBlock.status(100));
            peer.head(stream, HeaderBlock.status(103).with("link", "</style.css>"));
            peer.answer(stream, "ok");
        });
        assertThat(text).isEqualTo("ok");
    }

    @Test
    void fieldsBehindTheBodyAreTolerated() throws Exception {
        String text = answered((peer, stream) -> {
            peer.head(stream, HeaderBlock.status(200));
            peer.data(stream, "ok", 0);
            byte[] trailers = new HeaderBlock().with("x-checksum", "1").bytes();
            peer.send(Frame.HEADERS, Frame.END_HEADERS | Frame.END_STREAM, stream, trailers);
        });
        assertThat(text).isEqualTo("ok");
    }

    @Test
    void aRequestIsWrittenAsTheProtocolWants() throws Exception {
        CompletableFuture<Http2Request> seen = new CompletableFuture<>();
        try (RawServer server = http2.server(peer -> {
                    Http2Request request = peer.awaitRequest();
                    seen.complete(request);
                    assertThat(peer.awaitBody(request.stream())).isEqualTo(ascii("{}"));
                    peer.answer(request.stream(), "ok");
                });
                Transport transport = http2.network.connect(
                        http2.network.trusting(server.uri("https")).token("sesame"))) {
            String target = "/api/v1/pods?labelSelector=a%3Db%2Cc&watch=true&x=%C3%A4+~'!";
            Headers own = Headers.NONE.with("X-Mixed-Case", "Kept As It Is").with("X-Mixed-Case", "twice");
            byte[] body = ascii("{}");
            Network.text(transport.send(new HttpRequest("PATCH", target, own, () -> body, null)));
            Http2Request request = Bounded.get(seen);
            assertThat(request.stream()).isOdd();
            assertThat(request.all(":method")).containsExactly("PATCH");
            assertThat(request.all(":scheme")).containsExactly("https");
            assertThat(request.all(":authority"))
                    .containsExactly(server.uri("https").getAuthority());
            assertThat(request.all(":path")).containsExactly(target);
            assertThat(request.all("authorization")).containsExactly("Bearer sesame");
            assertThat(request.all("audit-id")).singleElement().asString().hasSize(36);
            assertThat(request.all("content-length")).containsExactly("2");
            assertThat(request.all("x-mixed-case")).containsExactly("Kept As It Is", "twice");
            List<String> names =
                    request.fields().stream().map(Http2Request.Field::name).toList();
            assertThat(names).allSatisfy(name -> assertThat(name).isEqualTo(name.toLowerCase(Locale.ROOT)));
            assertThat(names)
                    .doesNotContain("host", "connection", "keep-alive", "transfer-encoding", "upgrade", "te")
                    .doesNotContain("proxy-connection", "http2-settings");
            assertThat(names.subList(4, names.size())).noneMatch(name -> name.startsWith(":"));
        }
    }

    @Test
    void theOrdinaryPortIsNotNamed() throws Exception {
        SSLContext named = TestPki.serverContext(http2.network.authority.server("cluster.example"), null);
        CompletableFuture<String> authority = new CompletableFuture<>();
        RawServer.Script behindProxy = Http2Peer.over(named, peer -> {
            Http2Request request = peer.awaitRequest();
            authority.complete(String.join(",", request.all(":authority")));
            peer.answer(request.stream(), "ok");
        });
        try (RawServer proxy = RawServer.of(connection -> {
                    assertThat(connection.head().target()).isEqualTo("cluster.example:443");
                    connection.write("HTTP/1.1 200 OK\r\n\r\n");
                    behindProxy.run(connection);
                });
                Transport transport = http2.network.connect(http2.network
                        .trusting(URI.create("https://cluster.example"))
                        .proxy(new ProxyChoice.Via(proxy.uri("http"))))) {
            assertThat(Network.get(transport, "/api")).isEqualTo("ok");
            assertThat(Bounded.get(authority)).isEqualTo("cluster.example");
        }
    }

    @Test
    void aLongHeadOfARequestIsSplitIntoFrames() throws Exception {
        CompletableFuture<List<String>> seen = new CompletableFuture<>();
        try (RawServer server = http2.server(peer -> {
                    Http2Request request = peer.awaitRequest();
                    seen.complete(request.all("x-long"));
                    peer.answer(request.stream(), "ok");
                });
                Transport transport = http2.to(server)) {
            String value = "0123456789~".repeat(5000);
            Headers own = Headers.NONE.with("X-Long", value);
            Network.text(transport.send(new HttpRequest("GET", "/api", own, null, null)));
            assertThat(Bounded.get(seen)).containsExactly(value);
        }
    }

    @Test
    void requestsShareAConnectionAndAnswersComeInAnyOrder() throws Exception {
        try (RawServer server = http2.server(peer -> {
                    peer.answer(peer.awaitRequest().stream(), "warm");
                    Http2Request first = peer.awaitRequest();
                    Http2Request second = peer.awaitRequest();
                    peer.head(first.stream(), HeaderBlock.status(200));
                    peer.head(second.stream(), HeaderBlock.status(200));
                    peer.data(second.stream(), second.path(), Frame.END_STREAM);
                    peer.data(first.stream(), first.path().substring(0, 1), 0);
                    peer.data(first.stream(), first.path().substring(1), Frame.END_STREAM);
                });
                Transport transport = http2.to(server)) {
            // Without a connection that is there already each of the two would open one.
            assertThat(Network.get(transport, "/warm")).isEqualTo("warm");
            InFlight one = InFlight.get(transport, "/one");
            InFlight two = InFlight.get(transport, "/two");
            assertThat(two.text()).isEqualTo("/two");
            assertThat(one.text()).isEqualTo("/one");
            assertThat(server.connections()).isEqualTo(1);
        }
    }
}
