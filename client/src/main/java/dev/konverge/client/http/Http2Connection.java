package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries many exchanges at once (RFC 9113). Callers write their requests themselves, one after the other; one thread
 * reads for all and never waits for those who write, so that two sides that both want to write first come to an end.
 *
 * <p>Numbers are those of client-go: windows of 4 MB a stream and 1 GB for all, a ping after 30 seconds of silence that must be answered
 * within 15.
 */
final class Http2Connection implements Connection {
    /** How much of an answer may be under way or unread. */
    static final int WINDOW = 4 << 20;

    private static final int CONNECTION_WINDOW = 1 << 30;
    private static final int STANDARD_WINDOW = 0xffff;
    private static final int STANDARD_FRAME = 1 << 14;
    /** How many exchanges a server is taken to allow until it says. */
    private static final int STANDARD_STREAMS = 100;

    private static final int SILENCE_MILLIS = 30_000;
    private static final int PING_MILLIS = 15_000;

    private final Wire wire;
    private final InputStream input;
    private final OutputStream output;
    private final Platform platform;
    private final Duration idleLimit;

    /** Held while frames are put together and written, so that they do not mix; the reader only tries to take it. */
    private final ReentrantLock writing = new ReentrantLock();

    @GuardedBy("writing")
    private final Http2Frames frames = new Http2Frames();

    /** What is to be written by whoever writes next, without a promise to anybody. */
    private final Queue<Consumer<Http2Frames>> notes = new ConcurrentLinkedQueue<>();

    /** Guards what is known of streams and windows; held for moments only, also inside of {@link #writing}. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Signal windowGrew;

    @GuardedBy("lock")
    private final Map<Integer, Http2Stream> streams = new HashMap<>();

    /** Exchanges that were promised a place and have no stream yet. */
    @GuardedBy("lock")
    private int promised;

    @GuardedBy("lock")
    private int lastId = -1;

    @GuardedBy("lock")
    private int maxStreams = STANDARD_STREAMS;

    @GuardedBy("lock")
    private long sendWindow = STANDARD_WINDOW;

    @GuardedBy("lock")
    private int initialWindow = STANDARD_WINDOW;

    @GuardedBy("lock")
    private int maxFrame = STANDARD_FRAME;

    @GuardedBy("lock")
    private int tableSize = HpackEncoder.STANDARD_LIMIT;

    /** Whether no new streams are begun. */
    @GuardedBy("lock")
    private boolean draining;

    @GuardedBy("lock")
    private @Nullable IOException failure;

    @GuardedBy("lock")
    private long idleSince;

    /** Whether an exchange has ended on it, so that it was good once. */
    @GuardedBy("lock")
    private boolean served;

    /** Used by the reader alone. */
    private boolean pinged;

