package dev.konverge.apiserver.apply;

import static dev.konverge.apiserver.apply.Fixtures.T0;
import static dev.konverge.apiserver.apply.Fixtures.T1;
import static dev.konverge.apiserver.apply.Fixtures.T2;
import static dev.konverge.apiserver.apply.Fixtures.bare;
import static dev.konverge.apiserver.apply.Fixtures.configMap;
import static dev.konverge.apiserver.apply.Fixtures.configMaps;
import static dev.konverge.apiserver.apply.Fixtures.deployments;
import static dev.konverge.apiserver.apply.Fixtures.entries;
import static dev.konverge.apiserver.apply.Fixtures.json;
import static dev.konverge.apiserver.apply.Fixtures.pods;
import static dev.konverge.apiserver.apply.Fixtures.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.model.Json;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ManagedFieldsTest {
    private final ManagedFields maps = configMaps();

    @Test
    @DisplayName("A2, A3: an applied configuration is one entry")
    void aFirstApplyMakesAnEntryOfWhatWasApplied() {
        Json.Obj created = maps.onApply(null, configMap("{x: '1', yy: '2'}"), "me", false, T0);

        assertThat(bare(created)).isEqualTo(configMap("{x: '1', yy: '2'}"));
        assertThat(ObjectMetadata.entries(created))
                .isEqualTo(
                        List.of(
                                json(
                                        "{'manager':'me','operation':'Apply','apiVersion':'v1','time':'2026-01-01T00:00:00Z','fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:x':{},'f:yy':{}}}}")));
        assertThat(ObjectMetadata.entries(created).getFirst().toString())
                .isEqualTo(
                        "{\"manager\":\"me\",\"operation\":\"Apply\",\"apiVersion\":\"v1\",\"time\":\"2026-01-01T00:00:00Z\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\"f:x\":{},\"f:yy\":{}}}}");
    }

    @Test
    @DisplayName("A2: what creates an object otherwise owns all of it")
    void aCreateMakesAnUpdateEntryWithTheContainersThatItAdded() {
        Json.Obj deployment = yaml("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: a, uid: u, labels: {app: a}}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: a}}
                  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}
                  template:
                    metadata: {labels: {app: a}}
                    spec:
                      containers:
                      - {name: c, image: i, resources: {}, ports: [{containerPort: 80, protocol: TCP}]}
                      securityContext: {}
                status: {}
                """);

        Json.Obj created = deployments().onUpdate(null, deployment, "kubectl-create", T0);

        assertThat(entries(created))
                .containsExactly(
                        "kubectl-create Update apps/v1 00 {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}},\"f:spec\":{\"f:replicas\":{},\"f:selector\":{},\"f:strategy\":{\"f:rollingUpdate\":{\".\":{},\"f:maxSurge\":{}},\"f:type\":{}},\"f:template\":{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}},\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"c\\\"}\":{\".\":{},\"f:image\":{},\"f:name\":{},\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:containerPort\":{},\"f:protocol\":{}}},\"f:resources\":{}}},\"f:securityContext\":{}}}}}");
    }

    @Test
    @DisplayName("A4: nobody owns the fields of the system")
    void neverOwnsWhatTheSystemSets() {
        Json.Obj object =
                yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ns, uid: u, generation: 1,"
                        + " resourceVersion: '5', creationTimestamp: '2026-01-01T00:00:00Z', finalizers: [a/b]}}");

        assertThat(entries(maps.onUpdate(null, object, "me", T0)))
                .containsExactly("me Update v1 00 {\"f:metadata\":{\"f:finalizers\":{\".\":{},\"v:\\\"a/b\\\"\":{}}}}");
        assertThat(entries(
                        maps.onUpdate(null, yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"), "me", T0)))
                .isEmpty();
    }

    @Test
    @DisplayName("A4: an endpoint gives nobody what it ignores")
    void doesNotGiveAwayWhatTheEndpointIgnores() {
        Json.Obj created = deployments()
                .onApply(
                        null,
                        yaml(
                                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: 1}, status: {replicas: 3}}"),
                        "me",
                        false,
                        T0);

        assertThat(entries(created)).containsExactly("me Apply apps/v1 00 {\"f:spec\":{\"f:replicas\":{}}}");
    }

    @Test
    @DisplayName("A4: status is written by a manager of its own")
    void aSubresourceMakesAnotherManagerOfTheSameName() {
        Json.Obj pod =
                yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, uid: u}, spec: {nodeName: x}, status: {}}");
        Json.Obj created = pods().onUpdate(null, pod, "me", T0);
        Json.Obj next = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, uid: u}, spec: {nodeName: x},"
                + " status: {phase: Running, conditions: [{type: Ready, status: 'True'}]}}");
        ManagedFields status =
                Fixtures.of("v1", "Pod", "status", Fixtures.POD, Set.of(List.of("spec"), List.of("metadata")));

        Json.Obj updated = status.onUpdate(created, next, "me", T1);

        assertThat(entries(updated))
                .containsExactly(
                        "me Update v1 00 {\"f:spec\":{\"f:nodeName\":{}}}",
                        "me Update v1 status 01 {\"f:status\":{\"f:conditions\":{\".\":{},\"k:{\\\"type\\\":\\\"Ready\\\"}\":{\".\":{},\"f:status\":{},\"f:type\":{}}},\"f:phase\":{}}}");
    }

    @Test
    @DisplayName("A5")
    void whatIsLeftOutGoesUnlessSomebodyElseOwnsIt() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1', yy: '2', z: '3'}"), "a", false, T0);
        Json.Obj shared = maps.onApply(first, configMap("{yy: '2'}"), "b", false, T1);

        Json.Obj after = maps.onApply(shared, configMap("{z: '3'}"), "a", false, T2);

        assertThat(bare(after)).isEqualTo(configMap("{yy: '2', z: '3'}"));
        assertThat(entries(after))
                .containsExactly("b Apply v1 - {\"f:data\":{\"f:yy\":{}}}", "a Apply v1 02 {\"f:data\":{\"f:z\":{}}}");
    }

    @Test
    @DisplayName("A5: what an update owns stays")
    void whatAnUpdaterOwnsStaysWhenAnApplierLeavesItOut() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1'}"), "a", false, T0);
        Json.Obj updated = maps.onUpdate(first, withData(first, "{x: '1', yy: '2'}"), "b", T1);

        Json.Obj after = maps.onApply(updated, configMap("{}"), "a", false, T2);

        assertThat(after.get("data")).isEqualTo(yaml("{yy: '2'}"));
        assertThat(entries(after))
                .containsExactly("a Apply v1 02 {\"f:data\":{}}", "b Update v1 01 {\"f:data\":{\"f:yy\":{}}}");
    }

    @Test
    @DisplayName("A6: the same value is shared")
    void theSameValueIsSharedWithoutConflict() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1'}"), "a", false, T0);

        Json.Obj after = maps.onApply(first, configMap("{x: '1'}"), "b", false, T1);

        assertThat(entries(after))
                .containsExactly("b Apply v1 - {\"f:data\":{\"f:x\":{}}}", "a Apply v1 00 {\"f:data\":{\"f:x\":{}}}");
    }

    @Test
    @DisplayName("A6: another value is a conflict")
    void anotherValueIsAConflict() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1'}"), "a", false, T0);

        var failure = catchThrowableOfType(
                StatusException.class, () -> maps.onApply(first, configMap("{x: '2'}"), "b", false, T1));

        assertThat(failure.status())
                .isEqualTo(
                        json(
                                "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure','message':'Apply failed with 1 conflict: conflict with \\'a\\': .data.x','reason':'Conflict','details':{'causes':[{'reason':'FieldManagerConflict','message':'conflict with \\'a\\'','field':'.data.x'}]},'code':409}"));
    }

    @Test
    @DisplayName("A6: several conflicts are listed by manager")
    void severalConflictsAreListedByManager() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1', yy: '1'}"), "b", false, T0);
        Json.Obj second = maps.onUpdate(first, withData(first, "{x: '1', yy: '1', z: '1'}"), "a", T1);
        Json.Obj third = Fixtures.of("v1", "ConfigMap", "status", Fixtures.CONFIG_MAP, Set.of())
                .onUpdate(second, withData(second, "{x: '1', yy: '1', z: '1', w: '1'}"), "a", T1);

        var failure = catchThrowableOfType(
                StatusException.class,
                () -> maps.onApply(third, configMap("{x: '2', yy: '2', z: '2', w: '2'}"), "c", false, T1));

        assertThat(failure).hasMessage("""
                        Apply failed with 4 conflicts: conflicts with "a" with subresource "status" using v1:
                        - .data.w
                        conflicts with "a" using v1:
                        - .data.z
                        conflicts with "b":
                        - .data.x
                        - .data.yy""");
    }

    @Test
    @DisplayName("A6: a path names the element of a list by its key")
    void aConflictInAListNamesTheElementByItsKey() {
        Json.Obj pod = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, finalizers: [f/g]}, spec: {containers:"
                + " [{name: c, image: 'i:1', ports: [{containerPort: 80, name: web}]}]}}");
        Json.Obj live = pods().onApply(null, pod, "a", false, T0);
        Json.Obj other = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers:"
                + " [{name: c, image: 'i:2', ports: [{containerPort: 80, name: http}]}]}}");

        var failure = catchThrowableOfType(StatusException.class, () -> pods().onApply(live, other, "b", false, T1));

        assertThat(failure).hasMessage("""
                        Apply failed with 2 conflicts: conflicts with "a":
                        - .spec.containers[name="c"].image
                        - .spec.containers[name="c"].ports[containerPort=80,protocol="TCP"].name""");
    }

    @Test
    @DisplayName("A6: force takes the field")
    void forceTakesTheField() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1', yy: '1'}"), "a", false, T0);

        Json.Obj after = maps.onApply(first, configMap("{x: '2'}"), "b", true, T1);

        assertThat(after.get("data")).isEqualTo(yaml("{x: '2', yy: '1'}"));
        assertThat(entries(after))
                .containsExactly("a Apply v1 00 {\"f:data\":{\"f:yy\":{}}}", "b Apply v1 01 {\"f:data\":{\"f:x\":{}}}");
    }

    @Test
    @DisplayName("A6: an update takes fields without asking")
    void anUpdateTakesFieldsWithoutAsking() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1', yy: '1'}"), "a", false, T0);

        Json.Obj after = maps.onUpdate(first, withData(first, "{x: '2'}"), "b", T1);

        assertThat(entries(after)).containsExactly("b Update v1 01 {\"f:data\":{\"f:x\":{}}}");
    }

    @Test
    @DisplayName("A2: a manager that updates again keeps one entry")
    void updatesOfOneManagerBecomeOneEntry() {
        Json.Obj first = maps.onUpdate(null, withUid(configMap("{x: '1'}")), "a", T0);

        Json.Obj after = maps.onUpdate(first, withData(first, "{x: '1', yy: '1'}"), "a", T1);

        assertThat(entries(after)).containsExactly("a Update v1 01 {\"f:data\":{\".\":{},\"f:x\":{},\"f:yy\":{}}}");
    }

    @Test
    @DisplayName("A2: the name of a manager that does not say")
    void aManagerWithoutNameIsUnknown() {
        assertThat(entries(maps.onUpdate(null, configMap("{x: '1'}"), "", T0)))
                .containsExactly("unknown Update v1 00 {\"f:data\":{\".\":{},\"f:x\":{}}}");
    }

    @Test
    @DisplayName("A2: at most ten update managers")
    void theOldestUpdateManagersBecomeOne() {
        Json.Obj object = maps.onUpdate(null, withUid(configMap("{k0: '0'}")), "m00", T0);
        StringBuilder data = new StringBuilder("{k0: '0'");
        for (int i = 1; i <= 11; i++) {
            data.append(", k").append(i).append(": '0'");
            object = maps.onUpdate(object, withData(object, data + "}"), "m%02d".formatted(i), T0.plusSeconds(i));
        }

        List<String> entries = entries(object);
        assertThat(entries).hasSize(10);
        assertThat(entries.getFirst())
                .isEqualTo("ancient-changes Update v1 02 {\"f:data\":{\".\":{},\"f:k0\":{},\"f:k1\":{},\"f:k2\":{}}}");
        assertThat(entries.get(1)).startsWith("m03 Update v1 03 ");
        assertThat(entries.getLast()).startsWith("m11 Update v1 11 ");
    }

    @Test
    @DisplayName("A3: order of entries")
    void entriesComeInTheOrderOfOperationTimeAndName() {
        Json.Obj object = maps.onUpdate(null, withUid(configMap("{u: '1'}")), "u", T0);
        object = maps.onApply(object, configMap("{z: '1'}"), "z", false, T1);
        object = maps.onApply(object, configMap("{b: '1'}"), "b", false, T2);
        object = maps.onApply(object, configMap("{a: '1'}"), "a", false, T2);

        assertThat(entries(object)).extracting(line -> line.substring(0, 1)).containsExactly("z", "a", "b", "u");
    }

    @Test
    @DisplayName("A8: before the first apply")
    void whatWasThereBeforeTheFirstApplyBelongsToAManagerOfItsOwn() {
        Json.Obj live = withUid(configMap("{x: '1', yy: '1'}"));

        Json.Obj after = maps.onApply(live, configMap("{x: '1', z: '1'}"), "a", false, T1);

        assertThat(entries(after))
                .containsExactly(
                        "a Apply v1 01 {\"f:data\":{\"f:x\":{},\"f:z\":{}}}",
                        "before-first-apply Update v1 01 {\"f:data\":{\".\":{},\"f:x\":{},\"f:yy\":{}}}");
    }

    @Test
    @DisplayName("A8: clearing")
    void anEmptyListOrOneEmptyEntryClearsTheManagedFields() {
        Json.Obj live = maps.onUpdate(null, withUid(configMap("{x: '1'}")), "a", T0);
        Json.Obj changed = bare(withData(live, "{x: '2'}"));

        assertThat(maps.onUpdate(live, withManagedFields(changed, "[]"), "b", T1))
                .isEqualTo(changed);
        assertThat(maps.onUpdate(live, withManagedFields(changed, "[{}]"), "b", T1))
                .isEqualTo(changed);
        assertThat(maps.onUpdate(changed, withData(changed, "{x: '3'}"), "b", T2)
                        .get("metadata"))
                .as("nothing is tracked until the next apply")
                .isEqualTo(changed.get("metadata"));
    }

    @Test
    void anUpdateThatLeavesThemOutKeepsTheManagedFields() {
        Json.Obj live = maps.onUpdate(null, withUid(configMap("{x: '1'}")), "a", T0);

        assertThat(maps.onUpdate(live, bare(live), "b", T1)).isEqualTo(live);
    }

    @Test
    void aClientMaySetTheManagedFields() {
        Json.Obj live = maps.onUpdate(null, withUid(configMap("{x: '1'}")), "a", T0);
        String entry =
                "{'manager':'z','operation':'Apply','apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:x':{}}}}";

        Json.Obj after = maps.onUpdate(live, withManagedFields(live, "[" + entry + "]"), "b", T1);

        assertThat(ObjectMetadata.entries(after)).isEqualTo(List.of(json(entry)));
    }

    @Test
    void malformedManagedFieldsOfAClientAreIgnored() {
        Json.Obj live = maps.onUpdate(null, withUid(configMap("{x: '1'}")), "a", T0);

        Json.Obj after = maps.onUpdate(live, withManagedFields(live, "[{'manager':'z','operation':'Frob'}]"), "b", T1);

        assertThat(after).isEqualTo(live);
    }

    @Test
    @DisplayName("A10")
    void applyingTheSameAgainChangesNothingNotEvenTheTime() {
        Json.Obj first = maps.onApply(null, configMap("{x: '1'}"), "a", false, T0);

        assertThat(maps.onApply(first, configMap("{x: '1'}"), "a", false, T1)).isSameAs(first);
        assertThat(maps.onUpdate(first, first, "b", T1)).isEqualTo(first);
    }

    @Test
    @DisplayName("U3")
    void timesAloneAreNoChange() {
        Json.Obj live = maps.onApply(null, configMap("{x: '1'}"), "a", false, T0);
        Json.Obj later = maps.onApply(null, configMap("{x: '1'}"), "a", false, T1);
        Json.Obj other = maps.onApply(null, configMap("{x: '2'}"), "a", false, T1);

        assertThat(ManagedFields.withoutTimeOnlyChange(live, later)).isSameAs(live);
        assertThat(ManagedFields.withoutTimeOnlyChange(live, other)).isSameAs(other);
    }

    @Test
    @DisplayName("A1: another kind, managed fields in the body")
    void refusesAnotherKindAndManagedFieldsInTheBody() {
        var kind = catchThrowableOfType(
                StatusException.class,
                () -> maps.onApply(null, yaml("{apiVersion: v1, kind: Secret, metadata: {name: a}}"), "a", false, T0));
        var managed = catchThrowableOfType(
                StatusException.class,
                () -> maps.onApply(null, withManagedFields(configMap("{}"), "[]"), "a", false, T0));

        assertThat(kind.code()).isEqualTo(400);
        assertThat(kind).hasMessage("invalid object type: /v1, Kind=Secret");
        assertThat(managed.code()).isEqualTo(400);
        assertThat(managed).hasMessage("metadata.managedFields must be nil");
    }

    @Test
    @DisplayName("V2: fields that the kind does not have")
    void refusesFieldsThatTheKindDoesNotHave() {
        var failure = catchThrowableOfType(
                StatusException.class,
                () -> deployments()
                        .onApply(
                                null,
                                yaml("{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, namespace: ns},"
                                        + " spec: {bogus: 1}}"),
                                "a",
                                false,
                                T0));

        assertThat(failure.code()).isEqualTo(500);
        assertThat(failure.reason()).isEmpty();
        assertThat(failure)
                .hasMessage("failed to create typed patch object (ns/a; apps/v1, Kind=Deployment):"
                        + " .spec.bogus: field not declared in schema");
    }

    @Test
    @DisplayName("A7: duplicate keys")
    void refusesDuplicateKeysInAConfigurationAndBearsThemInTheObject() {
        Json.Obj twice = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c,"
                + " ports: [{containerPort: 80}, {containerPort: 80, protocol: TCP}]}]}}");

        var failure = catchThrowableOfType(StatusException.class, () -> pods().onApply(null, twice, "a", false, T0));

        assertThat(failure)
                .hasMessage(
                        "failed to create typed patch object (/a; /v1, Kind=Pod):"
                                + " .spec.containers[name=\"c\"].ports: duplicate entries for key [containerPort=80,protocol=\"TCP\"]");
        assertThat(entries(pods().onUpdate(null, twice, "b", T0)))
                .containsExactly(
                        "b Update v1 00 {\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"c\\\"}\":{\".\":{},\"f:name\":{},\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{}}}}}}");
    }

    @Test
    void wrongTypesAreNamedInTheWordsOfKubernetes() {
        var failure = catchThrowableOfType(
                StatusException.class,
                () -> deployments()
                        .onApply(
                                null,
                                yaml(
                                        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, labels: [x], generation:"
                                                + " 'a'}, spec: {paused: 'yes', template: 5, replicas: x}}"),
                                "a",
                                false,
                                T0));

        assertThat(failure).hasMessage("""
                        failed to create typed patch object (/a; apps/v1, Kind=Deployment): errors:
                          .metadata.labels: expected map, got &{[x]}
                          .metadata.generation: expected numeric (int or float), got string
                          .spec.paused: expected boolean, got &{yes}
                          .spec.template: expected map, got &{5}
                          .spec.replicas: expected numeric (int or float), got string""");
    }

    static Json.Obj withData(Json.Obj object, String data) {
        var fields = new java.util.LinkedHashMap<>(object.fields());
        fields.put("data", yaml(data));
        return new Json.Obj(fields);
    }

    static Json.Obj withUid(Json.Obj object) {
        return withMeta(object, "uid", Json.of("u"));
    }

    static Json.Obj withManagedFields(Json.Obj object, String entries) {
        return withMeta(object, "managedFields", json(entries));
    }

    static Json.Obj withMeta(Json.Obj object, String name, Json value) {
        var fields = new java.util.LinkedHashMap<>(object.fields());
        var metadata = new java.util.LinkedHashMap<>(
                ((Json.Obj) java.util.Objects.requireNonNull(object.get("metadata"))).fields());
        metadata.put(name, value);
        fields.put("metadata", new Json.Obj(metadata));
        return new Json.Obj(fields);
    }
}
