package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.rules;
import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.kind.KindRules.Propagation;
import dev.konverge.model.Json;
import dev.konverge.model.KubernetesSchema;
import dev.konverge.schema.KindDef;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Behaviour list 1.7, 1.8, 1.12: what differs from kind to kind. */
class KindRulesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Columns NO_COLUMNS = new Columns(List.of(), (object, now) -> List.of());

    /** What a change of labels, annotations, spec (or other content) and status through the main endpoint adds to the generation. */
    @ParameterizedTest
    @DisplayName("1.8: generation")
    @CsvSource({
        "apps/v1 Deployment, 1, 0, 1, 1",
        "apps/v1 ReplicaSet, 1, 0, 0, 1",
        "apps/v1 StatefulSet, 1, 0, 0, 1",
        "apps/v1 DaemonSet, 1, 0, 0, 1",
        "batch/v1 Job, 1, 0, 0, 1",
        "batch/v1 CronJob, 1, 0, 0, 1",
        "v1 Pod, 1, 0, 0, 1",
        "v1 ReplicationController, 1, 0, 0, 1",
        "networking.k8s.io/v1 Ingress, 1, 0, 0, 1",
        "networking.k8s.io/v1 NetworkPolicy, 1, 0, 0, 1",
        "policy/v1 PodDisruptionBudget, 1, 0, 0, 1",
        "flowcontrol.apiserver.k8s.io/v1 FlowSchema, 1, 0, 0, 1",
        "apiextensions.k8s.io/v1 CustomResourceDefinition, 1, 0, 0, 1",
        "discovery.k8s.io/v1 EndpointSlice, 1, 1, 0, 1",
        "scheduling.k8s.io/v1 PriorityClass, 1, 0, 0, 0",
        "storage.k8s.io/v1 CSIDriver, 0, 0, 0, 1",
        "v1 Service, 0, 0, 0, 0",
        "v1 Namespace, 0, 0, 0, 0",
        "v1 Node, 0, 0, 0, 0",
        "v1 ConfigMap, 0, 0, 0, 0",
        "coordination.k8s.io/v1 Lease, 0, 0, 0, 0",
        "v1 PersistentVolumeClaim, 0, 0, 0, 0"
    })
    void theGenerationCountsWhatTheKindTakesForANewWish(
            String kind, int first, int byLabel, int byAnnotation, int byContent) {
        KindRules rules = rules(kind);
        Json.Obj live = rules.prepareForCreate(yaml("{metadata: {name: a, uid: u}}"), NOW);
        assertThat(generation(live)).isEqualTo(first);
        assertThat(after(rules, live, "metadata", "labels", "a")).isEqualTo(first + byLabel);
        assertThat(after(rules, live, "metadata", "annotations", "a")).isEqualTo(first + byAnnotation);
        assertThat(after(rules, live, "spec", "changed")).isEqualTo(first + byContent);
        Json.Obj status = Tree.with(live, Json.of("x"), "status", "phase");
        Json.Obj written = rules.prepareForUpdate(status, live, "status", NOW);
        assertThat(generation(written)).isEqualTo(first);
        Json.Obj claimed = Tree.with(live, Json.of(77L), "metadata", "generation");
        assertThat(generation(rules.prepareForUpdate(claimed, live, KindRules.MAIN, NOW)))
                .isEqualTo(first);
    }

    private static long after(KindRules rules, Json.Obj live, String... path) {
        Json.Obj next = Tree.with(live, Json.of("x"), path);
        return generation(rules.prepareForUpdate(next, live, KindRules.MAIN, NOW));
    }

    private static long generation(Json.Obj object) {
        return Tree.number(object, "metadata", "generation");
    }

    @Test
    @DisplayName("1.8: custom resources")
    void aCustomResourceCountsItsStatusOnlyIfThatIsNotWrittenOnItsOwn() {
        for (boolean apart : List.of(true, false)) {
            KindRules rules = new CustomRules("Foo.example.com", true, apart, List.of(), NO_COLUMNS);
            Json.Obj live = rules.prepareForCreate(yaml("{metadata: {name: a}, spec: {a: 1}, status: {b: 1}}"), NOW);
            assertThat(Tree.has(live, "status")).isEqualTo(!apart);
            assertThat(after(rules, live, "status", "b")).isEqualTo(apart ? 1 : 2);
            assertThat(after(rules, live, "data")).isEqualTo(2);
            assertThat(after(rules, live, "metadata", "annotations", "c")).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("U4: the two endpoints of a custom resource")
    void theStatusOfACustomResourceIsAllThatItsEndpointTouches() {
        KindRules rules = new CustomRules("Foo.example.com", true, true, List.of(), NO_COLUMNS);
        Json.Obj live = yaml("{metadata: {name: a, labels: {l: '1'}}, spec: {a: 1}, status: {b: 1}}");
        Json.Obj next =
                yaml("{metadata: {name: a, labels: {l: '2'}, managedFields: [{}]}, spec: {a: 2}, status: {b: 2}}");
        assertThat(rules.prepareForUpdate(next, live, "status", NOW))
                .isEqualTo(yaml(
                        "{metadata: {name: a, labels: {l: '1'}, managedFields: [{}]}, spec: {a: 1}, status: {b: 2}}"));
        assertThat(Tree.object(rules.prepareForUpdate(next, live, "", NOW), "status"))
                .isEqualTo(yaml("{b: 1}"));
    }

    @Test
    @DisplayName("U4: the two endpoints of a Deployment")
    void theStatusEndpointOfADeploymentKeepsItsLabelsToo() {
        KindRules rules = rules("apps/v1 Deployment");
        Json.Obj live = yaml("{metadata: {labels: {l: '1'}, annotations: {a: '1'}}, spec: {a: 1}, status: {b: 1}}");
        Json.Obj next = yaml("{metadata: {labels: {l: '2'}, annotations: {a: '2'}}, spec: {a: 2}, status: {b: 2}}");
        assertThat(rules.prepareForUpdate(next, live, "status", NOW))
                .isEqualTo(yaml("{metadata: {labels: {l: '1'}, annotations: {a: '2'}}, spec: {a: 1}, status: {b: 2}}"));
        assertThat(rules.resetFields("status"))
                .containsExactlyInAnyOrder(List.of("spec"), List.of("metadata", "labels"));
        assertThat(rules.resetFields("")).containsExactly(List.of("status"));
    }

    @Test
    @DisplayName("B2, B6, G6: initial state")
    void aNewObjectBeginsWithTheInitialStatusOfItsKind() {
        assertThat(created("apps/v1 ReplicaSet", "{status: {replicas: 5}}", "status"))
                .isEqualTo(yaml("{replicas: 0}"));
        assertThat(created("apps/v1 Deployment", "{status: {replicas: 5}}", "status"))
                .isEqualTo(yaml("{}"));
        assertThat(created("v1 Node", "{status: {phase: Running}}", "status")).isEqualTo(yaml("{phase: Running}"));
        assertThat(created("v1 Pod", "{spec: {containers: [{name: a}]}}", "status"))
                .isEqualTo(yaml("{phase: Pending, qosClass: BestEffort}"));
        assertThat(created("v1 Namespace", "{status: {phase: Terminating}}", "status"))
                .isEqualTo(yaml("{phase: Active}"));
        assertThat(created("v1 Namespace", "{}", "spec")).isEqualTo(yaml("{finalizers: [kubernetes]}"));
        assertThat(created("v1 PersistentVolume", "{}", "status"))
                .isEqualTo(yaml("{phase: Pending, lastPhaseTransitionTime: '2026-01-02T03:04:05Z'}"));
    }

    @Test
    @DisplayName("B4: a Job selects its own pods")
    void aJobGetsASelectorAndLabelsToMatch() {
        Json.Obj spec = created("batch/v1 Job", "{metadata: {name: j, uid: u1}}", "spec");
        assertThat(spec).isEqualTo(yaml("""
                                template:
                                  metadata:
                                    labels:
                                      job-name: j
                                      batch.kubernetes.io/job-name: j
                                      controller-uid: u1
                                      batch.kubernetes.io/controller-uid: u1
                                selector: {matchLabels: {batch.kubernetes.io/controller-uid: u1}}
                                """));
        assertThat(created("batch/v1 Job", "{spec: {manualSelector: true}}", "spec"))
                .isEqualTo(yaml("{manualSelector: true}"));
    }

    private static Json.Obj created(String kind, String object, String part) {
        return Tree.object(rules(kind).prepareForCreate(yaml(object), NOW), part);
    }

    @Test
    @DisplayName("B2: quality of service")
    void aPodIsGuaranteedWhatItIsLimitedTo() {
        assertThat(qos("[{}]")).isEqualTo("BestEffort");
        assertThat(qos("[{resources: {requests: {cpu: '1'}}}]")).isEqualTo("Burstable");
        String full = "{resources: {limits: {cpu: '1', memory: 1Gi}, requests: {cpu: 1000m, memory: 1024Mi}}}";
        assertThat(qos("[" + full + "]")).isEqualTo("Guaranteed");
        assertThat(qos("[" + full + ", {}]")).isEqualTo("Burstable");
    }

    private static String qos(String containers) {
        return Tree.text(created("v1 Pod", "{spec: {containers: " + containers + "}}", "status"), "qosClass");
    }

    @Test
    @DisplayName("U1: PUT without a resource version, PUT of what is not there")
    void someKindsDemandAVersionAndSomeAreCreatedByAnUpdate() {
        assertThat(kindsWhere(rules -> !rules.allowsUnconditionalUpdate()))
                .contains(
                        "Lease.coordination.k8s.io",
                        "PodDisruptionBudget.policy",
                        "CustomResourceDefinition.apiextensions.k8s.io",
                        "RuntimeClass.node.k8s.io",
                        "CSINode.storage.k8s.io",
                        "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
                        "APIService.apiregistration.k8s.io")
                .doesNotContain("Deployment.apps", "ConfigMap", "Pod", "StorageClass.storage.k8s.io");
        assertThat(kindsWhere(KindRules::allowsCreateOnUpdate))
                .containsExactlyInAnyOrder(
                        "Lease.coordination.k8s.io",
                        "LeaseCandidate.coordination.k8s.io",
                        "Service",
                        "Endpoints",
                        "LimitRange",
                        "Event",
                        "Event.events.k8s.io",
                        "Role.rbac.authorization.k8s.io",
                        "RoleBinding.rbac.authorization.k8s.io",
                        "ClusterRole.rbac.authorization.k8s.io",
                        "ClusterRoleBinding.rbac.authorization.k8s.io",
                        "RuntimeClass.node.k8s.io");
    }

    @Test
    @DisplayName("X2, X5: the answer to a deletion, and what it means for dependents")
    void someKindsAnswerADeletionWithTheObjectAndSomeOrphan() {
        assertThat(kindsWhere(KindRules::answersWithDeletedObject))
                .contains("Pod", "Service", "ServiceAccount", "Namespace", "StorageClass.storage.k8s.io")
                .doesNotContain("ConfigMap", "Secret", "Deployment.apps", "CSIStorageCapacity.storage.k8s.io");
        assertThat(kindsWhere(rules -> rules.defaultPropagation() == Propagation.ORPHAN))
                .containsExactlyInAnyOrder("Job.batch", "ReplicationController");
        assertThat(kindsWhere(rules -> rules.defaultPropagation() == Propagation.UNSUPPORTED))
                .containsExactlyInAnyOrder("Event", "Event.events.k8s.io");
    }

    @Test
    void everyRowOfTheTableIsAboutAKindThatIsServed() {
        assertThat(Traits.table().keySet()).isSubsetOf(kindsWhere(rules -> true));
    }

    private static Set<String> kindsWhere(java.util.function.Predicate<KindRules> test) {
        Set<String> found = new TreeSet<>();
        for (KindDef kind : KubernetesSchema.load().kinds()) {
            if (kind.resource() != null) {
                KindRules rules = Kinds.BUILT_IN.rules(kind);
                if (test.test(rules)) {
                    found.add(rules.qualifiedKind());
                }
            }
        }
        return found;
    }

    @Test
    @DisplayName("X4: grace")
    void aPodThatRunsIsGivenTimeToStop() {
        KindRules pods = rules("v1 Pod");
        Json.Obj running =
                yaml("{spec: {nodeName: node, terminationGracePeriodSeconds: 30}, status: {phase: Running}}");
        assertThat(pods.graceSeconds(running, OptionalLong.empty())).isEqualTo(30);
        assertThat(pods.graceSeconds(running, OptionalLong.of(5))).isEqualTo(5);
        assertThat(pods.graceSeconds(running, OptionalLong.of(-1))).isEqualTo(1);
        assertThat(pods.graceSeconds(Tree.without(running, "spec", "nodeName"), OptionalLong.of(5)))
                .isZero();
        assertThat(pods.graceSeconds(Tree.with(running, Json.of("Failed"), "status", "phase"), OptionalLong.of(5)))
                .isZero();
        assertThat(rules("v1 ConfigMap").graceSeconds(yaml("{}"), OptionalLong.of(5)))
                .isZero();
    }

    @Test
    @DisplayName("S2, S3: field selectors")
    void kindsCanBeSelectedByTheirFields() {
        SelectableFields pods = rules("v1 Pod").selectableFields();
        assertThat(pods.findLabel("spec.host")).contains("spec.nodeName");
        assertThat(pods.findLabel("spec.foo")).isEmpty();
        assertThat(pods.unsupported("spec.foo")).isEqualTo("field label not supported: spec.foo");
        assertThat(pods.values(
                        yaml("{metadata: {name: p, namespace: n1}, spec: {nodeName: k}, status: {phase: Running}}")))
                .containsEntry("metadata.name", "p")
                .containsEntry("spec.nodeName", "k")
                .containsEntry("spec.hostNetwork", "false")
                .containsEntry("status.phase", "Running")
                .containsEntry("status.podIP", "");
        assertThat(rules("v1 ConfigMap").selectableFields().unsupported("data.x"))
                .isEqualTo("\"data.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
        assertThat(rules("batch/v1 Job").selectableFields().values(yaml("{status: {succeeded: 3}}")))
                .containsEntry("status.successful", "3");
        assertThat(rules("v1 Node").selectableFields().values(yaml("{spec: {unschedulable: true}}")))
                .containsEntry("spec.unschedulable", "true");
        assertThat(rules("v1 Event").selectableFields().values(yaml("{reportingComponent: c, source: {}}")))
                .containsEntry("source", "c");
        SelectableFields custom =
                new CustomRules("Foo.e.com", true, true, List.of("spec.color"), NO_COLUMNS).selectableFields();
        assertThat(custom.findLabel("spec.color")).contains("spec.color");
        assertThat(custom.values(yaml("{spec: {color: 3}}"))).containsEntry("spec.color", "3");
    }

    @Test
    void aServiceThatBecomesAnAliasLosesWhatWasFilledInForIt() {
        KindRules rules = rules("v1 Service");
        Json.Obj live = yaml(
                "{spec: {type: NodePort, clusterIP: 10.0.0.2, clusterIPs: [10.0.0.2], ports: [{port: 1, nodePort: 30001}], "
                        + "ipFamilies: [IPv4], externalTrafficPolicy: Cluster}, status: {loadBalancer: {}}}");
        Json.Obj next = Tree.with(live, Json.of("ExternalName"), "spec", "type");
        assertThat(rules.prepareForUpdate(next, live, "", NOW))
                .isEqualTo(yaml("{spec: {type: ExternalName, ports: [{port: 1}]}, status: {loadBalancer: {}}}"));
    }
}