    private long unreported;

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
        this.output = secured.getOutputStream();
        this.platform = platform;
        this.idleLimit = idleLimit;
        this.windowGrew = platform.signal(lock);
        this.idleSince = platform.clock().nanoTime();
    }

    /** Says the first words; to be called before anybody sends. */
    void greet() {
        note(frames -> frames.preface(WINDOW, CONNECTION_WINDOW));
    }

    /** Reads until the connection ends. */
    void run() {
        IOException end;
        try {
            wire.patience(new Liveness());
            new Http2Reader(input, this).run();
            end = new java.io.EOFException("the server closed the connection");
        } catch (Http2Exception e) {
            note(frames -> frames.goAway(e.code()));
            end = e;
        } catch (IOException e) {
            end = e;
        }
        fail(end);
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
            if (retireIfIdle()) {
                throw new SocketTimeoutException("nobody uses the connection");
            }
            pinged = true;
            note(frames -> frames.ping(new byte[8], false));
        }
    }

    private boolean retireIfIdle() {
        lock.lock();
        try {
            if (isUnused() && platform.clock().nanoTime() - idleSince >= idleLimit.toNanos()) {
                draining = true;
            }
            return draining && isUnused();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean isUnused() {
        return streams.isEmpty() && promised == 0;
    }

    /** {@return whether there is a place for one more exchange, which is then promised} */
    boolean promise() {
        lock.lock();
        try {
            boolean free = failure == null && !draining && streams.size() + promised < maxStreams;
            if (free) {
                promised++;
            }
            return free;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether it will never take an exchange again} */
    boolean isOver() {
        lock.lock();
        try {
            return failure != null || draining;
        } finally {
            lock.unlock();
        }
    }

    boolean hasServed() {
        lock.lock();
        try {
            return served;
        } finally {
            lock.unlock();
        }
    }

    /** Takes no new exchanges, and ends with the last one. */
    void retire() {
        lock.lock();
        try {
            draining = true;
        } finally {
            lock.unlock();
        }
        closeIfOver();
    }

    /** Ends the connection with all that is under way on it. */
    @Override
    public void close() {
        fail(new java.net.SocketException("the connection was closed"));
    }

    /** {@return an exchange that has not begun yet} */
    Http2Stream newStream(Outgoing request) {
        return new Http2Stream(this, request, platform);
    }

    /** Sends a request; a place must have been promised. The head of the answer has to be waited for. */
    void send(Http2Stream stream, Outgoing request) throws IOException, InterruptedException {
        byte[] body = request.body();
        int sent;
        try {
            writing.lockInterruptibly();
        } catch (InterruptedException e) {
            breakPromise();
            throw e;
        }
        try {
            int tables = register(stream);
            sent = begin(stream, request, tables);
        } finally {
            writing.unlock();
        }
        writeNotes();
        if (sent < body.length) {
            sendRest(stream, body, sent);
        }
    }

    private void sendRest(Http2Stream stream, byte[] body, int from) throws IOException, InterruptedException {
        int sent = from;
        boolean done = false;
        try {
            while (sent < body.length) {
                int count = awaitWindow(stream, body.length - sent);
                if (count < 0) {
                    break;
                }
                sent = sendPart(stream, body, sent, sent + count);
            }
            done = true;
        } finally {
            if (!done) {
                stream.cancel();
            }
        }
    }

    private void breakPromise() {
        lock.lock();
        try {
            promised--;
        } finally {
            lock.unlock();
        }
    }

    /** {@return the size of the other side's table of headers} */
    private int register(Http2Stream stream) throws IOException {
        lock.lock();
        try {
            promised--;
            if (stream.sendsNoMore || failure != null || draining || lastId > Integer.MAX_VALUE - 2) {
                draining = true;
                throw new RefusedException("the connection takes no more requests");
            }
            lastId += 2;
            stream.id = lastId;
            stream.sendWindow = initialWindow;
            streams.put(stream.id, stream);
            return tableSize;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("writing")
    private int begin(Http2Stream stream, Outgoing request, int tables) throws IOException {
        byte[] body = request.body();
        int count;
        int frame;
        lock.lock();
        try {
            count = take(stream, body.length);
            frame = maxFrame;
        } finally {
            lock.unlock();
        }
        frames.request(stream.id, request, tables, frame, body.length == 0);
        frames.data(stream.id, body, 0, count, frame);
        flush();
        return count;
    }

    /** {@return how many bytes may be sent of so many; they count as sent} */
    @GuardedBy("lock")
    private int take(Http2Stream stream, int wanted) {
        int count = (int) Math.max(0, Math.min(wanted, Math.min(sendWindow, stream.sendWindow)));
        sendWindow -= count;
        stream.sendWindow -= count;
        return count;
    }

    /** {@return how many bytes may be sent; -1 if the answer does not depend on them any more} */
    private int awaitWindow(Http2Stream stream, int wanted) throws IOException, InterruptedException {
        lock.lock();
        try {
            long deadline = stream.deadline();
            while (true) {
                if (failure != null || stream.sendsNoMore) {
                    return -1;
                }
                int count = take(stream, wanted);
                if (count > 0) {
                    return count;
                }
                if (!windowGrew.awaitUntil(deadline) && platform.clock().nanoTime() >= deadline) {
                    throw new SocketTimeoutException("the server did not take the request in time");
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private int sendPart(Http2Stream stream, byte[] body, int from, int to) throws IOException, InterruptedException {
        writing.lockInterruptibly();
        try {
            frames.data(stream.id, body, from, to, STANDARD_FRAME);
            flush();
        } finally {
            writing.unlock();
        }
        writeNotes();
        return to;
    }

    /** Leaves something to be written, and writes it unless somebody is writing who will. */
    private void note(Consumer<Http2Frames> frame) {
        notes.add(frame);
        writeNotes();
    }

    private void writeNotes() {
        while (!notes.isEmpty() && writing.tryLock()) {
            try {
                flush();
            } catch (IOException e) {
                fail(e);
            } finally {
                writing.unlock();
            }
        }
    }

    @GuardedBy("writing")
    private void flush() throws IOException {
        for (Consumer<Http2Frames> note = notes.poll(); note != null; note = notes.poll()) {
            note.accept(frames);
        }
        if (frames.isEmpty()) {
            return;
        }
        try {
            frames.flush(output);
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    /** Lets the other side send so much more on a stream. */
    void giveCredit(Http2Stream stream, int bytes) {
        note(frames -> frames.number(Http2Frames.WINDOW_UPDATE, stream.id, bytes));
    }

    /** Forgets a stream, and tells the other side so unless the answer has ended. */
    void drop(Http2Stream stream) {
        if (remove(stream)) {
            note(frames -> frames.number(Http2Frames.RST_STREAM, stream.id, Http2Exception.CANCEL));
            closeIfOver();
        }
    }

    /** {@return whether it was under way} */
    private boolean remove(Http2Stream stream) {
        lock.lock();
        try {
            stream.sendsNoMore = true;
            windowGrew.signalAll();
            idleSince = platform.clock().nanoTime();
            served = true;
            return streams.remove(stream.id, stream);
        } finally {
            lock.unlock();
        }
    }

    private void closeIfOver() {
        boolean over;
        lock.lock();
        try {
            over = draining && isUnused();
        } finally {
            lock.unlock();
        }
        if (over) {
            close();
        }
    }

    private void fail(IOException reason) {
        List<Http2Stream> affected;
        lock.lock();
        try {
            if (failure == null) {
                failure = reason;
            }
            affected = new ArrayList<>(streams.values());
            streams.clear();
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            wire.close();
        } catch (IOException closed) {
            reason.addSuppressed(closed);
        }
        for (Http2Stream stream : affected) {
            stream.fail(new IOException(reason.getMessage(), reason));
        }
    }

    // What the reader says.

    /** Something came. */
    void sign() {
        pinged = false;
    }

    /** Bytes of bodies came, read or not: the window for all of them together only bounds what is on the way. */
    void credit(int bytes) {
        unreported += bytes;
        if (unreported >= CONNECTION_WINDOW / 2) {
            int more = (int) unreported;
            unreported = 0;
            note(frames -> frames.number(Http2Frames.WINDOW_UPDATE, 0, more));
        }
    }

    /** {@return a stream that is under way; null if it is over, or was never begun} */
    @Nullable
    Http2Stream stream(int id) {
        lock.lock();
        try {
            return streams.get(id);
        } finally {
            lock.unlock();
        }
    }

    boolean wasBegun(int id) {
        lock.lock();
        try {
            return (id & 1) == 1 && id <= lastId;
        } finally {
            lock.unlock();
        }
    }

    /** The answer is complete, so the request need not be. */
    void ended(Http2Stream stream) {
        remove(stream);
        closeIfOver();
    }

    void reset(int id, int code) {
        Http2Stream stream = stream(id);
        if (stream != null && remove(stream)) {
            stream.fail(
                    code == Http2Exception.REFUSED_STREAM
                            ? new RefusedException("the server refused the request")
                            : new IOException("the server broke the exchange off: " + Http2Exception.name(code)));
            closeIfOver();
        }
    }

    void answerPing(byte[] payload) {
        note(frames -> frames.ping(payload, true));
    }

    void settingsRead() {
        note(Http2Frames::settingsAck);
    }

    void setting(int id, int value) throws Http2Exception {
        lock.lock();
        try {
            switch (id) {
                case Http2Frames.HEADER_TABLE_SIZE -> tableSize = value < 0 ? Integer.MAX_VALUE : value;
                case Http2Frames.MAX_CONCURRENT_STREAMS -> maxStreams = value < 0 ? Integer.MAX_VALUE : value;
                case Http2Frames.MAX_FRAME_SIZE -> {
                    if (value < STANDARD_FRAME || value >= 1 << 24) {
                        throw new Http2Exception(
                                Http2Exception.PROTOCOL_ERROR, "frames cannot have " + value + " bytes");
                    }
                    maxFrame = value;
                }
                case Http2Frames.INITIAL_WINDOW_SIZE -> {
                    if (value < 0) {
                        throw new Http2Exception(Http2Exception.FLOW_CONTROL_ERROR, "a window is too large");
                    }
                    for (Http2Stream stream : streams.values()) {
                        stream.sendWindow += value - initialWindow;
                    }
                    initialWindow = value;
                    windowGrew.signalAll();
                }
                default -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    void windowGrows(int id, int bytes) throws Http2Exception {
        lock.lock();
        try {
            Http2Stream stream = streams.get(id);
            if (id == 0) {
                sendWindow += bytes;
            } else if (stream != null) {
                stream.sendWindow += bytes;
            }
            if (bytes <= 0
                    || sendWindow > Integer.MAX_VALUE
                    || (stream != null && stream.sendWindow > Integer.MAX_VALUE)) {
                throw new Http2Exception(Http2Exception.FLOW_CONTROL_ERROR, "a window grew by " + bytes);
            }
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The server begins nothing new, and has not acted on streams behind the last one. */
    void goAway(int last) {
        List<Http2Stream> refused = new ArrayList<>();
        lock.lock();
        try {
            draining = true;
            streams.values().removeIf(stream -> {
                if (stream.id > last) {
                    stream.sendsNoMore = true;
                    refused.add(stream);
                }
                return stream.id > last;
            });
            windowGrew.signalAll();
        } finally {
            lock.unlock();
        }
        refused.forEach(stream -> stream.fail(new RefusedException("the server is going away")));
        closeIfOver();
    }
}
