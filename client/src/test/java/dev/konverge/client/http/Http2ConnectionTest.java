package dev.konverge.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.base.Platform;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Http2ConnectionTest {
    private final Platform platform = Platform.real();
    private final Network network = new Network();

    /** A network that can be held up. */
    private static final class Network extends OutputStream {
        final AtomicReference<@Nullable CountDownLatch> held = new AtomicReference<>();
        final CountDownLatch arrived = new CountDownLatch(1);
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            throw new AssertionError("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            CountDownLatch latch = held.get();
            if (latch != null) {
                arrived.countDown();
                try {
                    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            taken.write(bytes, offset, length);
        }
    }

    private Http2Connection connection(InputStream input) throws IOException {
        Wire wire = new Wire(new FakeSocket(input, network), platform.clock());
        return new Http2Connection(wire, wire, platform, Duration.ofSeconds(90));
    }

    private static Outgoing post(int bytes) {
        byte[] body = new byte[bytes];
        Arrays.fill(body, (byte) 'x');
        return new Outgoing("POST", new Origin(true, "x", 443), "/", new HeaderFields.Builder().build(), body, null);
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

    private static void awaitIn(Thread thread, String method) {
        while (Arrays.stream(thread.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals(method))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoIsInterruptedBeforeSendingLeavesTheWindowToOthers() throws Exception {
        Http2Connection connection = connection(InputStream.nullInputStream());
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        Thread first = send(connection, post(70_000), interrupted);
        awaitIn(first, "awaitWindow");
        CountDownLatch hold = new CountDownLatch(1);
        network.held.set(hold);
        CompletableFuture<Throwable> held = new CompletableFuture<>();
        Thread second = send(connection, post(0), held);
        assertThat(network.arrived.await(30, TimeUnit.SECONDS)).isTrue();
        // There is room for a thousand bytes more; the first one takes it, and waits for the second to write.
        connection.windowGrows(1, 1000);
        connection.windowGrows(0, 1000);
        awaitIn(first, "lockInterruptibly");
        first.interrupt();
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        network.held.set(null);
        hold.countDown();
        second.join();
        int before = network.taken.size();
        Outgoing third = post(1000);
        assertThat(connection.promise()).isTrue();
        connection.send(connection.newStream(third), third);
        assertThat(network.taken.size() - before).isGreaterThan(1000);
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
}
