package dev.konverge.client.transport;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Task;
import dev.konverge.client.http.Interruptible;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket over the network. Pings every 5 seconds, and gives up on a receiver who has waited for 61 without a sign of
 * life, or a message that has waited for 60 to be written (RCMD-4). While nobody receives, what comes waits unread, so that
 * silence means nothing.
 */
final class NetworkWebSocket implements WebSocketChannel {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkWebSocket.class);
    private static final Duration PING = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(61);
    private static final Duration STANDSTILL = Duration.ofSeconds(60);
    private static final byte[] NOTHING = new byte[0];
    private static final int NORMAL = 1000;
    private static final int WITHOUT_CODE = 1005;

    private final WebSocketStream stream;
    private final NetworkFailures failures;
    private final Platform platform;
    private final Interruptible interruptible;
    private final Runnable whenClosed;
    private final Task pings;
    private final Task watch;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock sending = new ReentrantLock();

    @GuardedBy("sending")
    private boolean closeSent;

    /** What the last ping of the other side wants to hear, as long as nobody has said it; written by whoever sends. */
    private final AtomicReference<byte @Nullable []> owed = new AtomicReference<>();

    /** Since when someone waits for a frame; written by the receiver, read by {@link #watch}. */
    private volatile long receivingSince = Clock.NEVER;

    /** Since when a frame is being written; written by whoever holds {@code sending}, read by {@link #watch}. */
    private volatile long writingSince = Clock.NEVER;

    /** Why the connection was given up; written by {@link #watch}, read by whoever fails for it. */
    private volatile @Nullable String givenUp;

    NetworkWebSocket(WebSocketStream stream, NetworkFailures failures, Platform platform, Runnable whenClosed) {
        this.stream = stream;
        this.failures = failures;
        this.platform = platform;
        this.interruptible = new Interruptible(platform);
        this.whenClosed = whenClosed;
        this.pings = platform.start("websocket-ping", this::ping);
        this.watch = platform.start("websocket-watch", this::watch);
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
                WebSocketStream.Frame frame = read();
                switch (frame.opcode()) {
                    case WebSocketStream.PING -> answer(frame.payload());
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

    private WebSocketStream.Frame read() throws IOException, InterruptedException {
        receivingSince = platform.clock().nanoTime();
        try {
            return interruptible.run(stream::read, stream::cancel, late -> {});
        } finally {
            receivingSince = Clock.NEVER;
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
            boolean done = interruptible.run(() -> put(opcode, payload) && putOwed(), stream::cancel, late -> {});
            assert done;
        } finally {
            sending.unlock();
        }
    }

    /** Writes a frame, for whoever holds {@code sending}. {@return true} */
    private boolean put(int opcode, byte[] payload) throws IOException {
        writingSince = platform.clock().nanoTime();
        try {
            stream.write(opcode, payload);
            return true;
        } finally {
            writingSince = Clock.NEVER;
        }
    }

    /**
     * Answers a ping, or leaves that to the one who is sending, whom a receiver must not wait for: the other side may take nothing more
     * before it is received from.
     */
    private void answer(byte[] ping) throws IOException, InterruptedException {
        owed.set(ping);
        if (sending.tryLock()) {
            try {
                boolean done = closeSent || interruptible.run(this::putOwed, stream::cancel, late -> {});
                assert done;
            } finally {
                sending.unlock();
            }
        }
    }

    /** Writes the answer to a ping, if one is owed, for whoever holds {@code sending}. {@return true} */
    private boolean putOwed() throws IOException {
        byte[] ping = owed.getAndSet(null);
        return ping == null || put(WebSocketStream.PONG, ping);
    }

    @GuardedBy("sending")
    private void putClose(int code) throws IOException {
        if (!closeSent) {
            closeSent = true;
            put(
                    WebSocketStream.CLOSE,
                    ByteBuffer.allocate(2).putShort((short) code).array());
        }
    }

    private void writeClose(int code) throws IOException, InterruptedException {
        sending.lockInterruptibly();
        try {
            putClose(code);
        } finally {
            sending.unlock();
        }
    }

    /** Whoever sends something makes a ping superfluous, which therefore does not wait for its turn. */
    private void ping() throws InterruptedException {
        while (true) {
            platform.sleep(PING);
            if (sending.tryLock()) {
                try {
                    if (closeSent) {
                        return;
                    }
                    put(WebSocketStream.PING, NOTHING);
                    putOwed();
                } catch (IOException broken) {
                    // Whoever uses the channel finds out by itself.
                    return;
                } finally {
                    sending.unlock();
                }
            }
        }
    }

    /** Writes nothing itself, so that nothing holds it up. */
    private void watch() throws InterruptedException {
        while (givenUp == null) {
            platform.sleep(PING);
            if (hasPassed(SILENCE, receivingSince)) {
                giveUp("nothing came for " + SILENCE.toSeconds() + " s");
            } else if (hasPassed(STANDSTILL, writingSince)) {
                giveUp("a message could not be written for " + STANDSTILL.toSeconds() + " s");
            }
        }
    }

    private boolean hasPassed(Duration limit, long since) {
        return since != Clock.NEVER && platform.clock().nanoTime() - since > limit.toNanos();
    }

    private void giveUp(String reason) {
        givenUp = reason;
        stream.cancel();
    }

    private BrokenBodyException broken(IOException cause) {
        if (closed.get()) {
            return new BrokenBodyException(failures.closed(cause));
        }
        String reason = givenUp;
        return new BrokenBodyException(failures.inBody(reason == null ? cause : new SocketTimeoutException(reason)));
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // Politeness must not wait: whoever is sending right now sends no close any more.
        if (sending.tryLock()) {
            try {
                putClose(NORMAL);
            } catch (IOException gone) {
                LOG.atDebug().addKeyValue("reason", gone.toString()).log("the other side was gone before the close");
            } finally {
                sending.unlock();
            }
        }
        stream.cancel();
        pings.close();
        watch.close();
        whenClosed.run();
    }
}
