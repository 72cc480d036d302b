package dev.konverge.model.codec;

/**
 * What a document may cost at the most, so that hostile input cannot exhaust memory or stack.
 *
 * @param maxDepth how deep objects and lists may nest
 * @param maxDocumentBytes how long one object may be on the wire; an item of a list counts on its own
 * @param maxHeapBytes roughly how much heap the values of one object may take; small input that would unfold into
 *     large structures ends here
 */
public record Limits(int maxDepth, int maxDocumentBytes, long maxHeapBytes) {
    /** Generous for anything that etcd can hold (1.5 MiB by default), and far from dangerous. */
    public static final Limits STANDARD = new Limits(200, 64 << 20, 512L << 20);

    /** Checks that every limit is positive. */
    public Limits {
        if (maxDepth <= 0 || maxDocumentBytes <= 0 || maxHeapBytes <= 0) {
            throw new IllegalArgumentException("limits must be positive: depth " + maxDepth + ", document bytes "
                    + maxDocumentBytes + ", heap bytes " + maxHeapBytes);
        }
    }
}
