package dev.konverge.client.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** An answer from the network. Closed by another thread than the one that reads, it breaks the call off and leaves the rest to the reader. */
final class NetworkResponse implements HttpResponse {
    /** How much of a body that nobody wanted is read so that its connection can serve again (RC-18). */
    private static final int DRAIN_BYTES = 2048;

    private static final long DRAIN_MILLIS = 5;
    private static final int COPY = 1 << 16;

    private enum State {
        IDLE,
        READING,
        CLOSED
    }

    private final Call call;
    private final int status;
    private final Headers headers;

    /** All that is kept of the library's answer: a watch may wait for hours, and the rest of it is larger. */
    private final ResponseBody content;

    private final boolean http2;
    private final NetworkFailures failures;
    private final Interruptible interruptible;
    private final Set<Call> underWay;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final Body body = new Body();

    /** @param underWay the calls that their transport breaks off when it is closed; this one leaves when it is closed */
    NetworkResponse(
            Call call, Response response, NetworkFailures failures, Interruptible interruptible, Set<Call> underWay) {
        this.call = call;
        this.status = response.code();
        this.headers = Headers.of(response.headers());
        this.content = response.body();
        this.http2 = response.protocol() == Protocol.HTTP_2;
        this.failures = failures;
        this.interruptible = interruptible;
        this.underWay = underWay;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public Headers headers() {
        return headers;
    }

    @Override
    public InputStream body() {
        return body;
    }

    @Override
    public void close() {
        if (state.compareAndSet(State.IDLE, State.CLOSED)) {
            if (!body.ended && !exhaustedSoon()) {
                call.cancel();
            }
            release();
        } else if (state.compareAndSet(State.READING, State.CLOSED)) {
            // The reader fails, notices that it was closed, and releases.
            call.cancel();
        }
    }

    /** Breaks it off, whoever reads. */
    void abort() {
        call.cancel();
        close();
    }

    private boolean exhaustedSoon() {
        BufferedSource source = content.source();
        try {
            source.timeout().deadline(DRAIN_MILLIS, TimeUnit.MILLISECONDS);
            source.skip(Math.min(DRAIN_BYTES, source.getBuffer().size()));
            return !source.request(DRAIN_BYTES) && endOf(source);
        } catch (IOException e) {
            return false;
        } finally {
            source.timeout().clearDeadline();
        }
    }

    private static boolean endOf(BufferedSource source) throws IOException {
        source.skip(source.getBuffer().size());
        return source.exhausted();
    }

    private void release() {
        content.close();
        underWay.remove(call);
    }

    /** The body, read by one thread at a time. */
    private final class Body extends InputStream {
        private volatile boolean ended;

        @Override
        public int read() throws IOException {
            return take(null, 0, 1);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return take(target, offset, length);
        }

        /** {@return how many bytes were put into the array, or the next byte if there is none; -1 at the end} */
        private int take(byte @Nullable [] target, int offset, int length) throws IOException {
            if (ended) {
                return -1;
            }
            if (!state.compareAndSet(State.IDLE, State.READING)) {
                throw new BrokenBodyException(failures.closed(null));
            }
            try {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                // Whoever waits for a frame is woken by an interrupt on any thread: the socket is another thread's.
                int taken = http2 || Thread.currentThread().isVirtual()
                        ? takeHere(target, offset, length)
                        : takeElsewhere(target, offset, length);
                ended = taken < 0;
                return taken;
            } catch (Exception e) {
                // Not only what is declared: the library lets an interruption pass that it does not declare.
                throw failed(e);
            } finally {
                if (!state.compareAndSet(State.READING, State.IDLE)) {
                    release();
                }
            }
        }

        private int takeHere(byte @Nullable [] target, int offset, int length) throws IOException {
            BufferedSource source = content.source();
            if (target != null) {
                return source.read(target, offset, length);
            }
            return source.exhausted() ? -1 : source.readByte() & 0xff;
        }

        private int takeElsewhere(byte @Nullable [] target, int offset, int length)
                throws IOException, InterruptedException {
            // Another thread must not write to the array once its owner has gone.
            byte[] copy = new byte[Math.min(length, COPY)];
            int count = interruptible.run(() -> content.source().read(copy, 0, copy.length), call::cancel, late -> {});
            if (count > 0 && target != null) {
                System.arraycopy(copy, 0, target, offset, count);
            }
            return count < 0 || target != null ? count : copy[0] & 0xff;
        }

        private IOException failed(Exception cause) {
            if (Thread.interrupted() || cause instanceof InterruptedException) {
                call.cancel();
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("interrupted while reading an answer");
                interrupted.initCause(cause);
                return interrupted;
            }
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            IOException broken = cause instanceof IOException io ? io : new IOException(cause);
            return new BrokenBodyException(
                    state.get() == State.CLOSED ? failures.closed(broken) : failures.inBody(broken));
        }

        @Override
        public int available() throws IOException {
            return ended || state.get() == State.CLOSED
                    ? 0
                    : (int) Math.min(
                            Integer.MAX_VALUE, content.source().getBuffer().size());
        }

        @Override
        public void close() {
            NetworkResponse.this.close();
        }
    }
}
