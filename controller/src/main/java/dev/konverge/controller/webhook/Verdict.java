package dev.konverge.controller.webhook;

/** How a review ended. */
public enum Verdict {
    /** It may be done, as it is. */
    ALLOWED,
    /** It may be done, with changes. */
    CHANGED,
    /** It may not be done. */
    DENIED,
    /** The objects are in the version that was asked for. */
    CONVERTED,
    /** What was sent was no review, or one of another kind of object. */
    BAD_REQUEST,
    /** The handler has thrown. */
    FAILED
}
