package dev.konverge.apiserver.structure;

import org.jspecify.annotations.Nullable;

/**
 * How strategic merge patch treats a field.
 *
 * @param strategy what is done with a list or an object
 * @param mergeKey the field that tells elements of a merged list apart, null if they are scalars
 */
public record PatchRule(Strategy strategy, @Nullable String mergeKey) {
    /** Nothing said: objects are merged, lists replaced. */
    public static final PatchRule PLAIN = new PatchRule(Strategy.NONE, null);

    /** What is done with a list or an object. */
    public enum Strategy {
        /** Objects are merged, lists replaced. */
        NONE,
        /** Both are merged. */
        MERGE,
        /** Both are replaced. */
        REPLACE
    }
}
