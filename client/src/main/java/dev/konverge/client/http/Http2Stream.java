package dev.konverge.client.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import dev.konverge.base.Signal;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One request on a connection that many share, with its answer: filled by the connection's reader, emptied by the caller. */
final class Http2Stream extends BlockStream implements Exchange {
    private static final int MOST_EARLY = 100;

    /** How much is read before the other side is told: a small part of the window, so that a long answer comes evenly and not in bursts. */
    private static final int CREDIT = Http2Connection.WINDOW / 8;

    /** Longer than the pauses within a flood. */
    private static final Duration QUIET = Duration.ofMillis(200);

    private final Http2Connection connection;
    private final long deadline;
    private final @Nullable Duration parts;
    private final boolean headOnly;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Signal arrived;

    private final SpareBlocks spare;

    @GuardedBy("lock")
    private final Pipe pipe;

    @GuardedBy("lock")
    private int status;

    @GuardedBy("lock")
    private @Nullable HeaderFields headers;

    /** How many heads came before that of the answer. */
    @GuardedBy("lock")
    private int early;

    @GuardedBy("lock")
    private boolean ended;

    @GuardedBy("lock")
    private @Nullable IOException failure;

    /** Of the body: what was announced, -1 if nothing was; what has come; what was done with since credit was given last. */
    @GuardedBy("lock")
    private long announced = -1;

    @GuardedBy("lock")
    private long received;

    @GuardedBy("lock")
    private int unreported;

    /** Guarded by the connection: its number, and what it may send. */
    int id;

    long sendWindow;
    boolean sendsNoMore;

    Http2Stream(Http2Connection connection, Outgoing request, Platform platform) {
        this.connection = connection;
        this.deadline = request.deadline();
        this.parts = request.parts();
        this.headOnly = request.method().equals("HEAD");
        this.clock = platform.clock();
        this.arrived = platform.signal(lock);
        this.spare = connection.spareBlocks();
        this.pipe = new Pipe(spare);
    }

    /** {@return when the answer must have begun} */
    long deadline() {
        return deadline;
    }

    /** Waits for the head of the answer. */
    void awaitHead() throws IOException, InterruptedException {
        lock.lock();
        try {
            while (headers == null) {
                if (failure != null) {
                    throw failure;
                }
                await(deadline);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void await(long until) throws IOException, InterruptedException {
        if (!arrived.awaitUntil(until) && clock.nanoTime() >= until) {
            throw new SocketTimeoutException("the answer did not come in time");
        }
    }

    /** Takes the head of an answer, or what stands behind its body; nobody is woken. {@return whether that may be} */
    boolean head(HeaderFields fields, boolean last) {
        lock.lock();
        try {
            if (headers != null) {
                return last && end();
            }
            int code = status(fields);
            if (code < 200) {
                return code >= 100 && !last && ++early < MOST_EARLY;
            }
            status = code;
            String length = fields.first("content-length");
            if (length != null) {
                announced = parseLength(length);
            }
            headers = fields.without(":status"::equals);
            return !last || end();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the status of an answer; 0 if its head makes no sense} */
    private static int status(HeaderFields fields) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            boolean fits = i == 0
                    ? name.equals(":status")
                    : HeaderFields.isName(name) && name.equals(name.toLowerCase(Locale.ROOT));
            if (!fits || !HeaderFields.isValue(fields.value(i))) {
                return 0;
            }
        }
        return fields.size() == 0 ? 0 : number(fields.value(0));
    }

    private static int number(String code) {
        int number = 0;
        for (int i = 0; i < code.length(); i++) {
            int digit = code.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            number = 10 * number + digit;
        }
        return code.length() == 3 ? number : 0;
    }

    private static long parseLength(String length) {
        try {
            return Long.parseLong(length);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Takes a part of the body; nobody is woken. {@return whether that may be} */
    boolean data(byte[] source, int from, int count, boolean last) {
        lock.lock();
        try {
            if (headers == null || ended || pipe.size() + count > Http2Connection.WINDOW) {
                return false;
            }
            received += count;
            pipe.write(source, from, count);
            if (last) {
                end();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean end() {
        // The answer to a HEAD announces what a GET would bring, "not modified" what there was.
        if (announced >= 0 && received != announced && !headOnly && status != 304) {
            fail(new EOFException("the body has " + received + " bytes, " + announced + " were announced"));
        }
        ended = true;
        return true;
    }

    /** Wakes the caller for what has come. */
    void wake() {
        lock.lock();
        try {
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes note that it is over, if it has not ended. */
    void fail(IOException reason) {
        lock.lock();
        try {
            if (!ended && failure == null) {
                failure = reason;
                arrived.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean hasFailed() {
        lock.lock();
        try {
            return failure != null;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int status() {
        lock.lock();
        try {
            return status;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public HeaderFields headers() {
        lock.lock();
        try {
            if (headers == null) {
                throw new IllegalStateException("there is no answer yet");
            }
            return headers;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public InputStream body() {
        return this;
    }

    @Override
    public boolean interruptible() {
        return true;
    }

    @Override
    public boolean endsSoon() {
        return hasEnded();
    }

    @Override
    public void cancel() {
        fail(new ProtocolException("the exchange was broken off"));
        connection.drop(this);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int credit;
        int count;
        lock.lock();
        try {
            awaitBody();
            count = pipe.read(target, offset, length);
            if (count == 0) {
                return -1;
            }
            credit = creditFor(count);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interruption = new InterruptedIOException("interrupted while reading an answer");
            interruption.initCause(e);
            throw interruption;
        } finally {
            lock.unlock();
        }
        if (credit > 0) {
            connection.giveCredit(this, credit);
        }
        return count;
    }

    /** Takes note of bytes that nobody reads. Credit for each few of them would be more frames than they came in. */
    void passOver(int bytes) {
        int credit;
        lock.lock();
        try {
            credit = creditFor(bytes);
        } finally {
            lock.unlock();
        }
        if (credit > 0) {
            connection.giveCredit(this, credit);
        }
    }

    /** {@return how much the other side may send on now that these bytes are done with; 0 as long as it can send much anyway} */
    @GuardedBy("lock")
    private int creditFor(int bytes) {
        unreported += bytes;
        int credit = !ended && unreported >= CREDIT ? unreported : 0;
        unreported -= credit;
        return credit;
    }

    @GuardedBy("lock")
    private void awaitBody() throws IOException, InterruptedException {
        if (pipe.size() > 0) {
            return;
        }
        pipe.giveBack();
        long until = parts == null ? deadline : clock.deadlineAfter(parts);
        while (pipe.size() == 0) {
            if (failure != null) {
                throw failure;
            }
            if (ended) {
                return;
            }
            awaitPart(until);
        }
    }

    /** Waits. If nothing comes for a while, what a flood has needed is given back first. */
    @GuardedBy("lock")
    private void awaitPart(long until) throws IOException, InterruptedException {
        long quiet = spare.areMany() ? clock.deadlineAfter(QUIET) : until;
        if (quiet >= until) {
            await(until);
        } else if (!arrived.awaitUntil(quiet) && clock.nanoTime() >= quiet) {
            spare.rest();
        }
    }

    @Override
    public int available() {
        lock.lock();
        try {
            return pipe.size();
        } finally {
            lock.unlock();
        }
    }
}
