package dev.konverge.informer;

import java.util.List;
import java.util.stream.Collectors;

/** Some operations of a transaction could not be applied; the others were. */
public final class TransactionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** How many errors are told of: what fails for one object may fail for a hundred thousand. */
    static final int TOLD = 10;

    private final transient List<Integer> successfulIndices;
    private final int total;

    /**
     * A transaction that was applied in part.
     *
     * @param successfulIndices the positions of the operations that were applied
     * @param total how many operations there were
     * @param errors why the others were not; the first ten are kept
     */
    public TransactionException(List<Integer> successfulIndices, int total, List<? extends Throwable> errors) {
        super("failed to execute (" + (total - successfulIndices.size()) + "/" + total
                + ") transactions failed due to: "
                + errors.stream().limit(TOLD).map(Reason::of).collect(Collectors.joining("; "))
                + others(total - successfulIndices.size() - Math.min(TOLD, errors.size())));
        this.successfulIndices = List.copyOf(successfulIndices);
        this.total = total;
        errors.stream().limit(TOLD).forEach(this::addSuppressed);
    }

    private static String others(int count) {
        return count > 0 ? "; and " + count + " more" : "";
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
