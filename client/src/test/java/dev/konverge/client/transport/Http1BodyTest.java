package dev.konverge.client.transport;

import static dev.konverge.client.transport.Http1Network.SECOND;
import static dev.konverge.client.transport.Http1Network.answering;
import static dev.konverge.client.transport.Http1Network.ending;
import static dev.konverge.client.transport.Http1Network.endless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the body of an answer ends in HTTP/1.1 (RFC 9112, section 6), and that nothing else is taken for its end. */
@Timeout(120)
class Http1BodyTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";

    private final Http1Network http1 = new Http1Network();

    @AfterEach
    void closeNetwork() {
        http1.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\n",
                "A\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\n",
                "000B\r\n0123456789!\r\n000\r\n\r\n",
                "b;name=value;flag;quoted=\"a b\"\r\n0123456789!\r\n0;last\r\n\r\n",
                "b \r\n0123456789!\r\n0\r\n\r\n",
                "b\r\n0123456789!\r\n0\r\nTrailer: 1\r\nOther: 2\r\n\r\n",
            })
    void aBodyInChunksIsPutTogetherAndTheConnectionUsedAgain(String chunks) throws Exception {
        RawServer server = RawServer.of(answering(CHUNKED + "\r\n" + chunks, SECOND));
        http1.assertAnswers(server, "0123456789!", "second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 3\r\n", "content-length: 999\r\n"})
    void chunksAreHeededMoreThanALength(String length) throws Exception {
        http1.assertAnswers(RawServer.of(answering(CHUNKED + length + "\r\n2\r\nok\r\n0\r\n\r\n")), "ok");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xyz\r\nok\r\n0\r\n\r\n",
                "-2\r\nok\r\n0\r\n\r\n",
                "+2\r\nok\r\n0\r\n\r\n",
                "0x2\r\nok\r\n0\r\n\r\n",
                "\r\nok\r\n0\r\n\r\n",
                ";a=b\r\nok\r\n0\r\n\r\n",
                "2 2\r\nok\r\n0\r\n\r\n",
                "8000000000000000\r\nok",
                "ffffffffffffffff\r\nok",
                "10000000000000002\r\nok\r\n0\r\n\r\n",
                "2\r\nok!!\r\n0\r\n\r\n",
                "2\r\nok2\r\nok\r\n0\r\n\r\n"
            })
    void brokenChunksAreABrokenBody(String chunks) throws Exception {
        try (RawServer server = RawServer.of(ending(CHUNKED + "\r\n" + chunks));
                Transport transport = http1.to(server)) {
            assertThat(InFlight.get(transport, "/api").failure()).isInstanceOf(BrokenBodyException.class);
        }
    }

    @Test
    void theSizeOfAChunkDoesNotGoOnForEver() throws Exception {
        try (RawServer server = RawServer.of(endless(CHUNKED + "\r\n2;", "x"));
                Transport transport = http1.to(server)) {
            assertThat(InFlight.get(transport, "/api").failure()).isInstanceOf(BrokenBodyException.class);
            server.awaitScripts();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
                CHUNKED + "\r\n",
                CHUNKED + "\r\n5\r\nshort",
                CHUNKED + "\r\n5\r\nshort\r\n",
                CHUNKED + "\r\n5\r\nshort\r\n0\r\n",
                CHUNKED + "\r\na\r\nshort"
            })
    void anEndBeforeTheEndIsABrokenBody(String answer) throws Exception {
        try (RawServer server = RawServer.of(ending(answer));
                Transport transport = http1.to(server)) {
            assertThat(InFlight.get(transport, "/api").failure())
                    .isInstanceOfSatisfying(
                            BrokenBodyException.class,
                            e -> assertThat(e.failure()).isInstanceOf(TransportException.ResetInBody.class));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
                "HTTP/1.0 200 OK\r\n\r\n"
            })
    void aBodyWithoutALengthLastsAsLongAsItsConnection(String head) throws Exception {
        RawServer server = RawServer.of(ending(head + "until the end"), answering(SECOND));
        http1.assertAnswers(server, "until the end", "second");
    }

    @Test
    void aBodyWithoutALengthThatIsBrokenOffIsBroken() throws Exception {
        CompletableFuture<Void> read = new CompletableFuture<>();
        try (RawServer server = RawServer.of(connection -> {
                    connection.head();
                    connection.write("HTTP/1.1 200 OK\r\n\r\nx");
                    Bounded.get(read);
                    connection.reset();
                });
                Transport transport = http1.to(server);
                HttpResponse response = transport.send(HttpRequest.get("/api"))) {
            assertThat(response.body().read()).isEqualTo('x');
            read.complete(null);
            assertThatThrownBy(() -> response.body().read()).isInstanceOf(BrokenBodyException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET,204", "GET,304", "HEAD,200", "HEAD,404", "DELETE,204"})
    void someAnswersHaveNoBodyWhateverTheirHeadSays(String method, int status) throws Exception {
        HttpRequest request = new HttpRequest(method, "/api", Headers.NONE, null, null);
        String start = "HTTP/1.1 " + status + " Whatever\r\n";
        try (RawServer server = RawServer.of(answering(
                        start + "Content-Length: 100\r\n\r\n",
                        start + "Transfer-Encoding: chunked\r\n\r\n",
                        start + "Content-Encoding: gzip\r\nContent-Length: 100\r\n\r\n",
                        start + "\r\n",
                        SECOND));
                Transport transport = http1.to(server)) {
            for (int i = 0; i < 4; i++) {
                try (HttpResponse response = transport.send(request)) {
                    assertThat(response.status()).isEqualTo(status);
                    assertThat(response.body().readAllBytes()).isEmpty();
                }
            }
            assertThat(Network.get(transport, "/api")).isEqualTo("second");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx",
                "HTTP/1.1 200 OK\r\n\r\nx",
                CHUNKED + "\r\na\r\nx",
                CHUNKED + "\r\n1\r\nx\r\n",
                CHUNKED + "\r\n1\r\nx"
            })
    void aBodyThatStopsTimesOut(String answer) throws Exception {
        try (RawServer server = RawServer.always(answering(answer));
                Transport transport = http1.to(server);
                HttpResponse response = Network.begun(transport, "/api")) {
            assertThatThrownBy(() -> response.body().read())
                    .isInstanceOfSatisfying(
                            BrokenBodyException.class,
                            e -> assertThat(e.failure()).isInstanceOf(TransportException.TimedOut.class));
        }
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return packed.toByteArray();
    }

    private static String latin(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static String chunk(String part) {
        return Integer.toHexString(part.length()) + "\r\n" + part + "\r\n";
    }

    @Test
    void aPackedBodyMayBeSplitAnywhere() throws Exception {
        String text = "konverge ".repeat(30);
        byte[] bytes = packed(text);
        String[] answers = new String[bytes.length - 1];
        for (int at = 1; at < bytes.length; at++) {
            String chunks = chunk(latin(bytes, 0, at)) + chunk(latin(bytes, at, bytes.length)) + "0\r\n\r\n";
            answers[at - 1] = CHUNKED + "Content-Encoding: gzip\r\n\r\n" + chunks;
        }
        try (RawServer server = RawServer.of(answering(answers));
                Transport transport = http1.to(server)) {
            for (int i = 0; i < answers.length; i++) {
                assertThat(Network.get(transport, "/api"))
                        .as("split behind byte %d", i + 1)
                        .isEqualTo(text);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "GZip"})
    void theNameOfThePackingIsInAnyCase(String name) throws Exception {
        byte[] bytes = packed("unpacked");
        String head = "HTTP/1.1 200 OK\r\nContent-Encoding: " + name + "\r\nContent-Length: " + bytes.length;
        String answer = head + "\r\n\r\n" + latin(bytes, 0, bytes.length);
        http1.assertAnswers(RawServer.of(answering(answer, SECOND)), "unpacked", "second");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 10, 15, 20})
    void aPackedBodyThatEndsTooSoonIsBroken(int missing) throws Exception {
        byte[] bytes = packed("unpacked");
        int length = bytes.length - missing;
        String head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + length;
        try (RawServer server = RawServer.of(answering(head + "\r\n\r\n" + latin(bytes, 0, length)));
                Transport transport = http1.to(server)) {
            assertThat(InFlight.get(transport, "/api").failure()).isInstanceOf(BrokenBodyException.class);
        }
    }

    @Test
    void aPackedBodyWithAWrongChecksumIsBroken() throws Exception {
        byte[] bytes = packed("unpacked");
        bytes[bytes.length - 6] ^= 1;
        String head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bytes.length;
        try (RawServer server = RawServer.of(answering(head + "\r\n\r\n" + latin(bytes, 0, bytes.length)));
                Transport transport = http1.to(server)) {
            assertThat(InFlight.get(transport, "/api").failure()).isInstanceOf(BrokenBodyException.class);
        }
    }
}
