package dev.konverge.client.transport;

import static dev.konverge.client.transport.Http1Network.OK;
import static dev.konverge.client.transport.Http1Network.SECOND;
import static dev.konverge.client.transport.Http1Network.answering;
import static dev.konverge.client.transport.Http1Network.ending;
import static dev.konverge.client.transport.Http1Network.endless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.config.ProxyChoice;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.RawConnection.RequestHead;
import dev.konverge.client.testing.RawServer;
import dev.konverge.client.testing.TestPki;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads of HTTP/1.1 (RFC 9112) in both directions, and when a connection is used again. Bodies have their own test. */
@Timeout(120)
class Http1ProtocolTest {

    private final Http1Network http1 = new Http1Network();

    @AfterEach
    void closeNetwork() {
        http1.close();
    }

    private static HttpRequest request(String method, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
        return new HttpRequest(method, "/api", Headers.NONE, body.isEmpty() ? null : () -> bytes, null);
    }

    /** {@return the head that the server gets} */
    private RequestHead sent(HttpRequest request, int bodyLength) throws Exception {
        CompletableFuture<RequestHead> seen = new CompletableFuture<>();
        try (RawServer server = RawServer.of(connection -> {
                    seen.complete(connection.head());
                    connection.read(bodyLength);
                    connection.write(OK);
                });
                Transport transport = http1.to(server)) {
            assertThat(Network.text(transport.send(request))).isEqualTo("ok");
            assertThat(Bounded.get(seen).all("host"))
                    .containsExactly(server.uri("http").getAuthority());
            return seen.join();
        }
    }

