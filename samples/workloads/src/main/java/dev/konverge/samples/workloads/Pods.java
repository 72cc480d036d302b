package dev.konverge.samples.workloads;

import dev.konverge.model.core.v1.Pod;
import dev.konverge.model.core.v1.PodCondition;
import dev.konverge.model.core.v1.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** What the status of a pod means. */
final class Pods {
    private Pods() {}

    /** {@return whether it counts as a replica} */
    static boolean isActive(Pod pod) {
        return !hasEnded(pod) && pod.metadata().deletionTimestamp() == null;
    }

    /** {@return whether it is being deleted and may still run} */
    static boolean isTerminating(Pod pod) {
        return !hasEnded(pod) && pod.metadata().deletionTimestamp() != null;
    }

    private static boolean hasEnded(Pod pod) {
        String phase = phaseOf(pod);
        return phase.equals(PodStatus.Phase.SUCCEEDED) || phase.equals(PodStatus.Phase.FAILED);
    }

    static String phaseOf(Pod pod) {
        return Optional.ofNullable(pod.status()).map(PodStatus::phase).orElse("");
    }

    private static Optional<PodCondition> readiness(Pod pod) {
        return Optional.ofNullable(pod.status())
                .flatMap(status -> status.conditions().stream()
                        .filter(condition -> "Ready".equals(condition.type()))
                        .findFirst());
    }

    static boolean isReady(Pod pod) {
        return readiness(pod)
                .filter(condition -> "True".equals(condition.status()))
                .isPresent();
    }

    /** {@return whether it has been ready for long enough} */
    static boolean isAvailable(Pod pod, Duration settle, Instant now) {
        return isReady(pod) && untilAvailable(pod, settle, now).isEmpty();
    }

    /** {@return how long it must stay ready to be available, if it is ready and not yet available} */
    static Optional<Duration> untilAvailable(Pod pod, Duration settle, Instant now) {
        if (!isReady(pod) || settle.isZero()) {
            return Optional.empty();
        }
        Instant since = readiness(pod)
                .map(PodCondition::lastTransitionTime)
                .map(time -> Objects.requireNonNullElse(time, now))
                .orElse(now);
        Duration rest = Duration.between(now, since.plus(settle));
        return rest.isPositive() ? Optional.of(rest) : Optional.empty();
    }
}
