package dev.konverge.controller.event;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Makes names for events: the object's name and the time (EV-2). No two are the same, also where the clock stands still between
 * two calls. Safe for use by many threads.
 */
final class EventNames {
    private static final int LONGEST = 253;

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
        if (name.length() > LONGEST) {
            return false;
        }
        // Labels of letters, digits and dashes, with dots between them; a dash is never the first or the last of a
        // label.
        char before = '.';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean inside = isLetterOrDigit(c) || (c == '-' && before != '.');
            boolean between = c == '.' && isLetterOrDigit(before);
            if (!inside && !between) {
                return false;
            }
            before = c;
        }
        return isLetterOrDigit(before);
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}
