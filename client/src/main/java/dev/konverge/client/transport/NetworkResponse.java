package dev.konverge.client.transport;

import dev.konverge.client.http.Exchange;
import dev.konverge.client.http.Interruptible;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer from the network. Closed by another thread than the one that reads, it breaks the call off and leaves the rest to the reader. */
final class NetworkResponse implements HttpResponse {
    private static final int COPY = 1 << 16;

    private enum State {
        IDLE,
        READING,
        CLOSED
    }

    private final Exchange exchange;
    private final Headers headers;
    private final NetworkFailures failures;
    private final Interruptible interruptible;
    private final BooleanSupplier isOver;
    private final Consumer<Exchange> whenClosed;
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final Body body = new Body();

    /**
     * An answer whose head is there.
     *
     * @param isOver says whether all answers were ended together
     */
    NetworkResponse(
            Exchange exchange,
            NetworkFailures failures,
            Interruptible interruptible,
            BooleanSupplier isOver,
            Consumer<Exchange> whenClosed) {
        this.exchange = exchange;
        this.headers = Headers.of(exchange.headers());
        this.failures = failures;
        this.interruptible = interruptible;
        this.isOver = isOver;
        this.whenClosed = whenClosed;
    }

    @Override
    public int status() {
        return exchange.status();
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
            if (!body.ended && !exchange.endsSoon()) {
                exchange.cancel();
            }
            release();
        } else if (state.compareAndSet(State.READING, State.CLOSED)) {
            // The reader fails, notices that it was closed, and releases.
            exchange.cancel();
        }
    }

    private void release() {
        whenClosed.accept(exchange);
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
                int taken = exchange.interruptible() || Thread.currentThread().isVirtual()
                        ? takeHere(target, offset, length)
                        : takeElsewhere(target, offset, length);
                ended = taken < 0;
                return taken;
            } catch (IOException | InterruptedException e) {
                throw failed(e);
            } finally {
                if (!state.compareAndSet(State.READING, State.IDLE)) {
                    release();
                }
            }
        }

        private int takeHere(byte @Nullable [] target, int offset, int length) throws IOException {
            InputStream source = exchange.body();
            return target == null ? source.read() : source.read(target, offset, length);
        }

        private int takeElsewhere(byte @Nullable [] target, int offset, int length)
                throws IOException, InterruptedException {
            // Another thread must not write to the array once its owner has gone.
            byte[] copy = new byte[Math.min(length, COPY)];
            int count = interruptible.run(() -> exchange.body().read(copy), exchange::cancel, late -> {});
            if (count > 0 && target != null) {
                System.arraycopy(copy, 0, target, offset, count);
            }
            return count < 0 || target != null ? count : copy[0] & 0xff;
        }

        private IOException failed(Exception cause) {
            if (Thread.interrupted() || cause instanceof InterruptedException) {
                exchange.cancel();
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("interrupted while reading an answer");
                interrupted.initCause(cause);
                return interrupted;
            }
            IOException broken = cause instanceof IOException io ? io : new IOException(cause);
            boolean closed = state.get() == State.CLOSED || isOver.getAsBoolean();
            return new BrokenBodyException(closed ? failures.closed(broken) : failures.inBody(broken));
        }

        @Override
        public int available() throws IOException {
            return ended || state.get() == State.CLOSED ? 0 : exchange.body().available();
        }

        @Override
        public void close() {
            NetworkResponse.this.close();
        }
    }
}
