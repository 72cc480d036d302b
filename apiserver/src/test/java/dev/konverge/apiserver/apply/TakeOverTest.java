package dev.konverge.apiserver.apply;

import static dev.konverge.apiserver.apply.Fixtures.T0;
import static dev.konverge.apiserver.apply.Fixtures.T1;
import static dev.konverge.apiserver.apply.Fixtures.T2;
import static dev.konverge.apiserver.apply.Fixtures.configMap;
import static dev.konverge.apiserver.apply.Fixtures.configMaps;
import static dev.konverge.apiserver.apply.Fixtures.entries;
import static dev.konverge.apiserver.apply.Fixtures.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.structure.CustomStructure;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.model.Json;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class TakeOverTest {
    private final ManagedFields maps = configMaps();

    /** {@return what {@code kubectl apply} without server-side apply leaves behind} */
    private Json.Obj clientSideApplied(String data) {
        Json.Obj config = configMap(data);
        Json.Obj annotated = Tree.with(
                Tree.with(config, Json.of("u"), "metadata", "uid"),
                Json.of(config + "\n"),
                "metadata",
                "annotations",
                LastApplied.ANNOTATION);
        return maps.onUpdate(null, annotated, "kubectl-client-side-apply", T0);
    }

    @Test
    @DisplayName("A9: what the last client-side apply covers is taken without a conflict")
    void kubectlTakesWhatItAppliedBefore() {
        Json.Obj live = clientSideApplied("{x: '1', z: '1'}");

        Json.Obj after = maps.onApply(live, configMap("{x: '2', z: '1'}"), "kubectl", false, T1);

        assertThat(after.get("data")).isEqualTo(yaml("{x: '2', z: '1'}"));
        assertThat(entries(after).getFirst()).isEqualTo("kubectl Apply v1 01 {\"f:data\":{\"f:x\":{},\"f:z\":{}}}");
        assertThat(Tree.text(after, "metadata", "annotations", LastApplied.ANNOTATION))
                .as("kept in sync, keys sorted")
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"data\":{\"x\":\"2\",\"z\":\"1\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"namespace\":\"ns\"}}\n");
    }

    @Test
    @DisplayName("A9: what changed since the last client-side apply is a conflict")
    void kubectlDoesNotTakeWhatOthersChangedSince() {
        Json.Obj live = clientSideApplied("{x: '1', z: '1'}");
        Json.Obj changed = maps.onUpdate(live, Tree.with(live, Json.of("9"), "data", "x"), "other", T1);

        assertThatThrownBy(() -> maps.onApply(changed, configMap("{x: '2', z: '2'}"), "kubectl", false, T2))
                .hasMessage("Apply failed with 1 conflict: conflict with \"other\" using v1: .data.x");
    }

    @Test
    @DisplayName("A9: others than kubectl get the conflict")
    void othersThanKubectlGetTheConflict() {
        Json.Obj live = clientSideApplied("{x: '1'}");

        assertThatThrownBy(() -> maps.onApply(live, configMap("{x: '2'}"), "argo", false, T1))
                .hasMessage(
                        "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using v1: .data.x");
    }

    @Test
    @DisplayName("A12, R5: a custom resource without a schema")
    void aCustomResourceOfWhichNothingIsKnownIsMergedByItsShape() {
        Struct structure = CustomStructure.of(
                yaml("{type: object, x-kubernetes-preserve-unknown-fields: true}"), Fixtures.STRUCTURES);
        ManagedFields foos = Fixtures.of("example.com/v1", "Foo", "", structure, Set.of());
        Json.Obj one =
                yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {m: {a: 1}, l: [{b: 1}]}}");
        Json.Obj two = yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {m: {c: 1}}}");

        Json.Obj both = foos.onApply(foos.onApply(null, one, "a", false, T0), two, "b", false, T1);

        assertThat(both.get("spec")).isEqualTo(yaml("{m: {a: 1, c: 1}, l: [{b: 1}]}"));
        assertThat(entries(both))
                .containsExactly(
                        "a Apply example.com/v1 00 {\"f:spec\":{\".\":{},\"f:l\":{},\"f:m\":{\".\":{},\"f:a\":{}}}}",
                        "b Apply example.com/v1 01 {\"f:spec\":{\".\":{},\"f:m\":{\".\":{},\"f:c\":{}}}}");
        Json.Obj other = Tree.with(two, yaml("{v: [1]}").get("v"), "spec", "l");
        assertThatThrownBy(() -> foos.onApply(both, other, "b", false, T2))
                .hasMessage("Apply failed with 1 conflict: conflict with \"a\": .spec.l");
    }

    @Test
    @DisplayName("A12: a custom resource with a schema")
    void aCustomResourceIsMergedByItsSchema() {
        Struct structure = CustomStructure.of(
                yaml(
                        "{type: object, properties: {spec: {type: object, properties: {l: {type: array,"
                                + " x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, properties:"
                                + " {k: {type: string, default: dflt}, v: {type: integer}}}}, plain: {type: array, items: {type: string}}}}}}"),
                Fixtures.STRUCTURES);
        ManagedFields foos = Fixtures.of("example.com/v1", "Foo", "", structure, Set.of());
        Json.Obj one =
                yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {l: [{v: 1}], plain: [x]}}");

        Json.Obj applied = foos.onApply(null, one, "a", false, T0);
        Json.Obj created = foos.onUpdate(null, one, "b", T0);

        assertThat(entries(applied))
                .containsExactly(
                        "a Apply example.com/v1 00 {\"f:spec\":{\"f:l\":{\"k:{\\\"k\\\":\\\"dflt\\\"}\":{\".\":{},\"f:v\":{}}},\"f:plain\":{}}}");
        assertThat(entries(created))
                .containsExactly(
                        "b Update example.com/v1 00 {\"f:spec\":{\".\":{},\"f:l\":{\".\":{},\"k:{\\\"k\\\":\\\"dflt\\\"}\":{\".\":{},\"f:v\":{}}},\"f:plain\":{}}}");
        assertThatThrownBy(() -> foos.onApply(
                        null,
                        yaml("{apiVersion: example.com/v1, kind: Foo, metadata: {name: a}, spec: {nope: 1}}"),
                        "a",
                        false,
                        T0))
                .hasMessage("failed to create typed patch object (/a; example.com/v1, Kind=Foo):"
                        + " .spec.nope: field not declared in schema");
    }

    @Test
    @DisplayName("A11: versions")
    void fieldsOfOtherVersionsAreComparedInTheirVersionAndDroppedWithIt() {
        Json.Obj schema = yaml(
                "{type: object, properties: {spec: {type: object, properties: {x: {type: string}, z: {type: string}}}}}");
        Struct structure = CustomStructure.of(schema, Fixtures.STRUCTURES);
        Versions versions = (object, apiVersion) -> apiVersion.startsWith("e.com/")
                ? Optional.of(new Versions.Versioned(Tree.with(object, Json.of(apiVersion), "apiVersion"), structure))
                : Optional.empty();
        ManagedFields old = new ManagedFields(new Endpoint("e.com/v1", "Foo", "", structure, FieldMask.NONE, versions));
        ManagedFields current =
                new ManagedFields(new Endpoint("e.com/v2", "Foo", "", structure, FieldMask.NONE, versions));
        ManagedFields gone =
                new ManagedFields(new Endpoint("e.com/v2", "Foo", "", structure, FieldMask.NONE, Versions.NONE));
        Json.Obj live = Tree.with(
                old.onApply(null, foo("e.com/v1", "{x: a, z: a}"), "a", false, T0), Json.of("e.com/v2"), "apiVersion");

        assertThatThrownBy(() -> current.onApply(live, foo("e.com/v2", "{x: b}"), "b", false, T1))
                .hasMessage("Apply failed with 1 conflict: conflict with \"a\": .spec.x");
        assertThat(entries(current.onApply(live, foo("e.com/v2", "{x: b}"), "b", true, T1)))
                .containsExactly(
                        "a Apply e.com/v1 00 {\"f:spec\":{\"f:z\":{}}}",
                        "b Apply e.com/v2 01 {\"f:spec\":{\"f:x\":{}}}");
        assertThat(entries(gone.onApply(live, foo("e.com/v2", "{x: b}"), "b", false, T1)))
                .containsExactly("b Apply e.com/v2 01 {\"f:spec\":{\"f:x\":{}}}");
        Json.Obj moved = current.onApply(live, foo("e.com/v2", "{x: a}"), "a", false, T1);
        assertThat(entries(moved)).containsExactly("a Apply e.com/v2 01 {\"f:spec\":{\"f:x\":{}}}");
        assertThat(moved.get("spec")).isEqualTo(yaml("{x: a}"));
    }

    @Test
    @DisplayName("A7: a schema that makes a whole of parts")
    void whatBecameOneWholeIsOwnedAsOne() {
        Struct granular = CustomStructure.of(
                yaml("{type: object, properties: {spec: {type: object, properties: {x: {type: string}}}}}"),
                Fixtures.STRUCTURES);
        Struct atomic = CustomStructure.of(
                yaml(
                        "{type: object, properties: {spec: {type: object, x-kubernetes-map-type: atomic, properties: {x: {type: string}}}}}"),
                Fixtures.STRUCTURES);
        Json.Obj live = Fixtures.of("e.com/v1", "Foo", "", granular, Set.of())
                .onApply(null, foo("e.com/v1", "{x: a}"), "a", false, T0);

        Json.Obj after = Fixtures.of("e.com/v1", "Foo", "", atomic, Set.of())
                .onApply(live, foo("e.com/v1", "{x: a}"), "b", false, T1);

        assertThat(entries(after))
                .containsExactly("b Apply e.com/v1 - {\"f:spec\":{}}", "a Apply e.com/v1 00 {\"f:spec\":{}}");
    }

    private static Json.Obj foo(String apiVersion, String spec) {
        return yaml("{apiVersion: " + apiVersion + ", kind: Foo, metadata: {name: a}, spec: " + spec + "}");
    }
}
