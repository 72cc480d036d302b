package dev.konverge.informer;

import java.util.List;
import java.util.stream.Collectors;

/** Some operations of a transaction could not be applied; the others were. */
public final class TransactionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Integer> successfulIndices;
    private final int total;

    /**
     * A transaction that was applied in part.
     *
     * @param successfulIndices the positions of the operations that were applied
     * @param total how many operations there were
     * @param errors why the others were not
     */
    public TransactionException(List<Integer> successfulIndices, int total, List<? extends Throwable> errors) {
        super("failed to execute (" + (total - successfulIndices.size()) + "/" + total
                + ") transactions failed due to: "
                + errors.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")));
        this.successfulIndices = List.copyOf(successfulIndices);
        this.total = total;
        errors.forEach(this::addSuppressed);
    }

    /** {@return the positions of the operations that were applied, in order} */
    public List<Integer> successfulIndices() {
        return successfulIndices;
    }

    /** {@return how many operations there were} */
    public int total() {
        return total;
    }
}
