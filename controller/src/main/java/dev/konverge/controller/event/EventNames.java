package dev.konverge.controller.event;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Makes names for events: the object's name and the time (EV-2). No two are the same, also where the clock stands still between
 * two calls. Safe for use by many threads.
 */
final class EventNames {
    private static final int LONGEST = 253;
    private static final Pattern DNS_SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private final RandomGenerator random;
    private final AtomicLong latest = new AtomicLong();

    EventNames(RandomGenerator random) {
        this.random = random;
    }

    String next(String objectName, Instant time) {
        long nanos = time.getEpochSecond() * 1_000_000_000L + time.getNano();
        long unique = latest.updateAndGet(before -> Math.max(before + 1, nanos));
        String name = objectName + "." + Long.toHexString(unique);
        return isValid(name) ? name : new UUID(random.nextLong(), random.nextLong()).toString();
    }

    static boolean isValid(String name) {
        return name.length() <= LONGEST && DNS_SUBDOMAIN.matcher(name).matches();
    }
}
