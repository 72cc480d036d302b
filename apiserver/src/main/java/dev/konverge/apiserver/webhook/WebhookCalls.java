package dev.konverge.apiserver.webhook;

import java.time.Duration;

/** The way to programs outside. */
public interface WebhookCalls {
    /**
     * Sends a review and waits for what comes back.
     *
     * @param endpoint where to
     * @param body JSON
     * @param timeout how long to wait
     * @return the body of the answer
     * @throws CallFailure if there is no answer, or one that says that it failed
     */
    byte[] post(Endpoint endpoint, byte[] body, Duration timeout) throws CallFailure;

    /** A call that came to nothing. Its message is what a real server's says behind {@code failed to call webhook: }. */
    final class CallFailure extends Exception {
        private static final long serialVersionUID = 1L;

        /** Says why. */
        public CallFailure(String message) {
            super(message, null, false, false);
        }
    }
}
