package dev.konverge.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.client.testing.RawConnection.RequestHead;
import dev.konverge.client.testing.RawServer;
import java.io.EOFException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the client goes where an answer sends it, and what it takes along. */
@Timeout(120)
class RedirectTest {
    private final Network network = new Network();
    private final List<RequestHead> heads = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    /** {@return a server that remembers each request and gives what there is for its target} */
    private RawServer server(Function<String, String> answers) {
        return RawServer.always(connection -> {
            try {
                while (true) {
                    RequestHead head = connection.head();
                    List<String> length = head.all("content-length");
                    bodies.add(connection.readText(length.isEmpty() ? 0 : Integer.parseInt(length.getFirst())));
                    heads.add(head);
                    connection.write(answers.apply(head.target()));
                }
            } catch (EOFException closed) {
                // The client has gone.
            }
        });
    }

    private static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String redirect(int status, String location) {
        return "HTTP/1.1 " + status + " Elsewhere\r\nLocation: " + location + "\r\nContent-Length: 4\r\n\r\ngone";
    }

    /** {@return answers for a server that sends one target elsewhere} */
    private static Function<String, String> redirecting(String from, int status, String location) {
        return target -> target.equals(from) ? redirect(status, location) : ok("at " + target);
    }

    private Transport to(RawServer server) {
        return network.connect(network.trusting(server.uri("http")).token("sesame"));
    }

    private static HttpRequest post(String target) {
        byte[] body = "{\"a\":1}".getBytes(StandardCharsets.US_ASCII);
        Headers type = Headers.NONE.with("Content-Type", "application/json");
        return new HttpRequest("POST", target, type, () -> body, null);
    }

