package dev.konverge.controller.webhook;

/** What was sent is no review that can be answered. Its message says why, and is the answer. */
final class BadReviewException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadReviewException(String message) {
        super(message);
    }
}
