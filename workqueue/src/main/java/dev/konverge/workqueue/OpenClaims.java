package dev.konverge.workqueue;

import org.jspecify.annotations.Nullable;

/** The claims that are open, eldest first, for the figures that are made of their ages. */
final class OpenClaims<K> {
    private @Nullable Claim<K> eldest;
    private @Nullable Claim<K> youngest;
    private int count;

    /** Of all {@code startedAt}. May run over; what is made of it is right again as long as itself does not. */
    private long sum;

    void add(Claim<K> claim) {
        claim.earlier = youngest;
        if (youngest == null) {
            eldest = claim;
        } else {
            youngest.later = claim;
        }
        youngest = claim;
        count++;
        sum += claim.startedAt;
    }

    void remove(Claim<K> claim) {
        if (claim.earlier == null) {
            eldest = claim.later;
        } else {
            claim.earlier.later = claim.later;
        }
        if (claim.later == null) {
            youngest = claim.earlier;
        } else {
            claim.later.earlier = claim.earlier;
        }
        claim.earlier = null;
        claim.later = null;
        count--;
        sum -= claim.startedAt;
    }

    /** The sum of the ages, in nanoseconds. */
    long totalAge(long now) {
        return count * now - sum;
    }

    /** The age of the eldest, in nanoseconds; zero if there is none. */
    long longestAge(long now) {
        return eldest == null ? 0 : now - eldest.startedAt;
    }
}
