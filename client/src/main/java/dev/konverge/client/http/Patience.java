package dev.konverge.client.http;

import dev.konverge.base.Clock;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How long a connection waits for the next bytes, and what happens if none come. Asked by the thread that reads. */
interface Patience {
    /** Waits for ever. */
    Patience ENDLESS = new Patience() {
        @Override
        public int millis() {
            return 0;
        }

        @Override
        public void ranOut() {}
    };

    /** {@return how long to wait from now on; 0 for ever} */
    int millis() throws IOException;

    /** Gives up by throwing, or lets the wait begin again. */
    void ranOut() throws IOException;

    /** {@return one that gives up at a time, however many waits there are until then} */
    static Patience until(long deadline, Clock clock, Supplier<? extends IOException> failure) {
        return new Patience() {
            @Override
            public int millis() throws IOException {
                long left = deadline - clock.nanoTime();
                if (left <= 0) {
                    ranOut();
                }
                return Math.clamp(left / 1_000_000, 1, Integer.MAX_VALUE);
            }

            @Override
            public void ranOut() throws IOException {
                throw failure.get();
            }
        };
    }

    /** {@return one that gives up if a single wait takes too long; null for no limit} */
    static Patience each(@Nullable Duration timeout) {
        if (timeout == null) {
            return ENDLESS;
        }
        int millis = Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE);
        return new Patience() {
            @Override
            public int millis() {
                return millis;
            }

            @Override
            public void ranOut() throws IOException {
                throw new SocketTimeoutException("nothing came for " + millis + " ms");
            }
        };
    }
}
