package dev.konverge.controller;

import java.time.Duration;

/** What a {@link Reconciler} says when it is through. To be called again with backoff, it throws instead. */
public sealed interface Outcome {
    /** All is as declared. The object is looked at again when something changes. */
    record Done() implements Outcome {
        private static final Done INSTANCE = new Done();
    }

    /**
     * Nothing is wrong, but time matters: the object is looked at again when the delay is over, or earlier if something changes.
     *
     * @param delay how long to wait
     */
    record RequeueAfter(Duration delay) implements Outcome {
        /** Refuses a delay that is none. */
        public RequeueAfter {
            if (delay.isNegative() || delay.isZero()) {
                throw new IllegalArgumentException("requeueAfter takes a delay that is longer than nothing, not "
                        + delay + "; to retry with backoff, throw");
            }
        }
    }

    /**
     * What is declared cannot be had, and trying again will not help. The object is looked at again when something changes.
     *
     * @param reason one word in CamelCase, for machines
     * @param message a sentence, for people
     */
    record Failed(String reason, String message) implements Outcome {}

    /** {@return the outcome of a reconcile after which all is as declared} */
    static Outcome done() {
        return Done.INSTANCE;
    }

    /** {@return the wish to be called again} */
    static Outcome requeueAfter(Duration delay) {
        return new RequeueAfter(delay);
    }

    /** {@return the outcome of a reconcile that cannot succeed} */
    static Outcome failed(String reason, String message) {
        return new Failed(reason, message);
    }
}
