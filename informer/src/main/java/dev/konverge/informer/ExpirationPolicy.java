package dev.konverge.informer;

import java.time.Duration;

/**
 * Says when an object of an {@link ExpiringStore} is too old.
 *
 * @param <T> the type of the objects
 */
@FunctionalInterface
public interface ExpirationPolicy<T> {
    /** {@return whether an object that was stored so long ago has expired} */
    boolean isExpired(T object, Duration age);

    /** {@return the policy by which all objects live equally long} Zero or less is for ever. An age of exactly that is not too old. */
    static <T> ExpirationPolicy<T> after(Duration timeToLive) {
        boolean forEver = timeToLive.isNegative() || timeToLive.isZero();
        return (object, age) -> !forEver && age.compareTo(timeToLive) > 0;
    }
}
