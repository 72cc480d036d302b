package dev.konverge.controller.leader;

/**
 * The answer to a write that came after the end of the writer's term: it was not sent.
 *
 * <p>Trying again is of no use; the work is the next leader's.
 */
public final class FencedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FencedException(String message) {
        super(message);
    }
}
