package dev.konverge.samples.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.apps.v1.ReplicaSet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeploymentProgressTest {
    private static ReplicaSet set(int wanted, int available) {
        return ReplicaSet.builder()
                .spec(s -> s.replicas(wanted))
                .status(s -> s.replicas(wanted).availableReplicas(available))
                .build();
    }

    private static DeploymentStatus status(ReplicaSet current, ReplicaSet... old) {
        Rollout rollout = new Rollout(4, 1, 1, false, false);
        return DeploymentProgress.statusOf(
                Deployment.builder().build(), rollout, Optional.of(current), List.of(old), Instant.EPOCH);
    }

    @Test
    void unavailableIsWhatAllSetsWantAndIsNotAvailable() {
        assertThat(status(set(2, 0), set(3, 3)).unavailableReplicas()).isEqualTo(2);
        assertThat(status(set(4, 1)).unavailableReplicas()).isEqualTo(3);
    }

    @Test
    void unavailableIsNeverBelowNone() {
        assertThat(status(set(0, 0), set(1, 3)).unavailableReplicas()).isNull();
    }
}
