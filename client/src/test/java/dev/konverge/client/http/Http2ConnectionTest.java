package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.testing.Bounded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class Http2ConnectionTest {
    private final Platform platform = Platform.real();
    private final HeldNetwork network = new HeldNetwork();

    private Http2Connection connection(InputStream input) throws IOException {
        Wire wire = new Wire(new FakeSocket(input, network), platform.clock());
        return new Http2Connection(wire, wire, platform, Duration.ofSeconds(90));
    }

    private static Outgoing post(int bytes) {
        byte[] body = new byte[bytes];
        Arrays.fill(body, (byte) 'x');
        return new Outgoing(
                "POST", new Origin(true, "x", 443), "/", new HeaderFields.Builder().build(), body, Clock.NEVER, null);
    }

    private static Thread send(Http2Connection connection, Outgoing request, CompletableFuture<Throwable> failure) {
        return Thread.ofVirtual().start(() -> {
            try {
                assertThat(connection.promise()).isTrue();
                connection.send(connection.newStream(request), request);
                failure.complete(new AssertionError("it was sent"));
            } catch (Throwable e) {
                failure.complete(e);
            }
        });
    }

    @Test
    void whoIsInterruptedBeforeSendingLeavesTheWindowToOthers() throws Exception {
        Http2Connection connection = connection(InputStream.nullInputStream());
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        Thread first = send(connection, post(70_000), interrupted);
        Bounded.untilIn(first, "Http2Connection", "awaitWindow");
        network.hold();
        CompletableFuture<Throwable> held = new CompletableFuture<>();
        Thread second = send(connection, post(0), held);
        network.awaitWriter();
        // There is room for a thousand bytes more; the first one takes it, and waits for the second to write.
        connection.windowGrows(1, 1000);
        connection.windowGrows(0, 1000);
        Bounded.untilIn(first, "ReentrantLock", "lockInterruptibly");
        first.interrupt();
        assertThat(Bounded.get(interrupted)).isInstanceOf(InterruptedException.class);
        network.letGo();
        second.join();
        int before = network.taken().length;
        Outgoing third = post(1000);
        assertThat(connection.promise()).isTrue();
        connection.send(connection.newStream(third), third);
        assertThat(network.taken().length - before).isGreaterThan(1000);
    }

    @Test
    void whoIsInterruptedBeforeBeginningGivesTheirPlaceBack() throws Exception {
        Http2Connection connection = connection(InputStream.nullInputStream());
        connection.setting(Http2Frames.MAX_CONCURRENT_STREAMS, 2);
        network.hold();
        CompletableFuture<Throwable> held = new CompletableFuture<>();
        Thread first = send(connection, post(0), held);
        network.awaitWriter();
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        Thread second = send(connection, post(0), interrupted);
        Bounded.untilIn(second, "ReentrantLock", "lockInterruptibly");
        assertThat(connection.promise()).as("all places are taken").isFalse();
        second.interrupt();
        assertThat(Bounded.get(interrupted)).isInstanceOf(InterruptedException.class);
        assertThat(connection.promise()).isTrue();
        network.letGo();
        first.join();
    }

    @Test
    void aReaderThatBreaksDownLeavesNobodyWaiting() throws Exception {
        Http2Connection connection = connection(new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("broken");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                return read();
            }
        });
        Outgoing request = post(0);
        assertThat(connection.promise()).isTrue();
        Http2Stream stream = connection.newStream(request);
        connection.send(stream, request);
        assertThatThrownBy(connection::run).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(stream::awaitHead).isInstanceOf(IOException.class);
        assertThat(connection.isOver()).isTrue();
    }

    @Test
    void paddingThatComesBitByBitIsNoFlood() throws Exception {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(HeldNetwork.frame(Http2Frames.SETTINGS, 0, 0));
        answer.writeBytes(HeldNetwork.frame(Http2Frames.HEADERS, Http2Frames.END_HEADERS, 1, (byte) 0x88));
        for (int i = 0; i <= Http2Writer.MOST_NOTES; i++) {
            answer.writeBytes(HeldNetwork.frame(Http2Frames.DATA, Http2Frames.PADDED, 1, (byte) 1, (byte) 0));
        }
        answer.writeBytes(HeldNetwork.frame(Http2Frames.DATA, Http2Frames.END_STREAM, 1));
        Http2Connection connection = connection(new ByteArrayInputStream(answer.toByteArray()));
        Outgoing request = post(0);
        assertThat(connection.promise()).isTrue();
        Http2Stream stream = connection.newStream(request);
        connection.send(stream, request);
        network.hold();
        connection.run();
        network.letGo();
        stream.awaitHead();
        assertThat(stream.read()).isEqualTo(-1);
    }

    @Test
    void aRefusalTellsWhatTheConnectionBrokeOf() throws Exception {
        Http2Connection connection = connection(new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the certificate was not liked");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        });
        assertThat(connection.promise()).isTrue();
        connection.run();
        assertThat(connection.brokenUnused()).hasMessage("the certificate was not liked");
        Outgoing request = post(0);
        assertThatThrownBy(() -> connection.send(connection.newStream(request), request))
                .isInstanceOf(RefusedException.class)
                .hasRootCauseMessage("the certificate was not liked");
    }

    @Test
    void aDrainedConnectionEndsWithTheLastPromise() throws Exception {
        Http2Connection connection = connection(InputStream.nullInputStream());
        assertThat(connection.promise()).isTrue();
        connection.goAway(0, Http2Exception.NO_ERROR, "");
        assertThat(connection.brokenUnused()).isNull();
        Outgoing request = post(0);
        assertThatThrownBy(() -> connection.send(connection.newStream(request), request))
                .isInstanceOf(RefusedException.class);
        assertThat(connection.promise()).isFalse();
        assertThat(connection.isClosed()).isTrue();
    }

    @Test
    void memoryOfAFloodStaysForItsNextWaveAndGoesWhenItIsOver() {
        VirtualPlatform.simulate(3, platform -> {
            Wire wire = new Wire(new FakeSocket(InputStream.nullInputStream(), network), platform.clock());
            Http2Connection connection = new Http2Connection(wire, wire, platform, Duration.ofSeconds(90));
            assertThat(connection.promise()).isTrue();
            Http2Stream watch = connection.newStream(post(0));
            connection.send(watch, post(0));
            watch.head(new HeaderFields(new String[] {":status", "200"}), false);
            byte[] block = new byte[SpareBlocks.SIZE];
            Task reader = platform.start("reader", () -> watch.readAllBytes());
            for (int wave = 0; wave < 3; wave++) {
                for (int i = 0; i < Http2Connection.WINDOW / block.length; i++) {
                    assertThat(watch.data(block, 0, block.length, false)).isTrue();
                }
                watch.wake();
                platform.sleep(Duration.ofMillis(150));
                assertThat(watch.available()).isZero();
                assertThat(connection.spareBlocks().areMany())
                        .as("after wave %d", wave)
                        .isTrue();
            }
            platform.sleep(Duration.ofMillis(100));
            assertThat(connection.spareBlocks().areMany()).isFalse();
            watch.data(block, 0, 0, true);
            watch.wake();
            assertThat(reader.join(Duration.ofSeconds(1))).isTrue();
        });
    }
}
