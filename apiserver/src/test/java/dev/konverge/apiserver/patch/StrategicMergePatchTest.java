package dev.konverge.apiserver.patch;

import static dev.konverge.apiserver.patch.Trees.json;
import static dev.konverge.apiserver.patch.Trees.obj;
import static dev.konverge.apiserver.patch.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structures;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("T3: strategic merge patch")
final class StrategicMergePatchTest {
    private static final Structures STRUCTURES = new Structures(KubernetesSchema.load());
    private static final Struct POD = STRUCTURES.object("io.k8s.api.core.v1.Pod");
    private static final Struct DEPLOYMENT = STRUCTURES.object("io.k8s.api.apps.v1.Deployment");
    private static final Struct SERVICE = STRUCTURES.object("io.k8s.api.core.v1.Service");

    private static Json.Obj pod(String patch, String object) {
        return StrategicMergePatch.apply(yaml(object), yaml(patch), POD);
    }

    @Test
    void mergesAListByItsKey() {
        assertThat(pod(
                        "spec: {containers: [{name: b, image: b:2}, {name: c, image: c:1}]}",
                        "spec: {containers: [{name: a, image: a:1}, {name: b, image: b:1, tty: true}]}"))
                .isEqualTo(
                        yaml(
                                "spec: {containers: [{name: a, image: a:1}, {name: b, image: b:2, tty: true}, {name: c, image: c:1}]}"));
    }

    @Test
    void replacesAListThatIsNotMerged() {
        assertThat(pod(
                        "spec: {tolerations: [{key: b}], containers: [{name: a, args: [z]}]}",
                        "spec: {tolerations: [{key: a}], containers: [{name: a, args: [x, y]}]}"))
                .isEqualTo(yaml("spec: {tolerations: [{key: b}], containers: [{name: a, args: [z]}]}"));
    }

    @Test
    void mergesEachListOfAContainerByItsOwnKey() {
        Json.Obj patched = pod(
                "spec: {containers: [{name: a, env: [{name: X, value: '2'}], ports: [{containerPort: 80, name: web}],"
                        + " volumeMounts: [{mountPath: /b, name: v}]}]}",
                "spec: {containers: [{name: a, env: [{name: X, value: '1'}], ports: [{containerPort: 80}],"
                        + " volumeMounts: [{mountPath: /a, name: v}]}]}");

        assertThat(patched)
                .isEqualTo(
                        yaml(
                                "spec: {containers: [{name: a, env: [{name: X, value: '2'}], ports: [{containerPort: 80,"
                                        + " name: web}], volumeMounts: [{mountPath: /b, name: v}, {mountPath: /a, name: v}]}]}"));
    }

    @Test
    void putsNewElementsBeforeThoseItDoesNotName() {
        assertThat(pod("spec: {containers: [{name: b}]}", "spec: {containers: [{name: a}]}"))
                .isEqualTo(yaml("spec: {containers: [{name: b}, {name: a}]}"));
    }

    @Test
    void deletesElementsByDirective() {
        assertThat(pod(
                        "spec: {containers: [{$patch: delete, name: a}, {name: c, image: c}]}",
                        "spec: {containers: [{name: a}, {name: b}]}"))
                .isEqualTo(yaml("spec: {containers: [{name: c, image: c}, {name: b}]}"));
    }

    @Test
    void replacesAListByDirective() {
        assertThat(pod(
                        "spec: {containers: [{$patch: replace}, {name: c}]}",
                        "spec: {containers: [{name: a}, {name: b}]}"))
                .isEqualTo(yaml("spec: {containers: [{name: c}]}"));
    }

    @Test
    void replacesAndDeletesObjectsByDirective() {
        assertThat(pod(
                        "metadata: {labels: {$patch: replace, x: '1'}, annotations: {$patch: delete}}",
                        "metadata: {labels: {a: b}, annotations: {c: d}}"))
                .isEqualTo(yaml("metadata: {labels: {x: '1'}, annotations: {}}"));
    }

    @Test
    void mergesScalarsAndDeletesThemFromAParallelList() {
        assertThat(pod(
                        "metadata: {$deleteFromPrimitiveList/finalizers: [a/x], finalizers: [c/z]}",
                        "metadata: {finalizers: [a/x, b/y]}"))
                .isEqualTo(yaml("metadata: {finalizers: [c/z, b/y]}"));
    }

    @Test
    void removesAnOwnerByItsUid() {
        // What the garbage collector sends to orphan a dependent.
        assertThat(pod(
                        "metadata: {uid: u, ownerReferences: [{$patch: delete, uid: o1}]}",
                        "metadata: {uid: u, ownerReferences: [{uid: o1, name: a}, {uid: o2, name: b}]}"))
                .isEqualTo(yaml("metadata: {uid: u, ownerReferences: [{uid: o2, name: b}]}"));
    }

