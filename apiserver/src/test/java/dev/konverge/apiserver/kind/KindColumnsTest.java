package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.rules;
import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.schema.KindDef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour list M6: what kubectl shows. */
class KindColumnsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String BORN = "creationTimestamp: '2026-01-02T03:03:05Z'";

    private static String row(String kind, String object) {
        return rules(kind).columns().row().cells(yaml(object), NOW).stream()
                .map(cell -> cell instanceof Json.Str text ? text.value() : cell.toString())
                .collect(Collectors.joining(" | "));
    }

    private static String headings(String kind) {
        return rules(kind).columns().definitions().stream()
                .map(column -> column.name() + (column.priority() > 0 ? "*" : ""))
                .collect(Collectors.joining(" | "));
    }

    @ParameterizedTest
    @CsvSource({
        "-2, <invalid>",
        "-1, 0s",
        "0, 0s",
        "119, 119s",
        "120, 2m",
        "125, 2m5s",
        "599, 9m59s",
        "600, 10m",
        "10799, 179m",
        "10800, 3h",
        "12000, 3h20m",
        "28800, 8h",
        "172799, 47h",
        "172800, 2d",
        "180000, 2d2h",
        "691200, 8d",
        "63072000, 2y",
        "64000000, 2y10d",
        "252288000, 8y"
    })
    void durationsHaveOneOrTwoUnits(long seconds, String expected) {
        assertThat(Ages.of(Duration.ofSeconds(seconds))).isEqualTo(expected);
    }

    @Test
    void aPodShowsTheStateOfItsContainers() {
        assertThat(headings("v1 Pod"))
                .isEqualTo("Name | Ready | Status | Restarts | Age | IP* | Node* | Nominated Node* | Readiness Gates*");
        assertThat(row(
                        "v1 Pod",
                        "{metadata: {name: p, " + BORN
                                + "}, spec: {containers: [{name: c}]}, status: {phase: Pending}}"))
                .isEqualTo("p | 0/1 | Pending | 0 | 60s | <none> | <none> | <none> | <none>");
        assertThat(row("v1 Pod", """
                        metadata: {name: p, %s}
                        spec: {nodeName: n1, containers: [{name: a}, {name: b}]}
                        status:
                          phase: Running
                          podIP: 10.1.0.3
                          containerStatuses:
                          - {name: a, ready: true, restartCount: 2, state: {running: {}}, lastState: {terminated: {finishedAt: '2026-01-02T03:02:05Z'}}}
                          - {name: b, ready: false, restartCount: 1, state: {waiting: {reason: CrashLoopBackOff}}}
                        """.formatted(BORN)))
                .isEqualTo("p | 1/2 | CrashLoopBackOff | 3 (2m ago) | 60s | 10.1.0.3 | n1 | <none> | <none>");
        assertThat(row(
                        "v1 Pod",
                        "{metadata: {name: p, deletionTimestamp: '2026-01-02T03:04:05Z'}, status: {phase: Running}}"))
                .startsWith("p | 0/0 | Terminating | 0 | <unknown>");
        assertThat(row(
                        "v1 Pod",
                        "{metadata: {name: p}, spec: {initContainers: [{name: i}, {name: j}], containers: [{name: c}]}, status: {phase: "
                                + "Pending, initContainerStatuses: [{name: i, state: {running: {}}}]}}"))
                .startsWith("p | 0/1 | Init:0/2 | 0");
    }

    @Test
    void workloadsShowTheirReplicas() {
        String template = "template: {spec: {containers: [{name: c, image: i}, {name: d, image: j}]}}";
        assertThat(headings("apps/v1 Deployment"))
                .isEqualTo("Name | Ready | Up-to-date | Available | Age | Containers* | Images* | Selector*");
        assertThat(row(
                        "apps/v1 Deployment",
                        "{metadata: {name: d, " + BORN
                                + "}, spec: {replicas: 3, selector: {matchLabels: {b: c, a: x}}, " + template
                                + "}, status: {readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1}}"))
                .isEqualTo("d | 2/3 | 3 | 1 | 60s | c,d | i,j | a=x,b=c");
        assertThat(row(
                        "apps/v1 ReplicaSet",
                        "{metadata: {name: r, " + BORN + "}, spec: {replicas: 3, " + template + "}}"))
                .isEqualTo("r | 3 | 0 | 0 | 60s | c,d | i,j | <none>");
        assertThat(row(
                        "apps/v1 StatefulSet",
                        "{metadata: {name: s, " + BORN + "}, spec: {replicas: 1, " + template + "}}"))
                .isEqualTo("s | 0/1 | 60s | c,d | i,j");
        assertThat(row(
                        "batch/v1 Job",
                        "{metadata: {name: j, " + BORN + "}, spec: {completions: 2}, status: {succeeded: 1, startTime: "
                                + "'2026-01-02T03:03:05Z'}}"))
                .isEqualTo("j | Running | 1/2 | 60s | 60s |  |  | <none>");
    }

    @Test
    void servicesShowAddressesAndPorts() {
        assertThat(row(
                        "v1 Service",
                        "{metadata: {name: s, " + BORN
                                + "}, spec: {type: NodePort, clusterIPs: [10.0.0.3], ports: [{port: 80, nodePort: "
                                + "30080, protocol: TCP}, {port: 53, protocol: UDP}], selector: {a: b}}}"))
                .isEqualTo("s | NodePort | 10.0.0.3 | <none> | 80:30080/TCP,53/UDP | 60s | a=b");
        assertThat(row("v1 Service", "{metadata: {name: s}, spec: {type: LoadBalancer, clusterIPs: [10.0.0.3]}}"))
                .isEqualTo("s | LoadBalancer | 10.0.0.3 | <pending> | <none> | <unknown> | <none>");
    }

    @Test
    void otherKindsShowWhatMatters() {
        assertThat(row("v1 ConfigMap", "{metadata: {name: m, " + BORN + "}, data: {a: b}, binaryData: {c: d}}"))
                .isEqualTo("m | 2 | 60s");
        assertThat(row("v1 Secret", "{metadata: {name: m, " + BORN + "}, type: Opaque, data: {a: b}}"))
                .isEqualTo("m | Opaque | 1 | 60s");
        assertThat(row("v1 Namespace", "{metadata: {name: ns1, " + BORN + "}, status: {phase: Active}}"))
                .isEqualTo("ns1 | Active | 60s");
        assertThat(
                        row(
                                "v1 Node",
                                "{metadata: {name: k, " + BORN
                                        + ", labels: {node-role.kubernetes.io/worker: ''}}, spec: {unschedulable: true}, "
                                        + "status: {conditions: [{type: Ready, status: 'True'}], nodeInfo: {kubeletVersion: v1.36.4}}}"))
                .isEqualTo(
                        "k | Ready,SchedulingDisabled | worker | 60s | v1.36.4 | <none> | <none> | <unknown> | <unknown> | <unknown>");
        assertThat(headings("v1 Event"))
                .isEqualTo(
                        "Last Seen | Type | Reason | Object | Subobject* | Source* | Message | First Seen* | Count* | Name*");
        assertThat(
                        row(
                                "v1 Event",
                                "{metadata: {name: e}, type: Normal, reason: R, involvedObject: {kind: Pod, name: p}, message: ' m ', "
                                        + "lastTimestamp: '2026-01-02T03:03:05Z', firstTimestamp: '2026-01-02T03:02:05Z', source: {component: c}, count: 3}"))
                .isEqualTo("60s | Normal | R | pod/p |  | c | m | 2m | 3 | e");
        assertThat(row(
                        "coordination.k8s.io/v1 Lease",
                        "{metadata: {name: l, " + BORN + "}, spec: {holderIdentity: me}}"))
                .isEqualTo("l | me | 60s");
        assertThat(row(
                        "rbac.authorization.k8s.io/v1 RoleBinding",
                        "{metadata: {name: b, " + BORN
                                + "}, roleRef: {kind: Role, name: r}, subjects: [{kind: User, name: u}, {kind: "
                                + "ServiceAccount, namespace: ns1, name: s}]}"))
                .isEqualTo("b | Role/r | 60s | u |  | ns1/s");
        assertThat(
                        row(
                                "autoscaling/v2 HorizontalPodAutoscaler",
                                "{metadata: {name: h, " + BORN
                                        + "}, spec: {scaleTargetRef: {kind: Deployment, name: d}, minReplicas: 1, maxReplicas: "
                                        + "5, metrics: [{type: Resource, resource: {name: cpu, target: {averageUtilization: 80}}}]}}"))
                .isEqualTo("h | Deployment/d | cpu: <unknown>/80% | 1 | 5 | 0 | 60s");
        assertThat(row("apiextensions.k8s.io/v1 CustomResourceDefinition", "{metadata: {name: c, " + BORN + "}}"))
                .isEqualTo("c | 2026-01-02T03:03:05Z");
        assertThat(row("v1 PersistentVolumeClaim", "{metadata: {name: c, " + BORN + "}, status: {phase: Pending}}"))
                .isEqualTo("c | Pending |  |  |  |  | <unset> | 60s | <unset>");
        assertThat(row(
                        "networking.k8s.io/v1 Ingress",
                        "{metadata: {name: i, " + BORN + "}, spec: {rules: [{host: a.b}], tls: [{}]}}"))
                .isEqualTo("i | <none> | a.b |  | 80, 443 | 60s");
        assertThat(row("policy/v1 PodDisruptionBudget", "{metadata: {name: b, " + BORN + "}, spec: {minAvailable: 1}}"))
                .isEqualTo("b | 1 | N/A | 0 | 60s");
        assertThat(row(
                        "storage.k8s.io/v1 StorageClass",
                        "{metadata: {name: c, " + BORN + ", annotations: "
                                + "{storageclass.kubernetes.io/is-default-class: 'true'}}, provisioner: p}"))
                .isEqualTo("c (default) | p | Delete | Immediate | false | 60s");
    }

    @Test
    @DisplayName("every kind has as many cells as columns")
    void everyKindHasACellForEveryColumn() {
        for (KindDef kind : KubernetesSchema.load().kinds()) {
            if (kind.resource() != null) {
                Columns columns = Kinds.BUILT_IN.rules(kind).columns();
                List<Json> cells = columns.row().cells(Json.Obj.EMPTY, NOW);
                // The real server shows the age of an address, but no heading above it.
                int headless = kind.kind().equals("IPAddress") ? 1 : 0;
                assertThat(cells).as(kind.kind()).hasSize(columns.definitions().size() + headless);
            }
        }
    }
}
