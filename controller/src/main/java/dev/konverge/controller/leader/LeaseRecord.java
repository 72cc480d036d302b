package dev.konverge.controller.leader;

import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a lease says: who holds it, for how long at a time, since when.
 *
 * <p>The times are the holder's, by its own calendar. They tell one renewal from another and inform people; nobody compares
 * them with a clock.
 *
 * @param holder who holds the lease, empty if nobody does
 * @param durationSeconds for how long after a renewal nobody else may take it
 * @param acquireTime when the holder took it
 * @param renewTime when the holder renewed it last
 * @param transitions how often it was taken; grows with every term, so it tells a newer leader from an older one
 */
record LeaseRecord(
        String holder,
        int durationSeconds,
        @Nullable Instant acquireTime,
        @Nullable Instant renewTime,
        int transitions) {

    /** {@return what a lease says; what it does not say is empty or zero (LE-13)} */
    static LeaseRecord of(Lease lease) {
        LeaseSpec spec = Optional.ofNullable(lease.spec())
                .orElseGet(() -> LeaseSpec.builder().build());
        return new LeaseRecord(
                Optional.ofNullable(spec.holderIdentity()).orElse(""),
                Optional.ofNullable(spec.leaseDurationSeconds()).orElse(0),
                spec.acquireTime(),
                spec.renewTime(),
                Optional.ofNullable(spec.leaseTransitions()).orElse(0));
    }

    /** {@return the time as a lease can hold it, so that a record that was written is equal to the same one read} */
    static Instant micros(Instant time) {
        return time.truncatedTo(ChronoUnit.MICROS);
    }

    LeaseRecord renewed(Instant now) {
        return new LeaseRecord(holder, durationSeconds, acquireTime, micros(now), transitions);
    }

    /** {@return the record of a lease that anyone may take at once (LE-10)} */
    LeaseRecord released(Instant now) {
        return new LeaseRecord("", 1, micros(now), micros(now), transitions);
    }

    boolean isHeld() {
        return !holder.isEmpty();
    }

    Duration duration() {
        return Duration.ofSeconds(durationSeconds);
    }

    /**
     * {@return a lease that says this and is otherwise as before}
     *
     * @param labels what else to make sure of; labels of others stay (LE-15)
     */
    Lease in(Lease before, Map<String, String> labels) {
        LeaseSpec spec = Optional.ofNullable(before.spec())
                .orElseGet(() -> LeaseSpec.builder().build())
                .toBuilder()
                .holderIdentity(holder)
                .leaseDurationSeconds(durationSeconds)
                .acquireTime(acquireTime)
                .renewTime(renewTime)
                .leaseTransitions(transitions)
                .build();
        Map<String, String> merged = new TreeMap<>(before.metadata().labels());
        merged.putAll(labels);
        return before.toBuilder()
                .metadata(before.metadata().toBuilder().labels(merged).build())
                .spec(spec)
                .build();
    }
}
