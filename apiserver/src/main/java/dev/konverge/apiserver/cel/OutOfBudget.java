package dev.konverge.apiserver.cel;

/** The end of an evaluation that did more than it may. Unlike a {@link CelFailure} nothing in an expression can make up for it. */
public final class OutOfBudget extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The end, in Kubernetes' words. */
    public OutOfBudget() {
        super("operation cancelled: actual cost limit exceeded", null, false, false);
    }
}
