package dev.konverge.apiserver.upkeep;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Numbers of which each has at most one user.
 *
 * <p>A number is reserved for a user who is about to be stored, and free again after a while unless that has been seen to happen.
 * Used under its owner's lock.
 */
final class AddressPool {
    private static final Duration RESERVATION = Duration.ofMinutes(1);

    /** Who has a number; until when, if only reserved. */
    private record Use(String user, Instant until) {}

    private final long first;
    private final long size;
    private final Map<Long, Use> uses = new HashMap<>();

    /** No reservation ends before this. */
    private Instant oldest = Instant.MAX;

    AddressPool(long first, long size) {
        this.first = first;
        this.size = size;
    }

    /** {@return a pool in which the same numbers are taken, to try something out with} */
    AddressPool copy() {
        AddressPool copy = new AddressPool(first, size);
        copy.uses.putAll(uses);
        copy.oldest = oldest;
        return copy;
    }

    boolean contains(long number) {
        return number >= first && number - first < size;
    }

    /**
     * {@return whether a number is now reserved for a user}; not if somebody else has it, nor if one of that name is stored with it: that one
     * may go, and its number to another, before the new one is stored.
     */
    boolean reserve(long number, String user, Instant now) {
        if (isTaken(number, now) && !isReservedFor(number, user)) {
            return false;
        }
        Instant until = now.plus(RESERVATION);
        uses.put(number, new Use(user, until));
        oldest = until.isBefore(oldest) ? until : oldest;
        return true;
    }

    private boolean isReservedFor(long number, String user) {
        Use use = uses.get(number);
        return use != null && use.user().equals(user) && !use.until().equals(Instant.MAX);
    }

    /** {@return a number reserved for a user, if one is free} */
    Optional<Long> reserveAny(String user, RandomGenerator random, Instant now) {
        long start = random.nextLong(size);
        for (long i = 0; i < size; i++) {
            long number = first + (start + i) % size;
            if (!isTaken(number, now) && reserve(number, user, now)) {
                return Optional.of(number);
            }
        }
        return Optional.empty();
    }

    private boolean isTaken(long number, Instant now) {
        Use use = uses.get(number);
        return use != null && use.until().isAfter(now);
    }

    /** Notes that a user has been stored with a number. */
    void confirm(long number, String user) {
        uses.put(number, new Use(user, Instant.MAX));
    }

    /** Notes that a user has a number no longer. */
    void release(long number, String user) {
        Use use = uses.get(number);
        if (use != null && use.user().equals(user)) {
            uses.remove(number);
        }
    }

    /** {@return whether a number was reserved long ago and nobody said since whether its user has been stored} */
    boolean isDoubtful(Instant now) {
        return !oldest.isAfter(now)
                && uses.values().stream().anyMatch(use -> !use.until().isAfter(now));
    }

    /** Forgets everything but what is reserved at the moment. */
    void forget(Instant now) {
        uses.values()
                .removeIf(use -> use.until().equals(Instant.MAX) || !use.until().isAfter(now));
        oldest = uses.values().stream()
                .map(Use::until)
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }
}