    @Test
    void putsElementsInTheOrderAskedFor() {
        assertThat(pod(
                        "spec: {$setElementOrder/containers: [{name: d}, {name: b}, {name: a}], containers: [{name: d}]}",
                        "spec: {containers: [{name: a}, {name: b}, {name: c}]}"))
                .isEqualTo(yaml("spec: {containers: [{name: d}, {name: b}, {name: a}, {name: c}]}"));
        assertThat(pod(
                        "spec: {$setElementOrder/containers: [{name: b}, {name: a}]}",
                        "spec: {containers: [{name: a}, {name: b}]}"))
                .isEqualTo(yaml("spec: {containers: [{name: b}, {name: a}]}"));
        assertThat(pod("metadata: {$setElementOrder/finalizers: [b, a]}", "metadata: {finalizers: [s, a, b]}"))
                .isEqualTo(yaml("metadata: {finalizers: [s, b, a]}"));
    }

    @Test
    void ordersAListThatWasNotThere() {
        assertThat(pod(
                        "spec: {$setElementOrder/containers: [{name: b}, {name: a}], containers: [{name: b}, {name: a}]}",
                        "spec: {}"))
                .isEqualTo(yaml("spec: {containers: [{name: b}, {name: a}]}"));
    }

    @Test
    void clearsWhatIsNotAmongTheKeysToRetain() {
        Json.Obj patched = StrategicMergePatch.apply(
                yaml("spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}"),
                yaml("spec: {strategy: {$retainKeys: [type], type: Recreate}}"),
                DEPLOYMENT);

        assertThat(patched).isEqualTo(yaml("spec: {strategy: {type: Recreate}}"));
    }

    @Test
    void removesFieldsThatAreNullAndIgnoresNullsOfWhatIsNotThere() {
        assertThat(pod(
                        "metadata: {labels: {a: null, z: null}, annotations: {x: null, y: '1'}}",
                        "metadata: {labels: {a: '1', b: '2'}}"))
                .isEqualTo(yaml("metadata: {labels: {b: '2'}, annotations: {y: '1'}}"));
    }

    @Test
    void dropsDirectivesThatMeetNothing() {
        assertThat(pod("metadata: {labels: {$patch: delete}}", "metadata: {name: x}"))
                .isEqualTo(yaml("metadata: {name: x}"));
        assertThat(pod("spec: {containers: [{$patch: delete, name: a}, {name: b}]}", "spec: {}"))
                .isEqualTo(yaml("spec: {containers: [{name: b}]}"));
    }

    @Test
    void mergesServicePortsByPortAlone() {
        Json.Obj patched = StrategicMergePatch.apply(
                yaml("spec: {ports: [{port: 80, protocol: TCP, targetPort: 8080}]}"),
                yaml("spec: {ports: [{port: 80, targetPort: 9090}]}"),
                SERVICE);

        assertThat(patched).isEqualTo(yaml("spec: {ports: [{port: 80, protocol: TCP, targetPort: 9090}]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'spec':{'$retainKeys':'x'}} | 400 | invalid patch format of retainKeys",
                "{'spec':{'$retainKeys':['a'],'nodeName':'n'}} | 400 | invalid patch format of retainKeys",
                "{'metadata':{'$deleteFromPrimitiveList':['x']}} | 400 | invalid patch format of primitive list",
                "{'spec':{'$setElementOrder':['x']}} | 400 | invalid patch format of setElementOrder list",
                "{'spec':{'$setElementOrder/containers':'x'}} | 500 | expected a []interface {}, but received a string",
                "{'spec':{'containers':[{'image':'i'}]}} | 500 | map: map[image:i] does not contain declared merge key: name",
                "{'spec':{'containers':[{'$patch':'frob','name':'a'}]}} | 500 | unknown patch type: frob in map: map[$patch:frob name:a]",
                "{'spec':{'$patch':'frob'}} | 500 | unknown patch type: frob in map: map[$patch:frob]",
                "{'metadata':{'finalizers':[['x']]}} | 422 | the server rejected our request due to an error in our request",
                "[] | 400 | json: cannot unmarshal array into Go value of type map[string]interface {}",
            })
    void isRefusedWhenItMakesNoSense(String patch, int code, String message) {
        var failure = catchThrowableOfType(
                StatusException.class,
                () -> StrategicMergePatch.apply(
                        obj("{'metadata':{'finalizers':[]},'spec':{'containers':[{'name':'a'}]}}"), json(patch), POD));

        assertThat(failure).hasMessage(message);
        assertThat(failure.code()).isEqualTo(code);
    }
}