    @Test
    void aRequestIsWrittenAsItWasGiven() throws Exception {
        String target = "/api/v1/pods?labelSelector=a%3Db%2Cc&watch=true&x=%C3%A4+~'!";
        Headers own = Headers.NONE.with("X-Own", "As It Is").with("X-Own", "twice");
        RequestHead head = sent(new HttpRequest("GET", target, own, null, null), 0);
        assertThat(head.line()).isEqualTo("GET " + target + " HTTP/1.1");
        assertThat(head.all("x-own")).containsExactly("As It Is", "twice");
        assertThat(head.all("audit-id")).singleElement().asString().hasSize(36);
        assertThat(head.all("accept-encoding")).containsExactly("gzip");
        assertThat(head.all("content-length")).isEmpty();
        assertThat(head.all("transfer-encoding")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"POST,{},2", "PUT,'',0", "POST,'',0", "PATCH,[],2", "DELETE,{},2"})
    void aBodyIsSentWithItsLength(String method, String body, String length) throws Exception {
        RequestHead head = sent(request(method, body), body.length());
        assertThat(head.all("content-length")).containsExactly(length);
        assertThat(head.all("transfer-encoding")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "OPTIONS"})
    void nothingIsSaidOfABodyWhereNoneIsExpected(String method) throws Exception {
        assertThat(sent(request(method, ""), 0).all("content-length")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://cluster.example, cluster.example:443, cluster.example",
        "https://cluster.example:443, cluster.example:443, cluster.example",
        "https://cluster.example:6443, cluster.example:6443, cluster.example:6443",
        "https://[2001:db8::1], [2001:db8::1]:443, [2001:db8::1]",
        "https://[2001:db8::1]:6443, [2001:db8::1]:6443, [2001:db8::1]:6443"
    })
    void theHostIsNamedWithoutTheOrdinaryPortAndAnAddressInBrackets(URI address, String connected, String host)
            throws Exception {
        var tls = TestPki.serverContext(http1.network.authority.server("cluster.example", "2001:db8::1"), null);
        try (RawServer proxy = RawServer.of(connection -> {
                    assertThat(connection.head().target()).isEqualTo(connected);
                    connection.write("HTTP/1.1 200 OK\r\n\r\n");
                    connection.startTls(tls, "http/1.1");
                    assertThat(connection.head().all("host")).containsExactly(host);
                    connection.write(OK);
                });
                Transport transport = http1.network.connect(
                        http1.network.trusting(address).proxy(new ProxyChoice.Via(proxy.uri("http"))))) {
            assertThat(Network.get(transport, "/api")).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nEvil: 1", "a\nEvil: 1", "a\rEvil: 1", "a\u0000b"})
    void aHeaderThatWouldBecomeTwoIsRefusedBeforeAnythingIsSent(String value) throws Exception {
        assertRefused(new HttpRequest("GET", "/api", Headers.NONE.with("X-Own", value), null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X Own", "X-Own:", "X-Own\r\nEvil", ""})
    void aNameThatIsNoneIsRefusedBeforeAnythingIsSent(String name) throws Exception {
        assertRefused(new HttpRequest("GET", "/api", Headers.NONE.with(name, "1"), null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a HTTP/1.1\r\nEvil: 1\r\n\r\n", "/a\tb", "/a\u0000"})
    void aTargetThatWouldEndTooSoonIsRefusedBeforeAnythingIsSent(String target) throws Exception {
        assertRefused(HttpRequest.get(target));
    }

    @ParameterizedTest
    @CsvSource({"/a b, /a%20b", "/a?x=1 2, /a?x=1%202", "/ä, /%C3%A4", "/a#b, /a%23b", "/a%20b, /a%20b"})
    void whatMayNotStandInATargetIsWrittenInPercentForm(String target, String sent) throws Exception {
        try (RawServer server = RawServer.of(connection -> {
                    assertThat(connection.head().target()).isEqualTo(sent);
                    connection.write(OK);
                });
                Transport transport = http1.to(server)) {
            assertThat(Network.get(transport, target)).isEqualTo("ok");
        }
    }

    private void assertRefused(HttpRequest request) throws Exception {
        try (RawServer server = RawServer.always(connection ->
                        assertThat(connection.awaitEnd()).as("bytes sent").isZero());
                Transport transport = http1.to(server)) {
            assertThatThrownBy(() -> transport.send(request))
                    .isInstanceOfAny(IllegalArgumentException.class, TransportException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200\r\n",
                "HTTP/1.1 200 \r\n",
                "HTTP/1.1 200 All is well: \u00e4\u00f6\r\n",
                "HTTP/1.0 200 OK\r\n",
                "HTTP/1.1 200 OK\r\nEmpty:\r\nX:y\r\nSpaces: \t z \t\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n"
            })
    void anAnswerMayBeginLikeThis(String head) throws Exception {
        try (RawServer server = RawServer.of(answering(head + "Content-Length: 2\r\n\r\nok"));
                Transport transport = http1.to(server);
                HttpResponse response = transport.send(HttpRequest.get("/api"))) {
            assertThat(response.status()).isEqualTo(200);
            response.headers()
                    .first("empty")
                    .ifPresent(value -> assertThat(value).isEmpty());
            response.headers()
                    .first("spaces")
                    .ifPresent(value -> assertThat(value).isEqualTo("z"));
            assertThat(response.body().readAllBytes()).isEqualTo(new byte[] {'o', 'k'});
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 -20 OK\r\n\r\n",
                "HTTP/1.1\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "ICY 200 OK\r\n\r\n",
                "\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
                "HTTP/1.1 200 OK\r\nSpace Between: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nX-A: 1\r\n folded\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: 1\r\n\tfolded\r\n\r\n",
                "HTTP/1.1 200 OK\r\n X-A: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX-A: a\u0000b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok!",
                "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok!",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n"
            })
    void whatIsNoHeadIsABadAnswer(String answer) throws Exception {
        http1.assertFails(answering(answer), TransportException.BadAnswer.class);
    }

    @ParameterizedTest
    @CsvSource({"'HTTP/1.1 200 ',x", "'HTTP/1.1 200 OK\r\nX-Long: ',x", "'HTTP/1.1 200 OK\r\n','X-Many: 1\r\n'"})
    void aHeadWithoutEndIsRefused(String beginning, String part) throws Exception {
        http1.assertFails(endless(beginning, part), TransportException.BadAnswer.class);
    }

    @Test
    void headsBeforeTheAnswerDoNotGoOnForEver() throws Exception {
        http1.assertFails(endless("", "HTTP/1.1 100 Continue\r\n\r\n"), TransportException.BadAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1", "HTTP/1."})
    void anEndBeforeTheEndOfTheHeadIsALostConnection(String part) throws Exception {
        http1.assertFails(ending(part), TransportException.ConnectionLost.class);
    }

    @Test
    void aHeadThatStopsHalfWayTimesOut() throws Exception {
        try (RawServer server = RawServer.of(answering("HTTP/1.1 200 OK\r\nContent-"));
                Transport transport = http1.to(server)) {
            assertThatThrownBy(() -> transport.send(Network.within(Duration.ofMillis(200), "/api")))
                    .isInstanceOf(TransportException.TimedOut.class);
        }
    }

    @Test
    void aConnectionIsUsedAgain() throws Exception {
        RawServer server = RawServer.of(answering(
                OK,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                SECOND));
        http1.assertAnswers(server, "ok", "ok", "ok", "", "second");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nconnection: x, Close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nmore"
            })
    void aConnectionIsNotUsedAgainAfterThis(String answer) throws Exception {
        http1.assertAnswers(RawServer.of(answering(answer), answering(SECOND)), "ok", "second");
    }
}
