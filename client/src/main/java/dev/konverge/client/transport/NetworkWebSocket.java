package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.http.Interruptible;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A WebSocket over the network. Pings every 5 seconds and gives up after 61 without a sign of life (RCMD-4). */
final class NetworkWebSocket implements WebSocketChannel {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkWebSocket.class);
    private static final Duration PING = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(61);
    private static final int NORMAL = 1000;
    private static final int WITHOUT_CODE = 1005;

    private final WebSocketStream stream;
    private final NetworkFailures failures;
    private final Platform platform;
    private final Interruptible interruptible;
    private final Runnable whenClosed;
    private final Task pings;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock sending = new ReentrantLock();

    @GuardedBy("sending")
    private boolean closeSent;

    /** When something arrived last; written by the reader, read by the one who pings. */
    private volatile long lastSign;

    /** Set by the one who pings when nothing came for too long, read by the reader. */
    private volatile boolean silent;

    NetworkWebSocket(WebSocketStream stream, NetworkFailures failures, Platform platform, Runnable whenClosed) {
        this.stream = stream;
        this.failures = failures;
        this.platform = platform;
        this.interruptible = new Interruptible(platform);
        this.whenClosed = whenClosed;
        this.lastSign = platform.clock().nanoTime();
        this.pings = platform.start("websocket-ping", this::keepAlive);
    }

    @Override
    public String subprotocol() {
        return stream.subprotocol();
    }

    @Override
    public void send(byte[] message) throws IOException, InterruptedException {
        try {
            write(WebSocketStream.BINARY, message);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public Optional<byte[]> receive() throws IOException, InterruptedException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        boolean inMessage = false;
        try {
            while (true) {
                WebSocketStream.Frame frame = interruptible.run(stream::read, stream::cancel, late -> {});
                lastSign = platform.clock().nanoTime();
                switch (frame.opcode()) {
                    case WebSocketStream.PING -> write(WebSocketStream.PONG, frame.payload());
                    case WebSocketStream.PONG -> {}
                    case WebSocketStream.CLOSE -> {
                        return ended(frame);
                    }
                    case WebSocketStream.BINARY, WebSocketStream.CONTINUATION -> {
                        if (inMessage != (frame.opcode() == WebSocketStream.CONTINUATION)) {
                            throw new ProtocolException("the parts of a message are out of order");
                        }
                        append(parts, frame);
                        if (frame.last()) {
                            return Optional.of(parts.toByteArray());
                        }
                        inMessage = true;
                    }
                    default -> throw new ProtocolException("a message is not binary");
                }
            }
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private static void append(ByteArrayOutputStream parts, WebSocketStream.Frame frame) throws ProtocolException {
        if (parts.size() + frame.payload().length > WebSocketStream.MAX_MESSAGE) {
            throw new ProtocolException("a message is longer than " + WebSocketStream.MAX_MESSAGE + " bytes");
        }
        parts.writeBytes(frame.payload());
    }

    private Optional<byte[]> ended(WebSocketStream.Frame frame) throws IOException, InterruptedException {
        int code = frame.payload().length < 2
                ? WITHOUT_CODE
                : ByteBuffer.wrap(frame.payload()).getShort() & 0xffff;
        try {
            writeClose(code == WITHOUT_CODE ? NORMAL : code);
        } catch (IOException gone) {
            LOG.atDebug()
                    .addKeyValue("reason", gone.toString())
                    .log("the other side did not wait for an answer to its close");
        }
        if (code != NORMAL && code != WITHOUT_CODE) {
            throw new ProtocolException("the other side closed the channel with code " + code);
        }
        return Optional.empty();
    }

    private void write(int opcode, byte[] payload) throws IOException, InterruptedException {
        sending.lockInterruptibly();
        try {
            if (closeSent) {
                throw new ProtocolException("the channel has been closed");
            }
            boolean done = interruptible.run(
                    () -> {
                        stream.write(opcode, payload);
                        return true;
                    },
                    stream::cancel,
                    late -> {});
            assert done;
        } finally {
            sending.unlock();
        }
    }

    private void writeClose(int code) throws IOException, InterruptedException {
        sending.lockInterruptibly();
        try {
            if (!closeSent) {
                closeSent = true;
                stream.write(
                        WebSocketStream.CLOSE,
                        ByteBuffer.allocate(2).putShort((short) code).array());
            }
        } finally {
            sending.unlock();
        }
    }

    private void keepAlive() throws InterruptedException {
        while (true) {
            platform.sleep(PING);
            if (platform.clock().nanoTime() - lastSign > SILENCE.toNanos()) {
                silent = true;
                stream.cancel();
                return;
            }
            try {
                write(WebSocketStream.PING, new byte[0]);
            } catch (IOException broken) {
                // The reader finds out by itself.
                return;
            }
        }
    }

    private BrokenBodyException broken(IOException cause) {
        if (closed.get()) {
            return new BrokenBodyException(failures.closed(cause));
        }
        return new BrokenBodyException(
                silent
                        ? failures.inBody(
                                new java.net.SocketTimeoutException("nothing came for " + SILENCE.toSeconds() + " s"))
                        : failures.inBody(cause));
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // Politeness must not wait: whoever is sending right now sends no close any more.
        if (sending.tryLock()) {
            try {
                if (!closeSent) {
                    closeSent = true;
                    stream.write(
                            WebSocketStream.CLOSE,
                            ByteBuffer.allocate(2).putShort((short) NORMAL).array());
                }
            } catch (IOException gone) {
                LOG.atDebug().addKeyValue("reason", gone.toString()).log("the other side was gone before the close");
            } finally {
                sending.unlock();
            }
        }
        stream.cancel();
        pings.close();
        whenClosed.run();
    }
}
