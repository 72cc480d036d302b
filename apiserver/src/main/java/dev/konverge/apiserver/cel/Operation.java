package dev.konverge.apiserver.cel;

import java.util.List;
import java.util.Optional;

/** A function or an operator; of a method the target is the first argument. */
@FunctionalInterface
interface Operation {
    /**
     * {@return the result}
     *
     * @throws CelFailure if there is none
     */
    Object apply(List<Object> arguments);

    /**
     * {@return an argument of which the type is known}
     *
     * @throws CelFailure if it is of another type
     */
    static <T> T as(Class<T> type, Object value) {
        if (!type.isInstance(value)) {
            throw CelFailure.noOverload();
        }
        return type.cast(value);
    }

    static Optional<?> optional(Object value) {
        return as(Optional.class, value);
    }

    static String text(List<Object> arguments, int index) {
        return as(String.class, arguments.get(index));
    }

    static long whole(List<Object> arguments, int index) {
        return as(Long.class, arguments.get(index));
    }

    static List<?> list(List<Object> arguments, int index) {
        return as(List.class, arguments.get(index));
    }
}
