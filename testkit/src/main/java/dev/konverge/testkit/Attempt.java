package dev.konverge.testkit;

import dev.konverge.base.Platform;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An assertion that is tried until it holds, and its last failure. */
final class Attempt {
    private static final Duration POLL = Duration.ofMillis(10);

    private final Cluster.Assertion assertion;
    private @Nullable Throwable failure;
    private @Nullable InterruptedException interrupt;

    Attempt(Cluster.Assertion assertion) {
        this.assertion = assertion;
    }

    /** Tries once. {@return whether that was the last time}: it holds, or whoever tried was interrupted */
    boolean isOver() {
        try {
            assertion.check();
            return true;
        } catch (InterruptedException stop) {
            interrupt = stop;
            return true;
        } catch (Exception | AssertionError notYet) {
            failure = notYet;
            return false;
        }
    }

    /**
     * {@return whether it held, given whether it {@link #isOver() is over}}
     *
     * @throws InterruptedException that of the assertion
     */
    boolean held(boolean over) throws InterruptedException {
        if (interrupt != null) {
            throw interrupt;
        }
        return over;
    }

    /** Tries again and again on the machine's time. {@return whether it held before the patience was over} */
    boolean poll(Platform platform, Duration patience) throws InterruptedException {
        long end = platform.clock().deadlineAfter(patience);
        while (!isOver()) {
            if (platform.clock().nanoTime() >= end) {
                return false;
            }
            platform.sleep(POLL);
        }
        return held(true);
    }

    AssertionError failure() {
        return new AssertionError("it did not come true: " + failure, failure);
    }
}
