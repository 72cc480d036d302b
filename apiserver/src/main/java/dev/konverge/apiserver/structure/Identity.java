package dev.konverge.apiserver.structure;

import org.jspecify.annotations.Nullable;

/** Tells whether a transformation left a tree untouched. Trees are immutable and may be large, so this is not {@code equals}. */
public final class Identity {
    private Identity() {}

    /** {@return whether both are one instance} */
    @SuppressWarnings("ReferenceEquality") // the one place where the instance, not the value, is asked for
    public static boolean same(@Nullable Object left, @Nullable Object right) {
        return left == right;
    }
}
