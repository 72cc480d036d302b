package dev.konverge.apiserver.apply;

import static dev.konverge.apiserver.apply.Fixtures.T0;
import static dev.konverge.apiserver.apply.Fixtures.T1;
import static dev.konverge.apiserver.apply.Fixtures.T2;
import static dev.konverge.apiserver.apply.Fixtures.entries;
import static dev.konverge.apiserver.apply.Fixtures.pods;
import static dev.konverge.apiserver.apply.Fixtures.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A7: lists and maps")
final class ApplyListsTest {
    private static Json.Obj pod(String rest) {
        return yaml("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {" + rest + "}}");
    }

    private static Json.Obj withFinalizers(String finalizers) {
        return yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, finalizers: " + finalizers + "}}");
    }

    private static Json containers(Json.Obj pod) {
        return Objects.requireNonNull(Tree.at(pod, "spec", "containers"));
    }

    @Test
    void twoAppliersOwnElementsOfOneList() {
        Json.Obj one = pods().onApply(null, pod("containers: [{name: c, image: c}]"), "a", false, T0);

        Json.Obj both = pods().onApply(one, pod("containers: [{name: d, image: d}]"), "b", false, T1);
        Json.Obj rest = pods().onApply(both, pod("nodeName: x"), "a", false, T2);

        assertThat(containers(both))
                .isEqualTo(containers(pod("containers: [{name: c, image: c}, {name: d, image: d}]")));
        assertThat(containers(rest)).isEqualTo(containers(pod("containers: [{name: d, image: d}]")));
        assertThat(entries(both)).hasSize(2);
        assertThat(entries(rest))
                .containsExactly(
                        "b Apply v1 01 {\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"d\\\"}\":{\".\":{},\"f:image\":{},\"f:name\":{}}}}}",
                        "a Apply v1 02 {\"f:spec\":{\"f:nodeName\":{}}}");
    }

    @Test
    void anElementStaysWhileSomebodyOwnsAPartOfIt() {
        Json.Obj one = pods().onApply(null, pod("containers: [{name: c, image: c, tty: true}]"), "a", false, T0);
        Json.Obj both = pods().onApply(one, pod("containers: [{name: c, stdin: true}]"), "b", false, T1);

        Json.Obj rest = pods().onApply(both, pod("nodeName: x"), "a", false, T2);

        assertThat(containers(rest)).isEqualTo(containers(pod("containers: [{name: c, stdin: true}]")));
    }

    @Test
    void elementsComeInTheOrderOfTheConfiguration() {
        Json.Obj live = pods().onUpdate(null, pod("containers: [{name: s}, {name: c}, {name: d}, {name: t}]"), "u", T0);

        Json.Obj applied = pods().onApply(live, pod("containers: [{name: d}, {name: new}, {name: c}]"), "a", true, T1);

        assertThat(containers(applied))
                .isEqualTo(containers(pod("containers: [{name: s}, {name: d}, {name: t}, {name: new}, {name: c}]")));
    }

    @Test
    void aMissingKeyMeansItsDefault() {
        Json.Obj live = pods().onUpdate(
                        null,
                        pod("containers: [{name: c, ports: [{containerPort: 80, protocol: TCP, name: web}]}]"),
                        "u",
                        T0);

        Json.Obj applied = pods().onApply(
                        live,
                        pod("containers: [{name: c, ports: [{containerPort: 80, hostPort: 8080}]}]"),
                        "a",
                        false,
                        T1);

        assertThat(containers(applied))
                .isEqualTo(
                        containers(
                                pod(
                                        "containers: [{name: c, ports: [{containerPort: 80, protocol: TCP, name: web, hostPort: 8080}]}]")));
    }

    @Test
    void aSetIsOwnedElementByElement() {
        Json.Obj one = pods().onApply(null, withFinalizers("[a/x, a/y]"), "a", false, T0);
        Json.Obj both = pods().onApply(one, withFinalizers("[b/z, a/y]"), "b", false, T1);

        Json.Obj rest = pods().onApply(both, withFinalizers("[]"), "a", false, T2);

        assertThat(Tree.strings(both, "metadata", "finalizers")).containsExactly("a/x", "b/z", "a/y");
        assertThat(Tree.strings(rest, "metadata", "finalizers")).containsExactly("b/z", "a/y");
    }

    @Test
    void anAtomicListBelongsToOne() {
        Json.Obj live = pods().onApply(null, pod("tolerations: [{key: a}]"), "a", false, T0);

        assertThatThrownBy(() -> pods().onApply(live, pod("tolerations: [{key: b}]"), "b", false, T1))
                .isInstanceOf(StatusException.class)
                .hasMessage("Apply failed with 1 conflict: conflict with \"a\": .spec.tolerations");
        Json.Obj taken = pods().onApply(live, pod("tolerations: [{key: b}]"), "b", true, T1);
        assertThat(Tree.at(taken, "spec", "tolerations"))
                .isEqualTo(Tree.at(pod("tolerations: [{key: b}]"), "spec", "tolerations"));
        assertThat(entries(taken)).containsExactly("b Apply v1 01 {\"f:spec\":{\"f:tolerations\":{}}}");
    }

    @Test
    void anAtomicMapBelongsToOne() {
        ManagedFields services = Fixtures.of("v1", "Service", "", Fixtures.SERVICE, Set.of(List.of("status")));
        Json.Obj one = yaml("{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {selector: {a: b}}}");
        Json.Obj two = yaml("{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {selector: {c: d}}}");
        Json.Obj live = services.onApply(null, one, "a", false, T0);

        assertThatThrownBy(() -> services.onApply(live, two, "b", false, T1))
                .hasMessage("Apply failed with 1 conflict: conflict with \"a\": .spec.selector");
        assertThat(Tree.at(services.onApply(live, two, "b", true, T1), "spec", "selector"))
                .isEqualTo(yaml("{c: d}"));
    }

    @Test
    void aMapIsOwnedEntryByEntry() {
        Json.Obj one = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {x: '1', z: '1'}}}");
        Json.Obj two = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {w: '1'}}}");
        Json.Obj live = pods().onApply(null, one, "a", false, T0);
        Json.Obj both = pods().onApply(live, two, "b", false, T1);

        Json.Obj rest = pods().onApply(both, yaml("{apiVersion: v1, kind: Pod, metadata: {name: a}}"), "a", false, T2);

        assertThat(Tree.at(rest, "metadata", "labels")).isEqualTo(yaml("{w: '1'}"));
        assertThat(entries(rest)).containsExactly("b Apply v1 01 {\"f:metadata\":{\"f:labels\":{\"f:w\":{}}}}");
    }

    @Test
    void duplicatesInTheObjectAreBornAndOneOfThemCanBeReplaced() {
        Json.Obj live = pods().onUpdate(
                        null,
                        pod(
                                "containers: [{name: c, env: [{name: E, value: '1'}, {name: E, value: '2'}, {name: F, value: '3'}]}]"),
                        "u",
                        T0);

        Json.Obj other =
                pods().onApply(live, pod("containers: [{name: c, env: [{name: F, value: '3'}]}]"), "a", false, T1);
        Json.Obj replaced =
                pods().onApply(live, pod("containers: [{name: c, env: [{name: E, value: '4'}]}]"), "a", true, T1);

        assertThat(containers(other)).isEqualTo(containers(live));
        assertThat(containers(replaced))
                .isEqualTo(containers(
                        pod("containers: [{name: c, env: [{name: E, value: '4'}, {name: F, value: '3'}]}]")));
    }
}
