package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.rules;
import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong with pods, volumes and devices, in the order in which Kubernetes finds it. */
class PodAndVolumeChecksTest {
    private static List<String> fields(String kind, String text) {
        KindRules rules = rules(kind);
        return rules.validateCreate(rules.defaulted(yaml(text))).stream()
                .map(FieldError::field)
                .toList();
    }

    private static List<String> pod(String spec) {
        return fields(
                "v1 Pod",
                "{metadata: {name: p, namespace: ns1}, spec: {containers: [{name: c, image: i}], " + spec + "}}");
    }

    @Test
    void theFieldsOfAPodAreLookedAtInOneOrderWhoeverDoesIt() {
        assertThat(pod("os: {name: b}, tolerations: [{operator: Equal}], dnsPolicy: None, activeDeadlineSeconds: 0"))
                .containsExactly(
                        "spec.dnsConfig", "spec.activeDeadlineSeconds", "spec.tolerations[0].operator", "spec.os");
    }

    @Test
    void aPodLooksNamesUpSomewhere() {
        assertThat(pod("dnsConfig: {nameservers: [x], searches: [A], options: [{value: v}]}"))
                .containsExactly(
                        "spec.dnsConfig.nameservers[0]", "spec.dnsConfig.searches[0]", "spec.dnsConfig.options[0]");
        assertThat(pod("dnsConfig: {searches: [a_b.c., .]}")).isEmpty();
    }

    @Test
    void ephemeralContainersAreNotThereFromTheBeginning() {
        assertThat(pod("ephemeralContainers: [{name: e, image: i}]")).containsExactly("spec.ephemeralContainers");
        assertThat(fields(
                        "v1 PodTemplate",
                        "{metadata: {name: p, namespace: ns1}, template: {spec: {containers: [{name: c, image: i}],"
                                + " ephemeralContainers: [{name: e, image: i}]}}}"))
                .containsExactly("template.spec.ephemeralContainers");
    }

    @Test
    void aVolumeIsMountedOrADeviceButNotBoth() {
        assertThat(fields(
                        "v1 Pod",
                        "{metadata: {name: p, namespace: ns1}, spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: a}}],"
                                + " containers: [{name: c, image: i, volumeMounts: [{name: v, mountPath: /p, subPath: /s}],"
                                + " volumeDevices: [{name: v, devicePath: /p}]}]}}"))
                .containsExactly(
                        "spec.containers[0].volumeMounts[0].name",
                        "spec.containers[0].volumeMounts[0].mountPath",
                        "spec.containers[0].volumeMounts.subPath",
                        "spec.containers[0].volumeDevices[0].name",
                        "spec.containers[0].volumeDevices[0].devicePath");
    }

    @Test
    void whatIsWrongWithTheSourceOfAVolumeComesBeforeTheOthersItHas() {
        assertThat(fields(
                        "v1 PersistentVolume",
                        "{metadata: {name: v}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce],"
                                + " azureFile: {}, flocker: {}}}"))
                .containsExactly("spec.flocker", "spec.azureFile");
    }

    @Test
    void anEmptyListOfDevicesIsOneWhereThereMayBeNone() {
        String counters = "sharedCounters: [{name: c, counters: {k: {value: 1}}}]";
        assertThat(slice("devices: [], " + counters)).containsExactly("spec");
        assertThat(slice(counters)).isEmpty();
        assertThat(slice("devices: [{name: d, attributes: {k: {version: x}}}]"))
                .containsExactly("spec.devices[0].attributes[k].version");
    }

    private static List<String> slice(String what) {
        return fields(
                "resource.k8s.io/v1 ResourceSlice",
                "{metadata: {name: s}, spec: {driver: d.e, nodeName: o, pool: {name: p, resourceSliceCount: 1}, " + what
                        + "}}");
    }

    @Test
    void aJobThatWaitsMayBeDirectedButNotChanged() {
        KindRules rules = rules("batch/v1 Job");
        Json.Obj live =
                rules.defaulted(yaml("{metadata: {name: j, namespace: ns1}, spec: {suspend: true, manualSelector: true,"
                        + " selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}},"
                        + " spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}"));
        Json.Obj directed = Tree.with(live, Json.of("x"), "spec", "template", "spec", "nodeSelector", "k");
        Json.Obj changed = Tree.with(live, Json.of("h"), "spec", "template", "spec", "hostname");

        assertThat(rules.validateUpdate(directed, live, "")).isEmpty();
        assertThat(rules.validateUpdate(changed, live, ""))
                .extracting(FieldError::field)
                .containsExactly("spec.template.spec");
    }

    @Test
    void aReferenceWithoutAGroupSaysSo() {
        Json.Obj ingress = Kinds.defaulted(
                "networking.k8s.io/v1 Ingress",
                "{metadata: {name: i, namespace: ns1}, spec: {defaultBackend: {resource: {kind: K, name: n}}}}");
        assertThat(Tree.object(ingress, "spec", "defaultBackend", "resource").get("apiGroup"))
                .isEqualTo(Json.Null.INSTANCE);
    }
}
