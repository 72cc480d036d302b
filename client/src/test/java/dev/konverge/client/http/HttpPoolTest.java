package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.testing.Bounded;
import dev.konverge.client.testing.Frame;
import dev.konverge.client.testing.HeaderBlock;
import dev.konverge.client.testing.Http2Peer;
import dev.konverge.client.testing.Http2Request;
import dev.konverge.client.testing.RawServer;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets which connection, and what becomes of it. */
@Timeout(120)
class HttpPoolTest {
    private final Pools pools;

    HttpPoolTest() throws Exception {
        pools = new Pools();
    }

    @AfterEach
    void close() {
        pools.close();
    }

    private RawServer.Script http2(Http2Peer.Script script, int... settings) {
        return Http2Peer.over(pools.server, script, settings);
    }

    /** {@return a script that waits before it does something} */
    private static RawServer.Script after(CountDownLatch latch, RawServer.Script script) {
        return connection -> {
            Bounded.await(latch);
            script.run(connection);
        };
    }

    private HttpCall get(URI server) {
        return pools.call(server, "GET", null, null);
    }

    @Test
    void callersShareOneDial() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        try (RawServer server = RawServer.of(after(all, http2(peer -> peer.answerAll("shared"))))) {
            List<Pools.Running> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                callers.add(pools.start(get(server.uri("https"))));
            }
            all.countDown();
            for (Pools.Running caller : callers) {
                assertThat(caller.text()).isEqualTo("shared");
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aFailedDialFailsAllWhoWaitedForIt() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        try (RawServer server = RawServer.of(after(all, connection -> connection.close()))) {
            List<Pools.Running> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                callers.add(pools.start(get(server.uri("https"))));
            }
            awaitWaiting(callers);
            all.countDown();
            for (Pools.Running caller : callers) {
                assertThat(caller.failure()).isInstanceOf(IOException.class);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private static void awaitWaiting(List<Pools.Running> callers) {
        for (Pools.Running caller : callers) {
            Bounded.untilIn(caller.thread, "HttpPool", "await");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInterruptedCallerLeavesAndTheConnectionServesTheNext(boolean virtual) throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        try (RawServer server = RawServer.of(after(left, http2(peer -> peer.answerAll("next"))))) {
            Pools.Running first = new Pools.Running(get(server.uri("https")), virtual);
            awaitWaiting(List.of(first));
            first.thread.interrupt();
            assertThat(first.failure()).isInstanceOf(InterruptedException.class);
            Pools.Running second = pools.start(get(server.uri("https")));
            left.countDown();
            assertThat(second.text()).isEqualTo("next");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aCancelledCallerLeaves() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        try (RawServer server = RawServer.of(after(left, http2(peer -> {})))) {
            HttpCall call = get(server.uri("https"));
            Pools.Running first = pools.start(call);
            awaitWaiting(List.of(first));
            call.cancel();
            assertThat(first.failure()).isInstanceOf(IOException.class);
            left.countDown();
        }
    }

    @Test
    void whoFindsNoPlaceOpensAnotherConnection() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        Http2Peer.Script one = peer -> {
            peer.answer(peer.awaitRequest().stream(), "hello");
            Http2Request waiting = peer.awaitRequest();
            Bounded.await(second);
            peer.answer(waiting.stream(), "first");
        };
        Http2Peer.Script other = peer -> {
            peer.answer(peer.awaitRequest().stream(), "second");
            second.countDown();
        };
        try (RawServer server = RawServer.of(http2(one, Frame.MAX_CONCURRENT_STREAMS, 1), http2(other))) {
            assertThat(Pools.text(pools.get(server.uri("https")))).isEqualTo("hello");
            Pools.Running waiting = pools.start(get(server.uri("https")));
            Pools.Running next = pools.start(get(server.uri("https")));
            assertThat(List.of(waiting.text(), next.text())).containsExactlyInAnyOrder("first", "second");
        }
    }

    @Test
    void aConnectionThatBreaksBeforeAnybodyUsesItIsNotOpenedAgainAndAgain() throws Exception {
        // As a server of TLS 1.3 does that does not like the client's certificate.
        try (RawServer server = RawServer.always(connection -> {
            connection.startTls(pools.server, "h2");
            connection.close();
        })) {
            assertThatThrownBy(() -> pools.get(server.uri("https"))).isInstanceOf(IOException.class);
            assertThat(server.connections()).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void aCallerWhoWaitsWhenAllIsCutOffGetsANewConnection() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawServer server =
                RawServer.of(connection -> Bounded.await(never), http2(peer -> peer.answerAll("new")))) {
            Pools.Running caller = pools.start(get(server.uri("https")));
            awaitWaiting(List.of(caller));
            Bounded.until(() -> server.connections() > 0, "a connection was opened");
            pools.pool.cutOff();
            assertThat(caller.text()).isEqualTo("new");
            never.countDown();
        }
    }

    @Test
    void aRetiredPoolKeepsNoConnectionAfterItsUse() throws Exception {
        CountDownLatch retired = new CountDownLatch(1);
        try (RawServer server = RawServer.of(after(retired, http2(peer -> {
            peer.answer(peer.awaitRequest().stream(), "last");
            peer.awaitEnd();
        })))) {
            Pools.Running caller = pools.start(get(server.uri("https")));
            awaitWaiting(List.of(caller));
            pools.pool.retire();
            retired.countDown();
            assertThat(caller.text()).isEqualTo("last");
            server.awaitScripts();
        }
    }

    @Test
    void aPromiseIsKeptThatWasGivenBeforeRetiring() throws Exception {
        try (RawServer server = RawServer.of(http2(peer -> {
            peer.answer(peer.awaitRequest().stream(), "hello");
            Http2Request last = peer.awaitRequest();
            peer.head(last.stream(), HeaderBlock.status(200));
            peer.data(last.stream(), "bye", Frame.END_STREAM);
            peer.awaitEnd();
        }))) {
            Exchange first = pools.get(server.uri("https"));
            assertThat(Pools.text(first)).isEqualTo("hello");
            Connection promised = pools.pool.take(get(server.uri("https")), Origin.of(server.uri("https")), false);
            pools.pool.retire();
            Http2Connection shared = (Http2Connection) promised;
            Outgoing request = new Outgoing(
                    "GET",
                    Origin.of(server.uri("https")),
                    "/last",
                    new HeaderFields.Builder().build(),
                    null,
                    Clock.NEVER,
                    null);
            Http2Stream stream = shared.newStream(request);
            shared.send(stream, request);
            stream.awaitHead();
            assertThat(Pools.text(stream)).isEqualTo("bye");
            server.awaitScripts();
        }
    }

    @Test
    void anAnswerBeforeTheWholeRequestLeavesNoHalfOpenStream() throws Exception {
        try (RawServer server = RawServer.of(http2(
                peer -> {
                    peer.answer(peer.awaitRequest().stream(), "hello");
                    peer.awaitAcknowledged();
                    int stream = peer.awaitRequest().stream();
                    peer.awaitBody(stream, 10);
                    peer.answer(stream, "enough");
                    assertThat(peer.awaitReset(stream)).isEqualTo(Frame.NO_ERROR);
                },
                Frame.INITIAL_WINDOW_SIZE,
                10))) {
            assertThat(Pools.text(pools.get(server.uri("https")))).isEqualTo("hello");
            HttpCall call = pools.call(server.uri("https"), "POST", new byte[1000], null);
            assertThat(Pools.text(call.execute())).isEqualTo("enough");
            server.awaitScripts();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.0 200 OK\r\n\r\nok",
            })
    void aConnectionIsGivenBackHoweverItsAnswerEnds(String answer) throws Exception {
        try (RawServer server = RawServer.always(connection -> {
            connection.head();
            connection.write(answer);
            connection.endOutput();
        })) {
            assertThat(Pools.text(pools.get(server.uri("http")))).isEqualTo("ok");
            assertThat(pools.pool.lent()).isZero();
        }
    }

    @Test
    void aConnectionIsGivenBackWhenItsAnswerIsBrokenOff() throws Exception {
        try (RawServer server = RawServer.always(connection -> {
            connection.head();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
        })) {
            Exchange exchange = pools.get(server.uri("http"));
            assertThat(pools.pool.lent()).isEqualTo(1);
            exchange.cancel();
            assertThat(pools.pool.lent()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConnectionIsGivenBackWhenItsCallerIsInterrupted(boolean virtual) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (RawServer server = RawServer.of(connection -> {
            connection.head();
            asked.countDown();
            connection.awaitEnd();
        })) {
            Pools.Running caller = new Pools.Running(get(server.uri("http")), virtual);
            Bounded.await(asked);
            assertThat(pools.pool.lent()).isEqualTo(1);
            caller.thread.interrupt();
            assertThat(caller.failure()).isInstanceOf(InterruptedException.class);
            assertThat(pools.pool.lent()).isZero();
            server.awaitScripts();
        }
    }

    /** {@return a script that answers a number of requests, and then waits until the client leaves} */
    private static RawServer.Script answering(int requests) {
        return connection -> {
            for (int i = 0; i < requests; i++) {
                connection.head();
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            }
            connection.awaitEnd();
        };
    }

    @Test
    void aConnectionThatNobodyUsesIsClosedThoughNobodyAsks() {
        VirtualPlatform.simulate(1, platform -> {
            try (RawServer server = RawServer.of(answering(2), answering(1));
                    Pools quiet = new Pools(platform)) {
                assertThat(Pools.text(quiet.get(server.uri("http")))).isEqualTo("ok");
                platform.advance(Duration.ofSeconds(89));
                Exchange again = quiet.get(server.uri("http"));
                Exchange other = quiet.get(server.uri("http"));
                assertThat(Pools.text(again)).isEqualTo("ok");
                platform.advance(Duration.ofSeconds(89));
                assertThat(Pools.text(other)).isEqualTo("ok");
                assertThat(quiet.pool.idle()).isEqualTo(2);
                platform.advance(Duration.ofSeconds(1));
                assertThat(quiet.pool.idle()).as("each has its own time").isEqualTo(1);
                platform.advance(Duration.ofSeconds(89));
                server.awaitScripts();
                assertThat(platform.liveTasks())
                        .as("nothing is left to wait for")
                        .isEmpty();
            }
        });
    }

    @Test
    void aConnectionThatNobodyHasUsedYetIsLookedAtBeforeSomebodyDoes() {
        VirtualPlatform.simulate(3, platform -> {
            CountDownLatch gone = new CountDownLatch(1);
            RawServer.Script impatient = connection -> {
                connection.close();
                gone.countDown();
            };
            try (RawServer server = RawServer.of(impatient, answering(1));
                    Pools quiet = new Pools(platform)) {
                Origin origin = Origin.of(server.uri("http"));
                // As if whom it was opened for had gone, or had got another one meanwhile.
                Connection unused = quiet.pool.take(quiet.call(server.uri("http"), "GET", null, null), origin, false);
                quiet.pool.giveBack(origin, false, (Http1Connection) unused, true);
                Bounded.await(gone);
                platform.advance(Duration.ofSeconds(40));
                HttpCall write = quiet.call(server.uri("http"), "POST", new byte[1], null);
                assertThat(Pools.text(write.execute())).isEqualTo("ok");
            }
        });
    }

    @Test
    void aWriteGetsThroughHoweverManyConnectionsTheServerHasClosed() {
        VirtualPlatform.simulate(4, platform -> {
            CountDownLatch gone = new CountDownLatch(6);
            RawServer.Script once = connection -> {
                connection.head();
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                connection.close();
                gone.countDown();
            };
            try (RawServer server = RawServer.of(once, once, once, once, once, once, answering(1));
                    Pools quiet = new Pools(platform)) {
                List<Exchange> atOnce = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    atOnce.add(quiet.get(server.uri("http")));
                }
                for (Exchange exchange : atOnce) {
                    assertThat(Pools.text(exchange)).isEqualTo("ok");
                }
                assertThat(quiet.pool.idle()).isEqualTo(6);
                Bounded.await(gone);
                platform.advance(Duration.ofSeconds(40));
                HttpCall write = quiet.call(server.uri("http"), "POST", new byte[1], null);
                assertThat(Pools.text(write.execute())).isEqualTo("ok");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingWaitsForTheEndOfConnectionsThatAreClosedAlready(boolean closed) {
        VirtualPlatform.simulate(2, platform -> {
            try (RawServer server = RawServer.of(answering(1));
                    Pools quiet = new Pools(platform)) {
                assertThat(Pools.text(quiet.get(server.uri("http")))).isEqualTo("ok");
                if (closed) {
                    quiet.pool.close();
                } else {
                    quiet.pool.retire();
                }
                platform.awaitQuiet();
                assertThat(platform.liveTasks()).isEmpty();
                server.awaitScripts();
            }
        });
    }

    @Test
    void whoIsDoneWithAConnectionDoesNotHarmTheNextOneOnIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        try (RawServer server = RawServer.of(connection -> {
            connection.head();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            connection.head();
            connection.write("HTTP/1.1 200 OK\r\n");
            begun.countDown();
            Bounded.await(looked);
            // Longer than anybody waits for the rest of a body that nobody wants.
            assertThat(new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS)).isFalse();
            connection.write("Content-Length: 2\r\n\r\nok");
        })) {
            Exchange first = pools.get(server.uri("http"));
            Pools.Running second = pools.start(pools.call(server.uri("http"), "POST", null, Duration.ofSeconds(30)));
            Bounded.await(begun);
            assertThat(first.endsSoon()).isTrue();
            first.cancel();
            looked.countDown();
            assertThat(second.text()).isEqualTo("ok");
        }
    }

    @Test
    void aHeadThatComesDropByDropIsLateAllTheSame() throws Exception {
        try (RawServer server = RawServer.always(connection -> {
            connection.head();
            try {
                for (byte b : "HTTP/1.1 200 OK\r\nX: ".getBytes(java.nio.charset.StandardCharsets.US_ASCII)) {
                    connection.write(new byte[] {b});
                    assertThat(new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS))
                            .isFalse();
                }
                connection.write("1\r\nContent-Length: 0\r\n\r\n");
            } catch (IOException left) {
                return;
            }
        })) {
            HttpCall call = pools.call(server.uri("http"), "GET", null, Duration.ofMillis(300));
            assertThatThrownBy(call::execute).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aServerThatDoesNotTakeARequestIsLate() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = RawServer.always(connection -> Bounded.await(over))) {
            HttpCall call = pools.call(server.uri("http"), "POST", new byte[32 << 20], Duration.ofMillis(200));
            assertThatThrownBy(call::execute)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessageContaining("did not take the request");
            over.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerBeforeTheWholeRequestIsHeardThoughTheServerTakesNoMore(boolean patient) throws Exception {
        RawServer.Script refusing = connection -> {
            connection.head();
            connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 6\r\n\r\nenough");
            connection.endOutput();
            // With bytes that nobody has read, so that what the client sends is answered with a reset.
            connection.close();
        };
        try (RawServer server = RawServer.of(refusing, answering(1))) {
            Duration limit = patient ? null : Duration.ofMinutes(1);
            Exchange refusal = pools.call(server.uri("http"), "POST", new byte[32 << 20], limit)
                    .execute();
            assertThat(refusal.status()).isEqualTo(413);
            assertThat(Pools.text(refusal)).isEqualTo("enough");
            assertThat(pools.pool.lent()).isZero();
            assertThat(pools.pool.idle()).isZero();
            assertThat(Pools.text(pools.get(server.uri("http")))).isEqualTo("ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 413 Too"})
    void aRequestThatIsBrokenOffWithoutARefusalHasFailed(String said) throws Exception {
        try (RawServer server = RawServer.of(connection -> {
            connection.head();
            connection.write(said);
            connection.close();
        })) {
            HttpCall call = pools.call(server.uri("http"), "POST", new byte[32 << 20], null);
            assertThatThrownBy(call::execute).isInstanceOf(SocketException.class);
            assertThat(pools.pool.lent()).isZero();
        }
    }

    @Test
    void closingEndsDialsThatGetNowhere() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawServer server = RawServer.always(connection -> Bounded.await(never))) {
            String name = "http " + Origin.of(server.uri("https")).hostAndPort();
            Pools.Running caller = pools.start(get(server.uri("https")));
            awaitWaiting(List.of(caller));
            pools.close();
            assertThat(caller.failure()).isInstanceOf(IOException.class);
            Bounded.until(
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals(name)),
                    "the thread that dials has ended");
            never.countDown();
        }
    }
}
