package dev.konverge.model.codec;

import org.jspecify.annotations.Nullable;

/**
 * How documents are decoded.
 *
 * @param limits what a document may cost
 * @param managedFields whether {@code metadata.managedFields} is kept; it is often a third of an object and few read it
 * @param sharing the memory in which equal values of several documents meet, or null to make every value anew
 */
public record DecodeOptions(
        Limits limits, boolean managedFields, @Nullable Sharing sharing) {
    /** Everything is kept, nothing is shared: right for single objects. */
    public static final DecodeOptions STANDARD = new DecodeOptions(Limits.STANDARD, true, null);

    /** {@return these options, with a new memory for sharing} */
    public DecodeOptions withSharing() {
        return withSharing(new Sharing());
    }

    /** {@return these options, with that memory for sharing} */
    public DecodeOptions withSharing(Sharing memory) {
        return new DecodeOptions(limits, managedFields, memory);
    }

    /** {@return these options, with managed fields kept or dropped} */
    public DecodeOptions withManagedFields(boolean keep) {
        return new DecodeOptions(limits, keep, sharing);
    }

    /** {@return these options with other limits} */
    public DecodeOptions withLimits(Limits limits) {
        return new DecodeOptions(limits, managedFields, sharing);
    }
}
