package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AutoscalerVersionsTest {
    @Test
    @DisplayName("B10: one object, two versions")
    void whatTheFirstVersionDoesNotKnowIsKeptInAnnotations() {
        Json.Obj second = yaml("""
                apiVersion: autoscaling/v2
                metadata: {name: h}
                spec:
                  maxReplicas: 3
                  metrics:
                  - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}
                  - {type: Resource, resource: {name: memory, target: {type: AverageValue, averageValue: 1Gi}}}
                  behavior: {scaleUp: {selectPolicy: Max}}
                """);
        Json.Obj first = AutoscalerVersions.toV1(second);
        assertThat(Tree.number(first, "spec", "targetCPUUtilizationPercentage")).isEqualTo(50);
        assertThat(Tree.has(first, "spec", "metrics")).isFalse();
        assertThat(AutoscalerVersions.fromV1(first)).isEqualTo(second);
    }

    @Test
    void anObjectOfTheFirstVersionHasOneMetric() {
        Json.Obj first = yaml(
                "{apiVersion: autoscaling/v1, metadata: {name: h}, spec: {maxReplicas: 3, targetCPUUtilizationPercentage: 70}}");
        assertThat(AutoscalerVersions.toV1(AutoscalerVersions.fromV1(first))).isEqualTo(first);
    }
}
