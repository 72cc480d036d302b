package dev.konverge.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What kubectl does, and what it says. Told on any server that has a garbage collector and empties deleted namespaces. */
// The package is exported; these tests, and what JUnit they use, are not.
@SuppressWarnings("exports")
public interface KubectlStory {
    /** A deployment of two. */
    String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, labels: {app: web}}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: "nginx:1.27", ports: [{containerPort: 80}]}]}
            """;
    /** The definition of a custom kind. */
    String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: crontabs.stable.example.com}
            spec:
              group: stable.example.com
              scope: Namespaced
              names: {plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct]}
              versions:
              - name: v1
                served: true
                storage: true
                subresources:
                  status: {}
                  scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
                additionalPrinterColumns:
                - {name: Spec, type: string, jsonPath: .spec.cronSpec}
                - {name: Replicas, type: integer, jsonPath: .spec.replicas}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        required: [cronSpec]
                        properties:
                          cronSpec: {type: string, description: When it runs.}
                          replicas: {type: integer, minimum: 1, maximum: 10, default: 1}
                      status:
                        type: object
                        properties: {replicas: {type: integer}}
            """;

    /** {@return the program} */
    Kubectl kubectl();

    /** {@return a folder for files} */
    Path home();

    /** {@return a namespace for one test} */
    String namespace();

    @Test
    default void versionAndApiResourcesShowWhatIsServed() throws Exception { // D1, D2, D4
        assertThat(done("version")).contains("Server Version: v1.36.4");
        assertThat(done("api-resources", "--api-group=apps").lines())
                .anySatisfy(line -> assertThat(line).matches("deployments +deploy +apps/v1 +true +Deployment"));
        assertThat(done("api-versions").lines()).contains("v1", "apps/v1", "batch/v1", "coordination.k8s.io/v1");
    }

    @Test
    default void createSendsProtobufAndGetShowsEveryForm() throws Exception { // M2, M4, M6
        assertThat(in("create", "configmap", "a", "--from-literal=k=v")).isEqualTo("configmap/a created\n");
        assertThat(in("create", "secret", "generic", "s", "--from-literal=p=q")).isEqualTo("secret/s created\n");

        assertThat(in("get", "configmap", "a").lines().toList().get(1)).matches("a +1 +\\d+s");
        assertThat(in("get", "configmap", "a", "-o", "yaml")).contains("data:\n  k: v\n", "kind: ConfigMap");
        assertThat(in("get", "configmap", "a", "-o", "custom-columns=N:.metadata.name,D:.data.k"))
                .isEqualToNormalizingWhitespace("N D a v");
        assertThat(in("get", "secret", "s", "-o", "jsonpath={.data.p}")).isEqualTo("cQ==");
        assertThat(failing("-n", namespace(), "get", "configmap", "missing"))
                .contains("Error from server (NotFound): configmaps \"missing\" not found");
    }

    @Test
    default void getWideShowsTheColumnsOfTheKind() throws Exception { // M4, M6
        apply(DEPLOYMENT);

        assertThat(in("get", "deployments", "-o", "wide").lines().findFirst())
                .get()
                .asString()
                .matches("NAME +READY +UP-TO-DATE +AVAILABLE +AGE +CONTAINERS +IMAGES +SELECTOR");
        assertThat(in("get", "deploy,svc")).contains("deployment.apps/web");
        assertThat(in("describe", "deployment", "web"))
                .contains("Name:                   web", "Replicas:               2 desired", "nginx:1.27");
    }

    @Test
    default void getWatchPrintsChangesAsTheyHappen() throws Exception { // W1, M4
        in("create", "configmap", "first", "--from-literal=k=v");
        try (Kubectl.Call watch =
                kubectl().start(Map.of(), "-n", namespace(), "get", "configmaps", "-w", "--no-headers")) {
            awaitText(watch, "first");
            in("create", "configmap", "second", "--from-literal=k=v");
            awaitText(watch, "second");
            in("delete", "configmap", "second");
            assertThat(watch.isAlive()).isTrue();
        }
    }

    @Test
    default void applyCreatesChangesAndDiffs() throws Exception { // T3, C8, D5
        assertThat(apply(DEPLOYMENT)).isEqualTo("deployment.apps/web created\n");
        assertThat(apply(DEPLOYMENT)).isEqualTo("deployment.apps/web unchanged\n");
        Path changed = file("changed.yaml", DEPLOYMENT.replace("1.27", "1.28"));
        Kubectl.Result diff = kubectl().run("-n", namespace(), "diff", "-f", changed.toString());

        assertThat(diff.code()).as(diff.toString()).isEqualTo(1);
        assertThat(diff.out()).contains("-      - image: nginx:1.27", "+      - image: nginx:1.28");
        assertThat(in("apply", "-f", changed.toString())).isEqualTo("deployment.apps/web configured\n");
        assertThat(in("get", "deployment", "web", "-o", "jsonpath={.spec.template.spec.containers[0].image}"))
                .isEqualTo("nginx:1.28");
    }

    @Test
    default void applyRefusesFieldsThatTheKindDoesNotHave() throws Exception { // V1
        Path wrong = file("wrong.yaml", DEPLOYMENT.replace("replicas: 2", "replicas: 2\n  replica: 3"));

        assertThat(failing("-n", namespace(), "apply", "-f", wrong.toString()))
                .contains("strict decoding error: unknown field \"spec.replica\"");
        assertThat(done("-n", namespace(), "apply", "--validate=ignore", "-f", wrong.toString()))
                .contains("created");
    }

    @Test
    default void serverSideApplyTellsConflictsAndTakesOverByForce() throws Exception { // A1, A6
        Path file = file("ssa.yaml", DEPLOYMENT);
        Path other = file("ssa-other.yaml", DEPLOYMENT.replace("replicas: 2", "replicas: 7"));

        assertThat(in("apply", "--server-side", "-f", file.toString())).contains("serverside-applied");
        String conflict =
                failing("-n", namespace(), "apply", "--server-side", "--field-manager=other", "-f", other.toString());
        assertThat(conflict).contains("Apply failed with 1 conflict: conflict with \"kubectl\"", ".spec.replicas");
        assertThat(in("apply", "--server-side", "--field-manager=other", "--force-conflicts", "-f", other.toString()))
                .contains("serverside-applied");
        assertThat(in("get", "deployment", "web", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("7");
    }

    @Test
    default void patchLabelAnnotateAndScaleChangeAnObject() throws Exception { // T1, T2, T3, B9
        apply(DEPLOYMENT);

        assertThat(in("patch", "deployment", "web", "-p", "{\"spec\":{\"minReadySeconds\":5}}"))
                .contains("patched");
        assertThat(in(
                        "patch",
                        "deployment",
                        "web",
                        "--type=json",
                        "-p",
                        "[{\"op\":\"replace\",\"path\":\"/spec/minReadySeconds\",\"value\":6}]"))
                .contains("patched");
        assertThat(in("patch", "deployment", "web", "--type=merge", "-p", "{\"spec\":{\"paused\":true}}"))
                .contains("patched");
        assertThat(in("label", "deployment", "web", "tier=front")).contains("labeled");
        assertThat(in("annotate", "deployment", "web", "note=x")).contains("annotated");
        assertThat(in("scale", "deployment", "web", "--replicas=5")).contains("scaled");
        assertThat(in(
                        "get",
                        "deployment",
                        "web",
                        "-o",
                        "jsonpath={.spec.minReadySeconds} {.spec.paused} {.metadata.labels.tier} {.metadata.annotations.note}"
                                + " {.spec.replicas}"))
                .isEqualTo("6 true front x 5");
        assertThat(in("get", "deployments", "-l", "tier=front", "-o", "name")).isEqualTo("deployment.apps/web\n");
    }

    @Test
    default void editSendsWhatTheEditorWrote() throws Exception {
        in("create", "configmap", "a", "--from-literal=k=v");
        Kubectl.Result edited = kubectl()
                .runWith(Map.of("EDITOR", "sed -i s/k:.v/k:\\ edited/"), "-n", namespace(), "edit", "configmap", "a");

        assertThat(edited.code()).as(edited.toString()).isZero();
        assertThat(in("get", "configmap", "a", "-o", "jsonpath={.data.k}")).isEqualTo("edited");
    }

    @Test
    default void explainKnowsBuiltInAndCustomKinds() throws Exception { // D5
        assertThat(in("explain", "deployment.spec.replicas"))
                .contains("GROUP:      apps", "KIND:       Deployment", "FIELD: replicas <integer>");
        assertThat(in("explain", "pod.spec.containers")).contains("FIELD: containers <[]Container>", "imagePullPolicy");
        define();
        assertThat(in("explain", "crontab.spec.cronSpec"))
                .contains("KIND:       CronTab", "FIELD: cronSpec <string>", "When it runs.");
    }

    @Test
    default void customResourcesAreServedAsSoonAsTheyAreDefined() throws Exception { // R1, R5, R6, R9, M5
        define();
        String object = """
                apiVersion: stable.example.com/v1
                kind: CronTab
                metadata: {name: c}
                spec: {cronSpec: "* * * * *"}
                """;
        assertThat(apply(object)).isEqualTo("crontab.stable.example.com/c created\n");
        assertThat(in("get", "ct").lines().toList())
                .satisfies(lines -> assertThat(lines.get(0)).matches("NAME +SPEC +REPLICAS"))
                .satisfies(lines -> assertThat(lines.get(1)).matches("c +\\* \\* \\* \\* \\* +1"));
        assertThat(in("scale", "crontab", "c", "--replicas=3")).contains("scaled");
        assertThat(in("get", "crontab", "c", "-o", "jsonpath={.spec.replicas}")).isEqualTo("3");
        assertThat(failing(
                        "-n",
                        namespace(),
                        "patch",
                        "crontab",
                        "c",
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"replicas\":11}}"))
                .contains("spec.replicas in body should be less than or equal to 10");
        assertThat(in("delete", "crontab", "c")).contains("deleted");
    }

    @Test
    default void waitAndRolloutStatusFollowTheStatus() throws Exception { // W4, W13
        apply(DEPLOYMENT);
        try (Kubectl.Call rollout =
                kubectl().start(Map.of(), "-n", namespace(), "rollout", "status", "deployment/web", "--timeout=50s")) {
            awaitText(rollout, "Waiting for deployment");
            reportStatus();
            Kubectl.Result result = rollout.await();
            assertThat(result.code()).as(result.toString()).isZero();
            assertThat(result.out()).contains("deployment \"web\" successfully rolled out");
        }
        assertThat(in("wait", "--for=condition=Available", "deployment/web", "--timeout=30s"))
                .contains("condition met");
        assertThat(in("wait", "--for=jsonpath={.status.readyReplicas}=2", "deployment/web", "--timeout=30s"))
                .contains("condition met");
    }

    @Test
    default void deleteWaitsForTheEndWithEachCascade() throws Exception { // X5, X8, G1, G2, G3
        for (String cascade : new String[] {"background", "foreground", "orphan"}) {
            in("create", "configmap", "owner", "--from-literal=k=v");
            String uid = in("get", "configmap", "owner", "-o", "jsonpath={.metadata.uid}");
            Path dependent = file("dependent.yaml", """
                    apiVersion: v1
                    kind: ConfigMap
                    metadata:
                      name: dependent
                      ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s, blockOwnerDeletion: true}]
                    """.formatted(uid));
            in("create", "-f", dependent.toString());

            assertThat(in("delete", "configmap", "owner", "--cascade=" + cascade))
                    .contains("deleted");
            if (cascade.equals("orphan")) {
                assertThat(in("get", "configmap", "dependent", "-o", "jsonpath={.metadata.ownerReferences}"))
                        .isEmpty();
                in("delete", "configmap", "dependent");
            } else {
                in("wait", "--for=delete", "configmap/dependent", "--timeout=30s");
            }
        }
    }

    @Test
    default void aNamespaceIsDeletedWithAllThatIsInIt() throws Exception { // G6, G7
        in("create", "configmap", "a", "--from-literal=k=v");

        assertThat(done("delete", "namespace", namespace())).contains("deleted");
        assertThat(failing("-n", namespace(), "get", "configmap", "a")).contains("NotFound");
    }

    // ---- what the tests are made of
    // -----------------------------------------------------------------------------------------

    private Path file(String name, String content) throws IOException {
        return Files.writeString(home().resolve(namespace() + "-" + name), content);
    }

    private String apply(String content) throws Exception {
        return in("apply", "-f", file("apply.yaml", content).toString());
    }

    private void define() throws Exception {
        done("apply", "-f", file("definition.yaml", DEFINITION).toString());
        done("wait", "--for=condition=Established", "crd/crontabs.stable.example.com", "--timeout=30s");
        awaitServed("crontab");
    }

    /** Waits until a kind that was defined is served and described; servers that are not one piece take a moment. */
    default void awaitServed(String kind) throws Exception {}

    private String in(String... arguments) throws Exception {
        String[] all = new String[arguments.length + 2];
        all[0] = "-n";
        all[1] = namespace();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return done(all);
    }

    /** {@return what a call says that succeeds} */
    default String done(String... arguments) throws Exception {
        Kubectl.Result result = kubectl().run(arguments);
        assertThat(result.code())
                .as("kubectl " + String.join(" ", arguments) + ": " + result)
                .isZero();
        return result.out();
    }

    private String failing(String... arguments) throws Exception {
        Kubectl.Result result = kubectl().run(arguments);
        assertThat(result.code())
                .as("kubectl " + String.join(" ", arguments) + ": " + result)
                .isNotZero();
        return result.err();
    }

    private static void awaitText(Kubectl.Call call, String text) throws Exception {
        Platform platform = Platform.real();
        long deadline = platform.clock().deadlineAfter(Duration.ofSeconds(30));
        while (!call.soFar().contains(text)) {
            assertThat(platform.clock().nanoTime())
                    .as("\"" + text + "\" is not in: " + call.soFar())
                    .isLessThan(deadline);
            platform.sleep(Duration.ofMillis(20));
        }
    }

    /** Does what the deployment controller would do when the pods run. */
    private void reportStatus() throws Exception {
        String status = """
                {"status":{"observedGeneration":1,"replicas":2,"updatedReplicas":2,"readyReplicas":2,"availableReplicas":2,
                "conditions":[{"type":"Available","status":"True","reason":"MinimumReplicasAvailable","message":"",
                "lastUpdateTime":"2026-01-01T00:00:00Z","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}
                """;
        in("patch", "deployment", "web", "--subresource=status", "--type=merge", "-p", status);
    }
}
