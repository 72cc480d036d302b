package dev.konverge.apiserver.negotiate;

/** Bytes that are no document of the form they claim; the message is what Kubernetes' own decoder says. */
final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    MalformedException(String reason) {
        // An ordinary answer to a bad request, not a fault of ours: no stack trace.
        super(reason, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