    private List<String> lines() {
        return heads.stream().map(RequestHead::line).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aReadFollows(int status) throws Exception {
        try (RawServer server = server(redirecting("/from?x=1", status, "/to?y=2"));
                Transport transport = to(server)) {
            Headers own = Headers.NONE.with("X-Own", "kept");
            HttpRequest request = new HttpRequest("GET", "/from?x=1", own, null, null);
            assertThat(Network.text(transport.send(request))).isEqualTo("at /to?y=2");
            assertThat(lines()).containsExactly("GET /from?x=1 HTTP/1.1", "GET /to?y=2 HTTP/1.1");
            assertThat(heads.get(1).all("x-own")).containsExactly("kept");
            assertThat(heads.get(1).all("authorization")).containsExactly("Bearer sesame");
            assertThat(heads.get(1).all("host"))
                    .containsExactly(server.uri("http").getAuthority());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void aQuestionForTheHeadAloneStaysOne(int status) throws Exception {
        Function<String, String> answers = target -> target.equals("/from")
                ? "HTTP/1.1 " + status + " Elsewhere\r\nLocation: /to\r\n\r\n"
                : "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
        try (RawServer server = server(answers);
                Transport transport = to(server)) {
            assertThat(Network.text(transport.send(new HttpRequest("HEAD", "/from", Headers.NONE, null, null))))
                    .isEmpty();
            assertThat(lines()).containsExactly("HEAD /from HTTP/1.1", "HEAD /to HTTP/1.1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/x/y, /x/y",
        "next, /a/b/next",
        "./next, /a/b/next",
        "../next, /a/next",
        "?only=query, /a/b/from?only=query",
        "/with%20escapes?q=%2F, /with%20escapes?q=%2F",
        "/fragment#part, /fragment"
    })
    void aPlaceIsRelativeToTheOneBefore(String location, String target) throws Exception {
        try (RawServer server = server(redirecting("/a/b/from", 302, location));
                Transport transport = to(server)) {
            assertThat(Network.get(transport, "/a/b/from")).isEqualTo("at " + target);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http:", ""})
    void anotherServerIsAskedWithoutWhatIsSecret(String scheme) throws Exception {
        try (RawServer other = server(target -> ok("other"))) {
            String place = scheme + "//" + other.uri("http").getAuthority() + "/there";
            try (RawServer server = server(redirecting("/from", 307, place));
                    Transport transport = to(server)) {
                assertThat(Network.get(transport, "/from")).isEqualTo("other");
                assertThat(heads.get(0).all("authorization")).containsExactly("Bearer sesame");
                assertThat(heads.get(1).all("authorization")).isEmpty();
                assertThat(heads.get(1).all("host"))
                        .containsExactly(other.uri("http").getAuthority());
                assertThat(heads.get(1).line()).isEqualTo("GET /there HTTP/1.1");
            }
        }
    }

    @Test
    void anotherNameOfTheSamePortIsAnotherServer() throws Exception {
        try (RawServer other = server(target -> ok("other"))) {
            URI named = URI.create("http://localhost:" + other.uri("http").getPort());
            try (RawServer server = server(redirecting("/from", 302, named + "/there"));
                    Transport transport = to(server)) {
                Headers own = Headers.NONE.with("Authorization", "Bearer own");
                HttpRequest request = new HttpRequest("GET", "/from", own, null, null);
                assertThat(Network.text(transport.send(request))).isEqualTo("other");
                assertThat(heads.get(0).all("authorization")).containsExactly("Bearer own");
                assertThat(heads.get(1).all("authorization")).isEmpty();
            }
        }
    }

    @Test
    void whatIsSecretStaysBehindOnTheWayBackToo() throws Exception {
        // The other server says what is asked for on that way.
        AtomicReference<String> back = new AtomicReference<>("");
        try (RawServer other = server(target -> redirect(302, back.get()));
                RawServer server = server(redirecting("/from", 302, other.uri("http") + "/there"));
                Transport transport = to(server)) {
            back.set(server.uri("http") + "/back");
            assertThat(Network.get(transport, "/from")).isEqualTo("at /back");
            assertThat(heads.get(0).all("authorization")).containsExactly("Bearer sesame");
            assertThat(heads.get(1).all("authorization")).isEmpty();
            assertThat(heads.get(2).all("authorization")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://127.0.0.1:1/x", "ftp://127.0.0.1/x", "file:///etc/passwd", "javascript:1"})
    void anotherSchemeIsNotFollowed(String location) throws Exception {
        try (RawServer server = server(redirecting("/from", 302, location));
                Transport transport = to(server);
                HttpResponse response = transport.send(HttpRequest.get("/from"))) {
            assertThat(response.status()).isEqualTo(302);
            assertThat(response.headers().first("location")).contains(location);
            assertThat(response.body().readAllBytes()).isEqualTo("gone".getBytes(StandardCharsets.US_ASCII));
            assertThat(heads).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 302 Elsewhere\r\nContent-Length: 4\r\n\r\ngone",
                "HTTP/1.1 300 Choose\r\nLocation: /to\r\nContent-Length: 4\r\n\r\ngone",
                "HTTP/1.1 305 By Proxy\r\nLocation: /to\r\nContent-Length: 4\r\n\r\ngone",
                "HTTP/1.1 201 Created\r\nLocation: /to\r\nContent-Length: 4\r\n\r\ngone"
            })
    void anAnswerThatSendsNowhereIsGivenAsItIs(String answer) throws Exception {
        try (RawServer server = server(target -> target.equals("/from") ? answer : ok("followed"));
                Transport transport = to(server)) {
            assertThat(Network.get(transport, "/from")).isEqualTo("gone");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {307, 308})
    void aWriteFollowsWithItsBody(int status) throws Exception {
        try (RawServer server = server(redirecting("/from", status, "/to"));
                Transport transport = to(server)) {
            assertThat(Network.text(transport.send(post("/from")))).isEqualTo("at /to");
            assertThat(lines()).containsExactly("POST /from HTTP/1.1", "POST /to HTTP/1.1");
            assertThat(bodies).containsExactly("{\"a\":1}", "{\"a\":1}");
            assertThat(heads.get(1).all("content-type")).containsExactly("application/json");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303})
    void aWriteDoesNotBecomeARead(int status) throws Exception {
        try (RawServer server = server(redirecting("/from", status, "/to"));
                Transport transport = to(server);
                HttpResponse response = transport.send(post("/from"))) {
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.headers().first("location")).contains("/to");
            assertThat(heads).hasSize(1);
        }
    }

    @Test
    void tenPlacesAreFollowed() throws Exception {
        Function<String, String> answers = target -> {
            int at = Integer.parseInt(target.substring(1));
            return at == 10 ? ok("tenth") : redirect(302, "/" + (at + 1));
        };
        try (RawServer server = server(answers);
                Transport transport = to(server)) {
            assertThat(Network.get(transport, "/0")).isEqualTo("tenth");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void goingInCirclesEnds(String method) throws Exception {
        try (RawServer server = server(target -> redirect(307, target.equals("/a") ? "/b" : "/a"));
                Transport transport = to(server)) {
            HttpRequest request = method.equals("GET") ? HttpRequest.get("/a") : post("/a");
            assertThatThrownBy(() -> transport.send(request)).isInstanceOf(TransportException.class);
            assertThat(heads).hasSize(11);
        }
    }
}
