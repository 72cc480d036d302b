package dev.konverge.samples.workloads;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentCondition;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.apps.v1.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the status of a deployment says, as {@code kubectl rollout status} reads it. Pure. */
final class DeploymentProgress {
    private DeploymentProgress() {}

    static DeploymentStatus statusOf(
            Deployment deployment, Rollout rollout, Optional<ReplicaSet> current, List<ReplicaSet> old, Instant now) {
        List<ReplicaSet> all = new ArrayList<>(old);
        current.ifPresent(all::add);
        int replicas = Counts.sum(all, Counts::there);
        int available = Counts.sum(all, Counts::available);
        int updated = current.map(Counts::there).orElse(0);
        boolean complete = updated == rollout.replicas() && replicas == updated && available == updated;
        List<DeploymentCondition> before =
                deployment.status() == null ? List.of() : deployment.status().conditions();
        return DeploymentStatus.builder()
                .observedGeneration(deployment.metadata().generation())
                .replicas(orNothing(replicas))
                .updatedReplicas(orNothing(updated))
                .readyReplicas(orNothing(Counts.sum(all, Counts::ready)))
                .availableReplicas(orNothing(available))
                .terminatingReplicas(Counts.sum(all, Counts::terminating))
                .unavailableReplicas(orNothing(Math.max(0, Counts.sum(all, Counts::wanted) - available)))
                .conditions(List.of(
                        condition(before, available(rollout.isAvailableWith(available)), now),
                        condition(before, progressing(rollout, current, complete), now)))
                .build();
    }

    private static @org.jspecify.annotations.Nullable Integer orNothing(int count) {
        return count == 0 ? null : count;
    }

    private static DeploymentCondition available(boolean available) {
        return DeploymentCondition.builder()
                .type("Available")
                .status(available ? "True" : "False")
                .reason(available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable")
                .message(
                        available
                                ? "Deployment has minimum availability."
                                : "Deployment does not have minimum availability.")
                .build();
    }

    private static DeploymentCondition progressing(Rollout rollout, Optional<ReplicaSet> current, boolean complete) {
        String name = current.map(set -> set.key().name()).orElse("");
        DeploymentCondition.Builder condition = DeploymentCondition.builder().type("Progressing");
        if (rollout.paused()) {
            return condition
                    .status("Unknown")
                    .reason("DeploymentPaused")
                    .message("Deployment is paused")
                    .build();
        }
        return condition
                .status("True")
                .reason(complete ? "NewReplicaSetAvailable" : "ReplicaSetUpdated")
                .message("ReplicaSet \"" + name + (complete ? "\" has successfully progressed." : "\" is progressing."))
                .build();
    }

    /** {@return the condition with its times: they change only when it does} */
    private static DeploymentCondition condition(
            List<DeploymentCondition> before, DeploymentCondition condition, Instant now) {
        Optional<DeploymentCondition> last = before.stream()
                .filter(other -> Objects.equals(other.type(), condition.type()))
                .findFirst();
        boolean same = last.isPresent()
                && Objects.equals(last.get().status(), condition.status())
                && Objects.equals(last.get().reason(), condition.reason())
                && Objects.equals(last.get().message(), condition.message());
        if (same) {
            return last.get();
        }
        boolean transition = last.isEmpty() || !Objects.equals(last.get().status(), condition.status());
        return condition.toBuilder()
                .lastUpdateTime(now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS))
                .lastTransitionTime(
                        transition
                                ? now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                                : last.get().lastTransitionTime())
                .build();
    }
}
