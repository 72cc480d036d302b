package dev.konverge.informer;

import dev.konverge.base.Clock;
import java.time.Duration;

/** When to say of something that may happen all the time: the first time at once, then once a minute. Single-threaded. */
final class Pace {
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private long silentUntil;
    private long unsaid;

    /** Takes note that it has happened. {@return how often that was since it was last said; 0 if it is too early to say so} */
    long happened(long now) {
        unsaid++;
        if (now < silentUntil) {
            return 0;
        }
        long times = unsaid;
        unsaid = 0;
        silentUntil = Clock.deadline(now, SILENCE);
        return times;
    }
}
