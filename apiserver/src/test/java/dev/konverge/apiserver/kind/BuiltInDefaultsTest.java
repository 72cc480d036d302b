package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.defaulted;
import static dev.konverge.apiserver.kind.Kinds.rules;
import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour list 1.16: what a client finds in an object it has not put there. */
class BuiltInDefaultsTest {
    @Test
    @DisplayName("B1, B6: a Deployment")
    void aDeploymentGetsItsDefaultsAndThoseOfItsPods() {
        Json.Obj got = defaulted("apps/v1 Deployment", """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      containers:
                      - name: web
                        image: nginx
                        ports: [{containerPort: 80}]
                        livenessProbe: {httpGet: {port: 80}}
                """);
        assertThat(got).isEqualTo(yaml("""
                                apiVersion: apps/v1
                                kind: Deployment
                                metadata: {name: web}
                                spec:
                                  replicas: 1
                                  selector: {matchLabels: {app: web}}
                                  template:
                                    metadata: {labels: {app: web}}
                                    spec:
                                      containers:
                                      - name: web
                                        image: nginx
                                        imagePullPolicy: Always
                                        ports: [{containerPort: 80, protocol: TCP}]
                                        livenessProbe:
                                          httpGet: {path: /, port: 80, scheme: HTTP}
                                          timeoutSeconds: 1
                                          periodSeconds: 10
                                          successThreshold: 1
                                          failureThreshold: 3
                                        resources: {}
                                        terminationMessagePath: /dev/termination-log
                                        terminationMessagePolicy: File
                                      restartPolicy: Always
                                      terminationGracePeriodSeconds: 30
                                      dnsPolicy: ClusterFirst
                                      securityContext: {}
                                      schedulerName: default-scheduler
                                  strategy:
                                    type: RollingUpdate
                                    rollingUpdate: {maxUnavailable: 25%, maxSurge: 25%}
                                  revisionHistoryLimit: 10
                                  progressDeadlineSeconds: 600
                                status: {}
                                """));
    }

    @Test
    @DisplayName("B1: recreating has no rolling update")
    void aStrategyOtherThanRollingGetsNoRollingUpdate() {
        Json.Obj got = defaulted("apps/v1 Deployment", "spec: {strategy: {type: Recreate}}");
        assertThat(Tree.object(got, "spec", "strategy")).isEqualTo(yaml("{type: Recreate}"));
    }

    @Test
    @DisplayName("B2: a Pod has more defaults than a template")
    void aPodRequestsWhatItIsLimitedTo() {
        Json.Obj got = defaulted("v1 Pod", """
                spec:
                  hostNetwork: true
                  serviceAccount: robot
                  containers:
                  - name: a
                    image: a:1
                    resources: {limits: {cpu: 0.5, memory: 1Gi}, requests: {memory: 512Mi}}
                    ports: [{containerPort: 80}]
                  volumes: [{name: tmp}, {name: conf, configMap: {name: c}}]
                """);
        Json.Obj container = Tree.objects(got, "spec", "containers").get(0);
        assertThat(container).isEqualTo(yaml("""
                                name: a
                                image: a:1
                                imagePullPolicy: IfNotPresent
                                ports: [{containerPort: 80, hostPort: 80, protocol: TCP}]
                                resources: {limits: {cpu: 500m, memory: 1Gi}, requests: {cpu: 500m, memory: 512Mi}}
                                terminationMessagePath: /dev/termination-log
                                terminationMessagePolicy: File
                                """));
        assertThat(Tree.flag(got, "spec", "enableServiceLinks")).isTrue();
        assertThat(Tree.text(got, "spec", "serviceAccountName")).isEqualTo("robot");
        assertThat(got.toString())
                .contains("\"emptyDir\":{}")
                .contains("\"configMap\":{\"name\":\"c\",\"defaultMode\":420}");
    }

    @Test
    @DisplayName("B3: a Service")
    void aServiceGetsItsTypeAndPolicies() {
        Json.Obj got = defaulted("v1 Service", "spec: {selector: {app: web}, ports: [{port: 80}]}");
        assertThat(Tree.object(got, "spec")).isEqualTo(yaml("""
                                ports: [{protocol: TCP, port: 80, targetPort: 80}]
                                selector: {app: web}
                                type: ClusterIP
                                sessionAffinity: None
                                internalTrafficPolicy: Cluster
                                """));
        assertThat(Tree.object(got, "status")).isEqualTo(yaml("{loadBalancer: {}}"));
        Json.Obj balanced = defaulted("v1 Service", "spec: {type: LoadBalancer, ports: [{port: 80, targetPort: web}]}");
        assertThat(balanced.toString())
                .contains("\"externalTrafficPolicy\":\"Cluster\"")
                .contains("\"allocateLoadBalancerNodePorts\":true")
                .contains("\"targetPort\":\"web\"");
    }

    @Test
    @DisplayName("B4: a StatefulSet")
    void aStatefulSetKeepsItsClaimsAndUpdatesInOrder() {
        Json.Obj got = defaulted("apps/v1 StatefulSet", "spec: {serviceName: db, volumeClaimTemplates: [{spec: {}}]}");
        assertThat(Tree.with(Tree.object(got, "spec"), null, "template")).isEqualTo(yaml("""
                                replicas: 1
                                serviceName: db
                                podManagementPolicy: OrderedReady
                                updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 0}}
                                revisionHistoryLimit: 10
                                persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}
                                volumeClaimTemplates:
                                - apiVersion: v1
                                  kind: PersistentVolumeClaim
                                  metadata: {}
                                  spec: {resources: {}, volumeMode: Filesystem}
                                  status: {phase: Pending}
                                """));
    }

