package dev.konverge.samples.workloads;

import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.model.apps.v1.ReplicaSetStatus;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The numbers of replica sets, where absent means none. */
final class Counts {
    private Counts() {}

    static int wanted(ReplicaSet set) {
        return set.spec() == null ? 1 : Objects.requireNonNullElse(set.spec().replicas(), 1);
    }

    /** {@return whether the status is about what is wanted now} */
    static boolean isReported(ReplicaSet set) {
        return set.status() != null
                && Objects.equals(
                        set.status().observedGeneration(), set.metadata().generation());
    }

    static int there(ReplicaSet set) {
        return of(set, ReplicaSetStatus::replicas);
    }

    /** {@return how many are being deleted and have not stopped yet; {@link #there} does not count them} */
    static int terminating(ReplicaSet set) {
        return of(set, ReplicaSetStatus::terminatingReplicas);
    }

    static int ready(ReplicaSet set) {
        return of(set, ReplicaSetStatus::readyReplicas);
    }

    static int available(ReplicaSet set) {
        return of(set, ReplicaSetStatus::availableReplicas);
    }

    private static int of(ReplicaSet set, Function<ReplicaSetStatus, @Nullable Integer> count) {
        if (set.status() == null) {
            return 0;
        }
        Integer value = count.apply(set.status());
        return value == null ? 0 : value;
    }

    static int sum(Collection<ReplicaSet> sets, ToIntFunction<ReplicaSet> count) {
        return sets.stream().mapToInt(count).sum();
    }
}
