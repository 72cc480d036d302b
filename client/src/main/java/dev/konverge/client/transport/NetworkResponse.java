package dev.konverge.client.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import okhttp3.Call;
import okhttp3.Protocol;
import okhttp3.Response;
import okio.BufferedSource;

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
    private final Response response;
    private final Headers headers;
    private final NetworkFailures failures;
    private final Interruptible interruptible;
    private final Consumer<NetworkResponse> whenClosed;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final Body body = new Body();

    NetworkResponse(
            Call call,
            Response response,
            NetworkFailures failures,
            Interruptible interruptible,
            Consumer<NetworkResponse> whenClosed) {
        this.call = call;
        this.response = response;
        this.headers = Headers.of(response.headers().toMultimap());
        this.failures = failures;
        this.interruptible = interruptible;
        this.whenClosed = whenClosed;
    }

    @Override
    public int status() {
        return response.code();
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
        BufferedSource source = response.body().source();
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
        response.close();
        whenClosed.accept(this);
    }

    /** The body, read by one thread at a time. */
    private final class Body extends InputStream {
        private volatile boolean ended;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (ended) {
                return -1;
            }
            if (!state.compareAndSet(State.IDLE, State.READING)) {
                throw new BrokenBodyException(failures.closed(null));
            }
            try {
                int count = readHereOrElsewhere(target, offset, length);
                ended = count < 0;
                return count;
            } catch (IOException e) {
                throw state.get() == State.CLOSED
                        ? new BrokenBodyException(failures.closed(e))
                        : new BrokenBodyException(failures.inBody(e));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("interrupted while reading an answer");
                interrupted.initCause(e);
                throw interrupted;
            } finally {
                if (!state.compareAndSet(State.READING, State.IDLE)) {
                    release();
                }
            }
        }

        private int readHereOrElsewhere(byte[] target, int offset, int length)
                throws IOException, InterruptedException {
            InputStream in = response.body().byteStream();
            if (Thread.currentThread().isVirtual() || response.protocol() == Protocol.HTTP_2) {
                // Whoever waits for a frame is woken by an interrupt: the socket is another thread's.
                return Interruptible.runHere(() -> in.read(target, offset, length), call::cancel);
            }
            // Another thread must not write to the array once its owner has gone.
            byte[] copy = new byte[Math.min(length, COPY)];
            int count = interruptible.run(() -> in.read(copy, 0, copy.length), call::cancel, late -> {});
            if (count > 0) {
                System.arraycopy(copy, 0, target, offset, count);
            }
            return count;
        }

        @Override
        public int available() throws IOException {
            return ended || state.get() == State.CLOSED
                    ? 0
                    : (int) Math.min(
                            Integer.MAX_VALUE,
                            response.body().source().getBuffer().size());
        }

        @Override
        public void close() {
            NetworkResponse.this.close();
        }
    }
}