    @Test
    @DisplayName("B4: Job and CronJob")
    void aJobRunsOnceAndACronJobKeepsAFew() {
        Json.Obj job = defaulted("batch/v1 Job", "spec: {template: {metadata: {labels: {a: b}}}}");
        assertThat(Tree.without(Tree.object(job, "spec"), "template")).isEqualTo(yaml("""
                                parallelism: 1
                                completions: 1
                                backoffLimit: 6
                                completionMode: NonIndexed
                                suspend: false
                                manualSelector: false
                                podReplacementPolicy: TerminatingOrFailed
                                """));
        assertThat(Tree.texts(job, "metadata", "labels")).containsEntry("a", "b");
        Json.Obj cron = defaulted("batch/v1 CronJob", "spec: {schedule: '* * * * *'}");
        assertThat(Tree.without(Tree.object(cron, "spec"), "jobTemplate")).isEqualTo(yaml("""
                                schedule: '* * * * *'
                                concurrencyPolicy: Allow
                                suspend: false
                                successfulJobsHistoryLimit: 3
                                failedJobsHistoryLimit: 1
                                """));
    }

    @Test
    @DisplayName("B4: Secret: Go reads over line breaks in encoded bytes, and writes none")
    void bytesLoseTheirLineBreaks() {
        Json.Obj got = defaulted("v1 Secret", "{data: {a: \"YWJj\\r\\nZGVm\\n\"}}");
        assertThat(Tree.text(got, "data", "a")).isEqualTo("YWJjZGVm");
    }

    @Test
    @DisplayName("B4: Secret")
    void aSecretTakesPlainTextAndKeepsItEncoded() {
        Json.Obj got = defaulted("v1 Secret", "{data: {a: YQ==}, stringData: {b: b}}");
        assertThat(got).isEqualTo(yaml("{metadata: {}, data: {a: YQ==, b: Yg==}, type: Opaque}"));
    }

    @ParameterizedTest
    @DisplayName("B4: small kinds")
    @CsvSource(delimiter = '|', textBlock = """
                    v1 Namespace | {metadata: {name: ns}} | {metadata: {name: ns, labels: {kubernetes.io/metadata.name: ns}}, spec: {}, status: {phase: Active}}
                    v1 PersistentVolumeClaim | {} | {metadata: {}, spec: {resources: {}, volumeMode: Filesystem}, status: {phase: Pending}}
                    v1 PersistentVolume | {} | {metadata: {}, spec: {persistentVolumeReclaimPolicy: Retain, volumeMode: Filesystem}, status: {phase: Pending}}
                    apps/v1 ReplicaSet | {spec: {template: {spec: {containers: []}}}} | {metadata: {}, spec: {replicas: 1, template: {metadata: {}, spec: {containers: [], restartPolicy: Always, terminationGracePeriodSeconds: 30, dnsPolicy: ClusterFirst, securityContext: {}, schedulerName: default-scheduler}}}, status: {replicas: 0}}
                    networking.k8s.io/v1 NetworkPolicy | {spec: {podSelector: {}, egress: [{ports: [{port: 1}]}]}} | {metadata: {}, spec: {podSelector: {}, egress: [{ports: [{protocol: TCP, port: 1}]}], policyTypes: [Ingress, Egress]}}
                    rbac.authorization.k8s.io/v1 RoleBinding | {subjects: [{kind: User, name: u}, {kind: ServiceAccount, name: s}], roleRef: {kind: Role, name: r}} | {metadata: {}, subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: u}, {kind: ServiceAccount, name: s}], roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}}
                    rbac.authorization.k8s.io/v1 Role | {} | {metadata: {}, rules: null}
                    storage.k8s.io/v1 StorageClass | {provisioner: p} | {metadata: {}, provisioner: p, reclaimPolicy: Delete, volumeBindingMode: Immediate}
                    scheduling.k8s.io/v1 PriorityClass | {value: 7} | {metadata: {}, value: 7, preemptionPolicy: PreemptLowerPriority}
                    v1 ConfigMap | {data: {}, extra: 1} | {metadata: {}}
                    coordination.k8s.io/v1 Lease | {spec: {renewTime: '2026-01-02T03:04:05.123456+01:00'}} | {metadata: {}, spec: {renewTime: '2026-01-02T02:04:05.123456Z'}}
                    """)
    void smallKindsGetTheirs(String kind, String given, String expected) {
        assertThat(defaulted(kind, given)).isEqualTo(yaml(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "nginx, true",
        "nginx:latest, true",
        "nginx:1, false",
        "reg:5000/nginx, true",
        "reg:5000/nginx:2, false",
        "nginx@sha256:abc, false",
        "a:latest@sha256:abc, false"
    })
    void onlyAnImageWithoutAVersionIsPulledAlways(String image, boolean latest) {
        assertThat(ComputedDefaults.isLatest(image)).isEqualTo(latest);
    }

    @Test
    void doingItTwiceChangesNothingAndCopiesNothing() {
        for (String kind :
                new String[] {"apps/v1 Deployment", "v1 Pod", "v1 Service", "batch/v1 Job", "v1 ConfigMap"}) {
            Json.Obj once = defaulted(kind, "{metadata: {name: a}, spec: {template: {metadata: {labels: {a: b}}}}}");
            assertThat(rules(kind).defaulted(once)).as(kind).isEqualTo(once);
        }
        Json.Obj map = defaulted("v1 ConfigMap", "{metadata: {name: a}, data: {b: c}}");
        assertThat(rules("v1 ConfigMap").defaulted(map)).isSameAs(map);
    }
}
