package dev.konverge.apiserver.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.Yaml;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviour list B9, R9. */
class SubresourcesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static Json.Obj yaml(String text) {
        return (Json.Obj) Yaml.parse(text);
    }

    @Test
    @DisplayName("R9: the scale of a custom resource")
    void aScaleShowsAndSetsTheReplicas() {
        ScaleView view = ScaleView.of(
                yaml(
                        "{specReplicasPath: .spec.size, statusReplicasPath: .status.size, labelSelectorPath: .status.selector}"));
        Json.Obj object = yaml(
                "{metadata: {name: f, namespace: ns1, uid: u, resourceVersion: '5', labels: {a: b}}, spec: {size: 2}, "
                        + "status: {size: 1, selector: 'app=x'}}");
        assertThat(view.of(object, true))
                .isEqualTo(yaml(
                        "{kind: Scale, apiVersion: autoscaling/v1, metadata: {name: f, namespace: ns1, uid: u, resourceVersion: '5'}, "
                                + "spec: {replicas: 2}, status: {replicas: 1, selector: app=x}}"));
        assertThat(Tree.number(view.scaled(object, yaml("{spec: {replicas: 9}}")), "spec", "size"))
                .isEqualTo(9);
        assertThatThrownBy(() -> view.of(yaml("{spec: {}}"), true))
                .isInstanceOf(StatusException.class)
                .hasMessageContaining("the spec replicas field \".spec.size\" does not exist");
        assertThat(ScaleView.errors(yaml("{spec: {replicas: -1}}")))
                .singleElement()
                .asString()
                .isEqualTo("spec.replicas: Invalid value: -1: must be greater than or equal to 0");
    }

    @Test
    void theSelectorOfABuiltInKindIsShownAsText() {
        Json.Obj scale = ScaleView.BUILT_IN.of(
                yaml(
                        "{spec: {selector: {matchLabels: {b: c}, matchExpressions: [{key: a, operator: In, values: [x, z]}]}}}"),
                false);
        assertThat(Tree.text(scale, "status", "selector")).isEqualTo("a in (x,z),b=c");
        assertThat(Tree.has(scale, "spec", "replicas")).isFalse();
        Json.Obj old = ScaleView.BUILT_IN.of(yaml("{spec: {selector: {b: c, a: d}}}"), false);
        assertThat(Tree.text(old, "status", "selector")).isEqualTo("a=d,b=c");
    }

    @Test
    void aPodIsBoundOnce() {
        Json.Obj pod = yaml("{metadata: {name: p, uid: u}}");
        Json.Obj binding = yaml("{metadata: {name: p, annotations: {a: b}}, target: {name: k}}");
        Json.Obj bound = PodBinding.bound(pod, binding, NOW);
        assertThat(Tree.text(bound, "spec", "nodeName")).isEqualTo("k");
        assertThat(Tree.text(bound, "metadata", "annotations", "a")).isEqualTo("b");
        assertThat(bound.toString()).contains("\"type\":\"PodScheduled\",\"status\":\"True\"");
        assertThatThrownBy(() -> PodBinding.bound(bound, binding, NOW))
                .hasMessageContaining(
                        "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node \"k\"");
        assertThatThrownBy(() -> PodBinding.bound(pod, Tree.with(binding, Json.of("w"), "metadata", "uid"), NOW))
                .hasMessageContaining("UID in precondition: w, UID in object meta: u");
        assertThat(PodBinding.errors(yaml("{target: {kind: Pod}}"))).hasSize(2);
    }
}
