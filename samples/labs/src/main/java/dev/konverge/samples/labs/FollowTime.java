package dev.konverge.samples.labs;

import dev.konverge.base.Platform;
import java.time.Duration;
import java.util.List;

/**
 * For how long a lab follows what happens.
 *
 * @param duration for so long
 */
record FollowTime(Duration duration) {
    /** How long a copy may take to be filled. */
    static final Duration TO_SYNC = Duration.ofMinutes(1);

    private static final Duration UNTIL_INTERRUPTED = Duration.ofDays(365);

    /** {@return the seconds that are the only argument; until it is interrupted if there is none} */
    static FollowTime of(List<String> arguments) {
        if (arguments.isEmpty()) {
            return new FollowTime(UNTIL_INTERRUPTED);
        }
        if (arguments.size() > 1 || !arguments.getFirst().matches("[0-9]{1,6}")) {
            throw new IllegalArgumentException(
                    "give a number of seconds, or nothing to follow until it is interrupted");
        }
        return new FollowTime(Duration.ofSeconds(Long.parseLong(arguments.getFirst())));
    }

    /** Lets it pass. */
    void pass(Platform platform) throws InterruptedException {
        platform.sleep(duration);
    }
}
