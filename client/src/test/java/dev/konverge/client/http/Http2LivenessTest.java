package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.client.testing.Bounded;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a connection of HTTP/2 finds out that the server is not there any more, or that nobody needs it. */
@Timeout(120)
class Http2LivenessTest {
    private static final byte[] SETTINGS = HeldNetwork.frame(Http2Frames.SETTINGS, 0, 0);
    private static final byte[] PING = HeldNetwork.frame(Http2Frames.PING, 0, 0, new byte[8]);
    private static final byte[] SILENCE = {};
    private static final Duration LONG = Duration.ofDays(1);

    private final Platform platform = Platform.real();
    private final ManualClock clock = new ManualClock();
    private final HeldNetwork network = new HeldNetwork();
    private final Outgoing request = new Outgoing(
            "GET", new Origin(true, "x", 443), "/", new HeaderFields.Builder().build(), null, Clock.NEVER, null);

    /** {@return a connection on which the server says this, and nothing more} Where it says nothing, a wait is too long. */
    private Http2Connection connection(Duration idleLimit, byte[]... said) throws IOException {
        Iterator<byte[]> parts = List.of(said).iterator();
        InputStream input = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("byte by byte");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                byte[] part = parts.hasNext() ? parts.next() : SILENCE;
                if (part.length == 0) {
                    throw new SocketTimeoutException("silence");
                }
                System.arraycopy(part, 0, bytes, offset, part.length);
                return part.length;
            }
        };
        Wire wire = new Wire(new FakeSocket(input, network), clock);
        return new Http2Connection(wire, wire, platform, idleLimit);
    }

    private Http2Stream sent(Http2Connection connection) throws IOException, InterruptedException {
        assertThat(connection.promise()).isTrue();
        Http2Stream stream = connection.newStream(request);
        connection.send(stream, request);
        return stream;
    }

    private boolean wrote(byte[] frame) {
        return new String(network.taken(), StandardCharsets.ISO_8859_1)
                .contains(new String(frame, StandardCharsets.ISO_8859_1));
    }

    @Test
    void aSilentServerIsAskedForASignOfLifeAndGivenUpWithoutOne() throws Exception {
        Http2Connection connection = connection(LONG, SETTINGS);
        Http2Stream stream = sent(connection);
        connection.run();
        assertThatThrownBy(stream::awaitHead)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not answer to a ping");
        assertThat(connection.isClosed()).isTrue();
        Bounded.until(() -> wrote(PING), "a ping was sent");
    }

    @Test
    void anythingThatComesIsASignOfLife() throws Exception {
        byte[] pong = HeldNetwork.frame(Http2Frames.PING, Http2Frames.ACK, 0, new byte[8]);
        byte[] answer = HeldNetwork.frame(
                Http2Frames.HEADERS, Http2Frames.END_HEADERS | Http2Frames.END_STREAM, 1, (byte) 0x88);
        Http2Connection connection = connection(LONG, SETTINGS, SILENCE, pong, SILENCE, SETTINGS, SILENCE, answer);
        Http2Stream stream = sent(connection);
        connection.run();
        stream.awaitHead();
        assertThat(stream.status()).isEqualTo(200);
    }

    @Test
    void aConnectionThatNobodyUsesEndsWithoutAQuestion() throws Exception {
        Http2Connection connection = connection(Duration.ZERO, SETTINGS);
        connection.run();
        assertThat(connection.brokenUnused()).hasMessage("nobody uses the connection");
        assertThat(connection.isOver()).isTrue();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.promise()).isFalse();
    }

    @Test
    void aServerThatPingsDoesNotKeepAConnectionThatNobodyUses() throws Exception {
        Http2Connection connection = connection(Duration.ZERO, SETTINGS, PING, PING);
        connection.run();
        assertThat(connection.brokenUnused()).hasMessage("nobody uses the connection");
    }

    /** {@return an exchange that was sent before the server stopped taking anything; somebody is in the middle of writing} */
    private Http2Stream sentAndHeldUp(Http2Connection connection) throws IOException, InterruptedException {
        Http2Stream stream = sent(connection);
        network.hold();
        connection.giveCredit(stream, 1);
        network.awaitWriter();
        return stream;
    }

    @Test
    void aServerThatTalksAndTakesNothingIsGivenUp() throws Exception {
        Http2Connection connection = connection(LONG, SETTINGS);
        Http2Stream stream = sentAndHeldUp(connection);
        clock.advance(Duration.ofSeconds(15));
        connection.sign();
        assertThat(connection.isClosed()).as("slow is not stuck").isFalse();
        clock.advance(Duration.ofSeconds(1));
        connection.sign();
        assertThat(connection.isClosed()).isTrue();
        assertThatThrownBy(stream::awaitHead).hasMessageContaining("takes nothing");
        network.letGo();
    }

    @Test
    void whetherARequestMayLeaveIsAskedWhenItsTurnHasCome() throws Exception {
        Http2Connection connection = connection(LONG, SETTINGS);
        sentAndHeldUp(connection);
        AtomicBoolean leads = new AtomicBoolean(true);
        Outgoing fenced = new Outgoing(
                "PUT",
                new Origin(true, "x", 443),
                "/fenced",
                new HeaderFields.Builder().build(),
                null,
                Clock.NEVER,
                null,
                () -> {
                    if (!leads.get()) {
                        throw new IllegalStateException("somebody else leads");
                    }
                });
        assertThat(connection.promise()).isTrue();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                connection.send(connection.newStream(fenced), fenced);
                told.complete(new AssertionError("it has left"));
            } catch (Throwable e) {
                told.complete(e);
            }
        });
        Bounded.untilIn(waiting, "ReentrantLock", "lockInterruptibly");
        leads.set(false);
        network.letGo();
        assertThat(Bounded.get(told)).hasMessage("somebody else leads");
        sent(connection);
    }
}
