package dev.konverge.testkit;

import dev.konverge.base.Platform;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An assertion that is tried until it holds, and its last failure. */
final class Attempt {
    private static final Duration POLL = Duration.ofMillis(10);

    private final Cluster.Assertion assertion;
    private @Nullable Throwable failure;

    Attempt(Cluster.Assertion assertion) {
        this.assertion = assertion;
    }

    boolean holds() {
        try {
            assertion.check();
            return true;
        } catch (Exception | AssertionError notYet) {
            failure = notYet;
            return false;
        }
    }

    /** Tries again and again on the machine's time. {@return whether it held before the patience was over} */
    boolean poll(Platform platform, Duration patience) throws InterruptedException {
        long end = platform.clock().deadlineAfter(patience);
        while (!holds()) {
            if (platform.clock().nanoTime() >= end) {
                return false;
            }
            platform.sleep(POLL);
        }
        return true;
    }

    AssertionError failure() {
        return new AssertionError("it did not come true: " + failure, failure);
    }
}
