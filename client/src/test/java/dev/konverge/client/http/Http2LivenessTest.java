package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import dev.konverge.client.testing.Bounded;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a connection of HTTP/2 finds out that the server is not there any more, or that nobody needs it. */
@Timeout(120)
class Http2LivenessTest {
    private static final byte[] SETTINGS = HeldNetwork.frame(Http2Frames.SETTINGS, 0, 0);
    private static final byte[] PING = HeldNetwork.frame(Http2Frames.PING, 0, 0, new byte[8]);
    private static final Duration LONG = Duration.ofDays(1);

    private final Platform platform = Platform.real();
    private final ManualClock clock = new ManualClock();
    private final HeldNetwork network = new HeldNetwork();
    private final Outgoing request =
            new Outgoing("GET", new Origin(true, "x", 443), "/", new HeaderFields.Builder().build(), null, null);

    /** {@return a connection on which all waits are too long once the server has said this} */
    private Http2Connection connection(Duration idleLimit, byte[]... said) throws IOException {
        InputStream silence = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new SocketTimeoutException("silence");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        };
        List<InputStream> all = new java.util.ArrayList<>();
        for (byte[] frame : said) {
            all.add(new ByteArrayInputStream(frame));
        }
        all.add(silence);
        Wire wire = new Wire(new FakeSocket(new SequenceInputStream(Collections.enumeration(all)), network), clock);
        return new Http2Connection(wire, wire, platform, idleLimit);
    }

    private Http2Stream sent(Http2Connection connection) throws IOException, InterruptedException {
        assertThat(connection.promise()).isTrue();
        Http2Stream stream = connection.newStream(request);
        connection.send(stream, request);
        return stream;
    }

    private boolean wrote(byte[] frame) {
        return Collections.indexOfSubList(boxed(network.taken()), boxed(frame)) >= 0;
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> all = new java.util.ArrayList<>();
        for (byte b : bytes) {
            all.add(b);
        }
        return all;
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
        Http2Connection connection = connection(LONG, SETTINGS);
        Http2Stream stream = sent(connection);
        Patience[] liveness = new Patience[1];
        // What a reader does that waits too long, is told something, and waits too long again.
        connection.run();
        assertThat(liveness).hasSize(1);
        assertThat(stream.hasFailed()).isTrue();
    }

    @Test
    void aConnectionThatNobodyUsesEndsWithoutAQuestion() throws Exception {
        Http2Connection connection = connection(Duration.ZERO, SETTINGS);
        connection.run();
        assertThat(connection.isOver()).isTrue();
        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.promise()).isFalse();
        assertThat(wrote(PING)).isFalse();
    }

    @Test
    void aServerThatPingsDoesNotKeepAConnectionThatNobodyUses() throws Exception {
        Http2Connection connection = connection(Duration.ZERO, SETTINGS, PING, PING);
        connection.run();
        assertThat(connection.brokenUnused()).hasMessage("nobody uses the connection");
        assertThat(wrote(HeldNetwork.frame(Http2Frames.PING, Http2Frames.ACK, 0, new byte[8])))
                .isFalse();
    }

    @Test
    void aServerThatTalksAndTakesNothingIsGivenUp() throws Exception {
        Http2Connection connection = connection(LONG, SETTINGS);
        Http2Stream stream = sent(connection);
        network.hold();
        connection.giveCredit(stream, 1);
        network.awaitWriter();
        clock.advance(Duration.ofSeconds(15));
        connection.sign();
        assertThat(connection.isClosed()).as("slow is not stuck").isFalse();
        clock.advance(Duration.ofSeconds(1));
        connection.sign();
        assertThat(connection.isClosed()).isTrue();
        assertThatThrownBy(stream::awaitHead).hasMessageContaining("takes nothing");
        network.letGo();
    }
}
