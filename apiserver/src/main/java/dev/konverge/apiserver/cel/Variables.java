package dev.konverge.apiserver.cel;

import org.jspecify.annotations.Nullable;

/** The values of an expression's variables. */
@FunctionalInterface
public interface Variables {
    /** {@return the value of a variable, null if it has none}: one that {@link Values} made */
    @Nullable
    Object find(String name);
}
