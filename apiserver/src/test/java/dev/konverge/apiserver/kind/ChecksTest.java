package dev.konverge.apiserver.kind;

import static dev.konverge.apiserver.kind.Kinds.rules;
import static dev.konverge.apiserver.kind.Kinds.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviour list C5, C6, B5: what is refused, and with which words. */
class ChecksTest {
    private static final String DEPLOYMENT = """
            metadata: {name: web, namespace: ns1}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: i}]}
            """;
    private static final String POD =
            "{metadata: {name: p, namespace: ns1}, spec: {containers: [{name: c, image: i}]}}";

    private static List<String> created(String kind, String text) {
        KindRules rules = rules(kind);
        return messages(rules.validateCreate(rules.defaulted(yaml(text))));
    }

    private static List<String> changed(String kind, String text, Json value, String... path) {
        KindRules rules = rules(kind);
        Json.Obj live = rules.defaulted(yaml(text));
        return messages(rules.validateUpdate(rules.defaulted(Tree.with(live, value, path)), live, ""));
    }

    private static List<String> messages(List<FieldError> errors) {
        return errors.stream().map(FieldError::message).toList();
    }

    private static String without(String text, String line) {
        assertThat(text).contains(line);
        return text.replace(line, "");
    }

    @Test
    @DisplayName("C5: names")
    void namesAreCheckedWithTheWordsOfTheirKind() {
        assertThat(created("v1 ConfigMap", "{metadata: {namespace: ns1}}"))
                .containsExactly("metadata.name: Required value: name or generateName is required");
        assertThat(created("v1 ConfigMap", "{metadata: {name: A_b, namespace: ns1}}"))
                .containsExactly(
                        "metadata.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain must consist of lower case "
                                + "alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character "
                                + "(e.g. 'example.com', regex used for validation is "
                                + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        assertThat(created("v1 Namespace", "{metadata: {name: a.b}}"))
                .containsExactly("metadata.name: Invalid value: \"a.b\": must not contain dots");
        assertThat(created("v1 ConfigMap", "{metadata: {name: " + "a".repeat(254) + ", namespace: ns1}}"))
                .singleElement()
                .asString()
                .endsWith(": must be no more than 253 characters");
        assertThat(created("rbac.authorization.k8s.io/v1 Role", "{metadata: {name: 'system:X', namespace: ns1}}"))
                .isEmpty();
        assertThat(created("rbac.authorization.k8s.io/v1 Role", "{metadata: {name: a/b, namespace: ns1}}"))
                .containsExactly("metadata.name: Invalid value: \"a/b\": may not contain '/'");
        assertThat(created("v1 ConfigMap", "{metadata: {generateName: ab-, name: ab-12345, namespace: ns1}}"))
                .isEmpty();
    }

    @Test
    @DisplayName("C6: labels and annotations")
    void labelsAndAnnotationsAreQualifiedNames() {
        String start = "{metadata: {name: a, namespace: ns1, ";
        assertThat(created("v1 ConfigMap", start + "labels: {'a/b/c': x}}}"))
                .singleElement()
                .asString()
                .startsWith("metadata.labels: Invalid value: \"a/b/c\": a valid label key must consist of");
        assertThat(created("v1 ConfigMap", start + "labels: {a: 'not ok'}}}"))
                .containsExactly(
                        "metadata.labels: Invalid value: \"not ok\": a valid label must be an empty string or consist of "
                                + "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
                                + "character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
                                + "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
        assertThat(created("v1 ConfigMap", start + "annotations: {a: '" + "x".repeat(262144) + "'}}}"))
                .containsExactly("metadata.annotations: Too long: may not be more than 262144 bytes");
    }

    @Test
    @DisplayName("C6: owners and finalizers")
    void ownersAndFinalizersAreChecked() {
        String start = "{metadata: {name: a, namespace: ns1, ";
        assertThat(created(
                        "v1 ConfigMap",
                        start + "ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true},"
                                + "{apiVersion: v1, kind: Pod, name: q, uid: w, controller: true}]}}"))
                .singleElement()
                .asString()
                .endsWith(
                        "Only one reference can have Controller set to true. Found \"true\" in references for Pod/p and "
                                + "Pod/q");
        assertThat(created("v1 ConfigMap", start + "ownerReferences: [{kind: Pod, name: p}]}}"))
                .containsExactly(
                        "metadata.ownerReferences.apiVersion: Invalid value: \"\": version must not be empty",
                        "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty");
        assertThat(created("v1 ConfigMap", start + "finalizers: [foo]}}"))
                .containsExactly(
                        "metadata.finalizers[0]: Invalid value: \"foo\": name is neither a standard finalizer name nor "
                                + "is it fully qualified");
        KindRules rules = rules("v1 ConfigMap");
        Json.Obj live = yaml(start + "deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [e.com/a]}}");
        Json.Obj next = yaml(start + "deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [e.com/a, e.com/b]}}");
        assertThat(messages(rules.validateUpdate(next, live, "")))
                .containsOnly(
                        "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, "
                                + "found new finalizers []string{\"e.com/b\"}");
        assertThat(changed("v1 ConfigMap", start + "uid: u}}", Json.of("w"), "metadata", "uid"))
                .containsOnly("metadata.uid: Invalid value: \"w\": field is immutable");
    }

    @Test
    @DisplayName("B5: Deployment")
    void aDeploymentSelectsItsPodsForEver() {
        assertThat(created("apps/v1 Deployment", DEPLOYMENT)).isEmpty();
        assertThat(created("apps/v1 Deployment", without(DEPLOYMENT, "  selector: {matchLabels: {app: web}}\n")))
                .containsExactly(
                        "spec.selector: Required value",
                        "spec.template.metadata.labels: Invalid value: {\"app\":\"web\"}: `selector` does not match template "
                                + "`labels`");
        assertThat(created("apps/v1 Deployment", DEPLOYMENT.replace("labels: {app: web}", "labels: {app: other}")))
                .containsExactly(
                        "spec.template.metadata.labels: Invalid value: {\"app\":\"other\"}: `selector` does not match "
                                + "template `labels`");
        assertThat(created("apps/v1 Deployment", DEPLOYMENT.replace("{name: c, image: i}", "{image: i}")))
                .containsExactly("spec.template.spec.containers[0].name: Required value");
        assertThat(created("apps/v1 Deployment", DEPLOYMENT.replace("[{name: c, image: i}]", "[]")))
                .containsExactly("spec.template.spec.containers: Required value");
        assertThat(changed("apps/v1 Deployment", DEPLOYMENT, Json.of(-1L), "spec", "replicas"))
                .containsExactly("spec.replicas: Invalid value: -1: must be greater than or equal to 0");
        assertThat(changed("apps/v1 Deployment", DEPLOYMENT, Json.of("x"), "spec", "selector", "matchLabels", "b"))
                .hasSize(2)
                .last()
                .asString()
                .endsWith("field is immutable");
        assertThat(changed("apps/v1 Deployment", DEPLOYMENT, Json.of("Other"), "spec", "strategy", "type"))
                .containsExactly(
                        "spec.strategy: Unsupported value: {\"Type\":\"Other\",\"RollingUpdate\":{\"MaxUnavailable\":\"25%\","
                                + "\"MaxSurge\":\"25%\"}}: supported values: \"Recreate\", \"RollingUpdate\"");
        assertThat(changed(
                        "apps/v1 Deployment",
                        DEPLOYMENT,
                        Json.of("150%"),
                        "spec",
                        "strategy",
                        "rollingUpdate",
                        "maxUnavailable"))
                .containsExactly(
                        "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"150%\": must not be greater than 100%");
    }

    @Test
    @DisplayName("B5: Pod")
    void aPodIsCheckedDeeply() {
        assertThat(created("v1 Pod", POD)).isEmpty();
        assertThat(created("v1 Pod", """
                        metadata: {name: p, namespace: ns1}
                        spec:
                          restartPolicy: Sometimes
                          volumes: [{name: v}, {name: v}]
                          containers:
                          - name: Bad_Name
                            image: i
                            ports: [{containerPort: 70000}, {containerPort: 80, name: UPPER}]
                            env: [{name: 'a=b'}]
                            volumeMounts: [{name: absent, mountPath: /a}]
                            resources: {requests: {cpu: 2}, limits: {cpu: 1}}
                          - name: twin
                          - name: twin
                            image: j
                            livenessProbe: {}
                        """))
                .containsExactlyInAnyOrder(
                        "spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", \"OnFailure\", \"Never\"",
                        "spec.volumes[1].name: Duplicate value: \"v\"",
                        "spec.containers[0].name: Invalid value: \"Bad_Name\": a lowercase RFC 1123 label must consist of lower case "
                                + "alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. "
                                + "'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
                        "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
                        "spec.containers[0].ports[1].name: Invalid value: \"UPPER\": must contain only alpha-numeric characters "
                                + "(a-z, 0-9), and hyphens (-)",
                        "spec.containers[0].ports[1].name: Invalid value: \"UPPER\": must contain at least one letter (a-z)",
                        "spec.containers[0].env[0].name: Invalid value: \"a=b\": a valid environment variable name must consist only "
                                + "of printable ASCII characters other than '='",
                        "spec.containers[0].volumeMounts[0].name: Not found: \"absent\"",
                        "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1",
                        "spec.containers[1].image: Required value",
                        "spec.containers[2].name: Duplicate value: \"twin\"",
                        "spec.containers[2].livenessProbe: Required value: must specify a handler type");
    }

    @Test
    @DisplayName("B5: changes to a Pod")
    void onlyAFewThingsOfAPodMayChange() {
        KindRules rules = rules("v1 Pod");
        Json.Obj live = rules.defaulted(yaml(POD));
        Json.Obj container = Tree.with(Tree.objects(live, "spec", "containers").get(0), Json.of("other"), "image");
        Json.Obj next = Tree.with(live, new Json.Arr(List.of(container)), "spec", "containers");
        assertThat(rules.validateUpdate(next, live, "")).isEmpty();
        assertThat(changed("v1 Pod", POD, Json.of("node"), "spec", "nodeName")).containsExactly("""
                        spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,\
                        `spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to \
                        existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was \
                        previously negative)
                        @@ -42,7 +42,7 @@
                          "NodeSelector": null,
                          "ServiceAccountName": "",
                          "AutomountServiceAccountToken": null,
                        - "NodeName": "",
                        + "NodeName": "node",
                          "SecurityContext": {
                           "HostNetwork": false,
                           "HostPID": false,
                        """);
        assertThat(changed("v1 Pod", POD, Json.of("x"), "metadata", "labels", "a"))
                .isEmpty();
    }

    @Test
    @DisplayName("B3, B5: Service")
    void aServiceKeepsItsAddress() {
        String service =
                "{metadata: {name: s, namespace: ns1}, spec: {clusterIP: 10.0.0.5, clusterIPs: [10.0.0.5], ports: [{port: 80}]}}";
        assertThat(created("v1 Service", service)).isEmpty();
        assertThat(created("v1 Service", "{metadata: {name: s, namespace: ns1}}"))
                .containsExactly("spec.ports: Required value");
        assertThat(created("v1 Service", "{metadata: {name: s, namespace: ns1}, spec: {ports: [{port: 0}]}}"))
                .contains("spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive");
        assertThat(created(
                        "v1 Service", "{metadata: {name: s, namespace: ns1}, spec: {ports: [{port: 1}, {port: 2}]}}"))
                .containsExactly("spec.ports[0].name: Required value", "spec.ports[1].name: Required value");
        assertThat(changed("v1 Service", service, Tree.arr(List.of("10.0.0.6")), "spec", "clusterIPs"))
                .containsExactly(
                        "spec.clusterIPs[0]: Invalid value: [\"10.0.0.6\"]: may not change once set",
                        "spec.clusterIPs: Invalid value: [\"10.0.0.6\"]: first value must match `clusterIP`");
        assertThat(changed("v1 Service", service, Json.of("Weird"), "spec", "type"))
                .contains("spec.type: Unsupported value: \"Weird\": supported values: \"ClusterIP\", \"ExternalName\", "
                        + "\"LoadBalancer\", \"NodePort\"");
    }

    @Test
    @DisplayName("B4, B5: ConfigMap and Secret")
    void whatIsSealedStaysAsItIs() {
        String map = "{metadata: {name: m, namespace: ns1}, immutable: true, data: {a: b}}";
        assertThat(changed("v1 ConfigMap", map, Json.of("c"), "data", "a"))
                .containsExactly("data: Forbidden: field is immutable when `immutable` is set");
        assertThat(created("v1 ConfigMap", "{metadata: {name: m, namespace: ns1}, data: {'a b': c}}"))
                .singleElement()
                .asString()
                .startsWith("data[a b]: Invalid value: \"a b\": a valid config key must consist of");
        String secret = "{metadata: {name: m, namespace: ns1}, type: Opaque, data: {a: Yg==}}";
        assertThat(changed("v1 Secret", secret, Json.of("other"), "type"))
                .containsExactly("type: Invalid value: \"other\": field is immutable");
        assertThat(created("v1 Secret", "{metadata: {name: m, namespace: ns1}, type: kubernetes.io/tls}"))
                .containsExactly("data[tls.crt]: Required value", "data[tls.key]: Required value");
    }

    @Test
    @DisplayName("B5: other kinds")
    void otherKindsHaveTheirOwnDemands() {
        String job =
                "{metadata: {name: j, namespace: ns1}, spec: {manualSelector: true, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, "
                        + "spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}";
        assertThat(created("batch/v1 Job", job)).isEmpty();
        assertThat(created("batch/v1 Job", job.replace("restartPolicy: Never, ", "")))
                .containsExactly(
                        "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"");
        assertThat(changed("batch/v1 Job", job, Json.of("x"), "spec", "template", "metadata", "labels", "more"))
                .singleElement()
                .asString()
                .startsWith("spec.template: Invalid value: ")
                .endsWith(": field is immutable");
        String binding =
                "{metadata: {name: b, namespace: ns1}, roleRef: {kind: Role, name: r}, subjects: [{kind: User, name: u}]}";
        assertThat(created("rbac.authorization.k8s.io/v1 RoleBinding", binding)).isEmpty();
        assertThat(changed("rbac.authorization.k8s.io/v1 RoleBinding", binding, Json.of("other"), "roleRef", "name"))
                .singleElement()
                .asString()
                .endsWith("cannot change roleRef");
        assertThat(created(
                        "coordination.k8s.io/v1 Lease",
                        "{metadata: {name: l, namespace: ns1}, spec: {leaseDurationSeconds: 0}}"))
                .containsExactly("spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0");
        assertThat(created("v1 PersistentVolumeClaim", "{metadata: {name: c, namespace: ns1}, spec: {}}"))
                .containsExactly(
                        "spec.accessModes: Required value: at least 1 access mode is required",
                        "spec.resources[storage]: Required value");
        assertThat(created("v1 Event", "{metadata: {name: e, namespace: ns1}, involvedObject: {namespace: other}}"))
                .containsExactly("involvedObject.namespace: Invalid value: \"other\": does not match event.namespace");
        assertThat(created(
                        "networking.k8s.io/v1 Ingress",
                        "{metadata: {name: i, namespace: ns1}, spec: {rules: [{http: {paths: [{path: /, backend: {service: {name: s, "
                                + "port: {number: 1}}}}]}}]}}"))
                .containsExactly("spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified");
    }

    @Test
    @DisplayName("B4: schedules")
    void aScheduleHasFiveFields() {
        assertThat(CronSyntax.problem("*/5 0-23 1,15 jan-dec sun")).isEmpty();
        assertThat(CronSyntax.problem("@hourly")).isEmpty();
        assertThat(CronSyntax.problem("* * *")).contains("expected exactly 5 fields, found 3: [* * *]");
        assertThat(CronSyntax.problem("61 * * * *")).contains("end of range (61) above maximum (59): 61");
    }
}
