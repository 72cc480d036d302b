package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import dev.konverge.base.Task;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that carries many exchanges at once (RFC 9113). Callers write their requests themselves, one after the other; one thread
 * reads for all and never waits for those who write, so that two sides that both want to write first come to an end.
 *
 * <p>Numbers are those of client-go: windows of 4 MB a stream and 1 GB for all, a ping after 30 seconds of silence that must be answered
 * within 15.
 */
final class Http2Connection implements Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Http2Connection.class);

    /** How much of an answer may be under way or unread. */
    static final int WINDOW = 4 << 20;

    private static final int CONNECTION_WINDOW = 1 << 30;
    private static final int SILENCE_MILLIS = 30_000;
    private static final int PING_MILLIS = 15_000;
    private static final Duration GOODBYE = Duration.ofSeconds(1);
    /** How long the server may take no bytes at all. */
    private static final Duration STUCK = Duration.ofMillis(PING_MILLIS);

    private final Wire wire;
    private final InputStream input;
    private final Http2Writer writer;
    private final Platform platform;
    private final Duration idleLimit;
    private final SpareBlocks spareBlocks = new SpareBlocks();

    /** Held for moments only, so that the reader may wait for it. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Signal windowGrew;

    @GuardedBy("lock")
    private final Http2State state;

    @GuardedBy("lock")
    private @Nullable IOException failure;

    /** What the server said when it announced the end. */
    @GuardedBy("lock")
    private String farewell = "";

    /** Whether it ended because it was not wanted any more. */
    @GuardedBy("lock")
    private boolean closed;

    /** Used by the reader alone: whether a ping is unanswered, and what came since credit was given last. */
    private boolean pinged;

    private int unreported;

    /**
     * A connection that has just been opened.
     *
     * @param wire the socket
     * @param secured what TLS made of it
     * @param idleLimit how long it is kept when nobody uses it
     */
    Http2Connection(Wire wire, Socket secured, Platform platform, Duration idleLimit) throws IOException {
        this.wire = wire;
        this.input = secured.getInputStream();
        this.writer = new Http2Writer(secured.getOutputStream(), platform, this::fail);
        this.platform = platform;
        this.idleLimit = idleLimit;
        this.windowGrew = platform.signal(lock);
        this.state = new Http2State(platform.clock().nanoTime());
    }

    /** Says the first words; to be called before anybody sends. */
    void greet() throws IOException, InterruptedException {
        writer.write(frames -> frames.preface(WINDOW, CONNECTION_WINDOW));
    }

    /** {@return where the memory for its answers comes from} */
    SpareBlocks spareBlocks() {
        return spareBlocks;
    }

    /** Reads until the connection ends. */
    void run() {
        // Whatever happens, those who wait must hear of it.
        IOException end = new IOException("the connection's reader broke off");
        try {
            wire.patience(new Liveness());
            new Http2Reader(input, this).run();
            end = new EOFException("the server closed the connection");
        } catch (Http2Exception e) {
            end = e;
            breakOff(e);
            sayGoodbye(e.code());
        } catch (IOException e) {
            end = e;
        } finally {
            fail(end);
        }
    }

    /** Tells the server what it did wrong, if it listens. */
    private void sayGoodbye(int code) {
        Task last = platform.start("http goodbye", () -> {
            try {
                writer.write(frames -> frames.goAway(code));
            } catch (IOException gone) {
                LOG.atDebug().addKeyValue("reason", gone.toString()).log("a server was gone before it was told why");
            }
        });
        try {
            last.join(GOODBYE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks for a sign of life when nothing comes, and gives up when there is none. */
    private final class Liveness implements Patience {
        @Override
        public int millis() {
            return pinged ? PING_MILLIS : SILENCE_MILLIS;
        }

        @Override
        public void ranOut() throws IOException {
            if (pinged) {
                throw new SocketTimeoutException("the server does not answer to a ping");
            }
            if (endIfUnused()) {
                throw new SocketTimeoutException("nobody uses the connection");
            }
            pinged = true;
            writer.note(frames -> frames.ping(new byte[8], false));
        }
    }

    private boolean endIfUnused() {
        lock.lock();
        try {
            if (state.isUnusedSince(platform.clock().nanoTime() - idleLimit.toNanos())) {
                state.drain();
            }
            return state.isOver();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether there is a place for one more exchange, which is then promised} */
    boolean promise() {
        lock.lock();
        try {
            return failure == null && state.promise();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether it will never take an exchange again} */
    boolean isOver() {
        lock.lock();
        try {
            return failure != null || state.isDraining();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether an exchange has ended on it, so that it was good once} */
    boolean hasServed() {
        lock.lock();
        try {
            return state.hasServed();
        } finally {
            lock.unlock();
        }
    }

    /** {@return why it broke before anybody could use it; null if it did not} */
    @Nullable
    IOException brokenUnused() {
        lock.lock();
        try {
            return closed || state.hasBegun(1) ? null : failure;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps its promises, and ends with the last exchange; the pool must promise nothing any more. */
    void retire() {
        lock.lock();
        try {
            state.retire();
            if (state.isUnused()) {
                state.drain();
            }
        } finally {
            lock.unlock();
        }
        closeIfOver();
    }

    /** Ends as soon as it was used and nobody does any more. */
    void endAfterUse() {
        lock.lock();
        try {
            state.retire();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        fail(new SocketException("the connection was closed"));
    }

    boolean isClosed() {
        return wire.isClosed();
    }

    /** {@return an exchange that has not begun yet} */
    Http2Stream newStream(Outgoing request) {
        return new Http2Stream(this, request, platform);
    }

    /** Sends a request; a place must have been promised. The head of the answer has to be waited for. */
    void send(Http2Stream stream, Outgoing request) throws IOException, InterruptedException {
        new Http2Sending(this, writer, stream, request).run();
    }

    /** Gives up a place that was promised and not used. */
    void breakPromise() {
        lock.lock();
        try {
            state.breakPromise();
        } finally {
            lock.unlock();
        }
    }

    /**
     * What a request begins with.
     *
     * @param bytes how much of the body may be sent at once
     * @param smallestTable how small the other side's table of headers has been since the last request
     * @param table how large it is
     * @param maxFrame how long a frame may be
     */
    record Beginning(int bytes, int smallestTable, int table, int maxFrame) {}

    /** Makes use of a promise: the stream has its number from now on. */
    Beginning begin(Http2Stream stream, int length) throws RefusedException {
        lock.lock();
        try {
            if (!state.begin(stream, failure == null)) {
                throw new RefusedException("the connection takes no more requests", failure);
            }
            int smallest = state.takeSmallestTable();
            return new Beginning(state.take(stream, length), smallest, state.tableSize(), state.maxFrame());
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many bytes of a body may be sent, of so many; they count as sent} */
    int take(Http2Stream stream, int wanted) {
        lock.lock();
        try {
            return stream.sendsNoMore ? 0 : state.take(stream, wanted);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something may be sent. {@return whether it may; if not, the answer does not depend on it any more} */
    boolean awaitWindow(Http2Stream stream) throws IOException, InterruptedException {
        lock.lock();
        try {
            long deadline = stream.deadline();
            while (failure == null && !stream.sendsNoMore) {
                if (state.maySend(stream)) {
                    return true;
                }
                if (!windowGrew.awaitUntil(deadline) && platform.clock().nanoTime() >= deadline) {
                    throw new SocketTimeoutException("the server did not take the request in time");
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the other side send so much more on a stream. */
    void giveCredit(Http2Stream stream, int bytes) {
        writer.note(frames -> frames.number(Http2Frames.WINDOW_UPDATE, stream.id, bytes));
    }

    /** Forgets a stream, and tells the other side so unless the answer has ended. */
    void drop(Http2Stream stream) {
        if (remove(stream)) {
            writer.note(frames -> frames.number(Http2Frames.RST_STREAM, stream.id, Http2Exception.CANCEL));
            closeIfOver();
        }
    }

    /** {@return whether it was under way} */
    private boolean remove(Http2Stream stream) {
        lock.lock();
        try {
            windowGrew.signalAll();
            return state.remove(stream, platform.clock().nanoTime());
        } finally {
            lock.unlock();
        }
    }

    /** Ends the connection if it will not be used again. */
    void closeIfOver() {
        boolean over;
        lock.lock();
        try {
            over = state.isOver();
        } finally {
            lock.unlock();
        }
        if (over) {
            close();
        }
    }

    private void fail(IOException reason) {
        breakOff(reason);
        try {
            wire.close();
        } catch (IOException broken) {
            reason.addSuppressed(broken);
        }
    }

    private void breakOff(IOException reason) {
        List<Http2Stream> affected;
        String message;
        lock.lock();
        try {
            if (failure == null) {
                failure = reason;
            }
            affected = state.removeBehind(0);
            message = reason.getMessage() + farewell;
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
        for (Http2Stream stream : affected) {
            stream.fail(new IOException(message, reason));
        }
    }

    // What the reader says.

    /** Something came. */
    void sign() {
        pinged = false;
        if (wire.isStuck(STUCK)) {
            fail(new SocketTimeoutException("the server talks, but takes nothing"));
        }
    }

    /** Bytes of bodies came, read or not: the window for all of them together only bounds what is on the way. */
    void credit(int bytes) {
        unreported += bytes;
        if (unreported >= CONNECTION_WINDOW / 2) {
            int more = unreported;
            unreported = 0;
            writer.note(frames -> frames.number(Http2Frames.WINDOW_UPDATE, 0, more));
        }
    }

    /** {@return a stream that is under way; null if it is over, or never began} */
    @Nullable
    Http2Stream find(int id) {
        lock.lock();
        try {
            return state.find(id);
        } finally {
            lock.unlock();
        }
    }

    boolean hasBegun(int id) {
        lock.lock();
        try {
            return state.hasBegun(id);
        } finally {
            lock.unlock();
        }
    }

    /** An answer is complete, and its place is free: whoever reads the end of it may ask again at once. */
    void ends(Http2Stream stream) {
        lock.lock();
        try {
            state.remove(stream, platform.clock().nanoTime());
        } finally {
            lock.unlock();
        }
    }

    /** All of the answer is in its stream. A request that was answered before it was whole need not be. */
    void ended() {
        lock.lock();
        try {
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
        closeIfOver();
    }

    /** The server has broken an exchange off. */
    void reset(int id, int code) {
        Http2Stream stream = find(id);
        if (stream != null && remove(stream)) {
            stream.fail(
                    code == Http2Exception.REFUSED_STREAM
                            ? new RefusedException("the server refused the request")
                            : new IOException("the server broke the exchange off: " + Http2Exception.name(code)));
            closeIfOver();
        }
    }

    /** An answer makes no sense; others are not affected. */
    void malformed(Http2Stream stream, String what) {
        stream.fail(new java.net.ProtocolException(what));
        if (remove(stream)) {
            writer.note(frames -> frames.number(Http2Frames.RST_STREAM, stream.id, Http2Exception.PROTOCOL_ERROR));
            closeIfOver();
        }
    }

    void answerPing(byte[] payload) throws IOException {
        if (endIfUnused()) {
            // A server that pings often enough would keep it for ever.
            throw new SocketTimeoutException("nobody uses the connection");
        }
        writer.note(frames -> frames.ping(payload, true));
    }

    /** They are acknowledged before anybody is woken who makes use of them. */
    void settingsEnd() {
        writer.note(Http2Frames::settingsAck);
        lock.lock();
        try {
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void setting(int id, int value) throws Http2Exception {
        lock.lock();
        try {
            state.setting(id, value);
        } finally {
            lock.unlock();
        }
    }

    void windowGrows(int id, int bytes) throws Http2Exception {
        lock.lock();
        try {
            state.windowGrows(id, bytes);
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The server begins nothing new, and has not acted on streams behind the last one.
     *
     * @param why what it said about that
     */
    void goAway(int last, int code, String why) {
        List<Http2Stream> refused;
        lock.lock();
        try {
            state.drain();
            refused = state.removeBehind(last);
            farewell = code == Http2Exception.NO_ERROR ? "" : said(code, why);
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
        refused.forEach(stream -> stream.fail(new RefusedException("the server is going away" + said(code, why))));
        closeIfOver();
    }

    private static String said(int code, String why) {
        return " (" + Http2Exception.name(code) + (why.isEmpty() ? ")" : ": " + why + ")");
    }
}
