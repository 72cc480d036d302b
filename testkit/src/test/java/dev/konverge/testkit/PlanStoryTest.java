package dev.konverge.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.konverge.client.ExecOptions;
import dev.konverge.client.ListOptions;
import dev.konverge.client.ResourceClient;
import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.Manager;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Plan;
import dev.konverge.controller.UnplannedException;
import dev.konverge.model.Bytes;
import dev.konverge.model.DeleteOptions;
import dev.konverge.model.FieldSelector;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import dev.konverge.model.events.v1.Event;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Plan mode, as the one who reads its output sees it. */
@WithCluster
class PlanStoryTest {
    private static ConfigMap map(String name, String colour) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .data(Map.of("colour", colour))
                .build();
    }

    /** {@return what a plan says} Fails if anything was written, or could not be planned. */
    private static List<String> plan(TestCluster cluster, Consumer<ControllerBuilder<Deployment>> description)
            throws InterruptedException {
        List<UnplannedException.Failure> failures = new ArrayList<>();
        List<String> said = plan(cluster, description, failures);
        assertThat(failures).isEmpty();
        return said;
    }

    private static List<String> plan(
            TestCluster cluster,
            Consumer<ControllerBuilder<Deployment>> description,
            List<UnplannedException.Failure> failures)
            throws InterruptedException {
        List<String> said = new ArrayList<>();
        DiffPlan plan = new DiffPlan(said::add);
        long before = cluster.server().revision();
        try {
            Mirror.on(cluster, description).leaderElection("mirror").build().plan(plan);
        } catch (UnplannedException incomplete) {
            failures.addAll(incomplete.failures());
            assertThat(incomplete.getMessage()).hasLineCount(1 + failures.size());
        }
        assertThat(cluster.server().revision()).as("what is stored").isEqualTo(before);
        assertThat(plan.changes()).isEqualTo(said.size());
        return said;
    }

    @Test
    void eachWriteIsADifferenceAndThoseThatChangeNothingAreLeftOut(TestCluster cluster) throws InterruptedException {
        cluster.create(map("edited", "red"));
        cluster.create(map("deleted", "red"));
        cluster.create(map("same", "red"));
        cluster.create(Mirror.deployment("web", 1));
        List<String> said = plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                    scope.edit(
                            scope.find(ConfigMap.TYPE, "edited").orElseThrow(),
                            m -> m.toBuilder().data(Map.of("colour", "blue")).build());
                    scope.delete(
                            scope.find(ConfigMap.TYPE, "deleted").orElseThrow(),
                            how -> how.propagationPolicy("Orphan").dryRun(List.of()));
                    scope.applyUnowned(map("same", "red"));
                    scope.create(map("created", "green"));
                    scope.event("Planned", "nobody hears of it");
                    return Outcome.done();
                }));
        assertThat(said).hasSize(3);
        assertThat(said.get(0))
                .startsWith("edit ConfigMap default/edited\n")
                .contains("\n-  colour: red\n+  colour: blue\n");
        assertThat(said.get(1))
                .startsWith("delete ConfigMap default/deleted\n")
                .contains("\n-  colour: red\n")
                .doesNotContain("\n+");
        assertThat(said.get(2))
                .startsWith("create ConfigMap default/created\n")
                .contains("\n+  colour: green\n", "\n+    kind: Deployment\n");
        assertThat(cluster.clients().resource(Event.TYPE).list().items()).isEmpty();
        assertThat(cluster.clients().resource(Lease.TYPE).in("default").list().items())
                .as("a plan leads nobody")
                .isEmpty();
    }

    @Test
    void theStatusOfAnotherObjectAndAnUnownedOneAreShown(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1));
        List<String> said = plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                    scope.editStatus(
                            scope.find(Deployment.TYPE, "web").orElseThrow(),
                            d -> d.with(b -> b.status(s -> s.replicas(3))));
                    scope.createUnowned(map("created", "green"));
                    return Outcome.done();
                }));
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).startsWith("edit Deployment default/web\n").contains("\n+  replicas: 3\n");
        assertThat(said.get(1)).startsWith("create ConfigMap default/created\n").doesNotContain("ownerReferences");
    }

    @Test
    void aFinalizerThatWouldBeAddedIsShown(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1));
        assertThat(plan(cluster, c -> c.reconcile((d, scope) -> Outcome.done()).onDelete((d, scope) -> Outcome.done())))
                .singleElement()
                .asString()
                .startsWith("edit Deployment default/web\n")
                .contains("\n+  finalizers:\n+  - apps/mirror\n");
    }

    @Test
    void reconcilesThatFailAreToldAndCostTheOthersNothing(TestCluster cluster) throws InterruptedException {
        for (String name : List.of("bad", "conflict", "good", "missing")) {
            cluster.create(Mirror.deployment(name, 1));
        }
        cluster.create(map("changing", "red"));
        List<UnplannedException.Failure> failures = new ArrayList<>();
        List<String> said = plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                    switch (deployment.key().name()) {
                        case "bad" -> throw new IllegalStateException("on\npurpose");
                        case "conflict" ->
                            scope.edit(
                                    map("changing", "red").toBuilder()
                                            .metadata(m -> m.namespace("default")
                                                    .name("changing")
                                                    .resourceVersion("1"))
                                            .build(),
                                    m -> m.toBuilder()
                                            .data(Map.of("colour", "blue"))
                                            .build());
                        case "missing" ->
                            scope.clients()
                                    .resource(ConfigMap.TYPE)
                                    .in("default")
                                    .get("missing");
                        default -> scope.apply(map(deployment.key().name(), "red"));
                    }
                    return Outcome.done();
                }),
                failures);
        assertThat(said).singleElement().asString().startsWith("create ConfigMap default/good\n");
        assertThat(failures)
                .extracting(UnplannedException.Failure::toString)
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).isEqualTo("mirror default/bad: on purpose"),
                        line -> assertThat(line)
                                .startsWith("mirror default/conflict: ")
                                .contains("409"),
                        line -> assertThat(line)
                                .startsWith("mirror default/missing: ")
                                .contains("404"));
    }

    @Test
    void aSecondWriteIsComparedWithWhatIsStored(TestCluster cluster) throws InterruptedException {
        cluster.create(map("edited", "red"));
        cluster.create(Mirror.deployment("web", 1));
        List<String> said = plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                            scope.status(deployment.toBuilder()
                                    .status(DeploymentStatus.builder()
                                            .replicas(1)
                                            .build())
                                    .build());
                            ConfigMap first = scope.edit(
                                    scope.find(ConfigMap.TYPE, "edited").orElseThrow(),
                                    m -> m.toBuilder()
                                            .data(Map.of("colour", "red", "first", "1"))
                                            .build());
                            ConfigMap second = scope.edit(
                                    first,
                                    m -> m.toBuilder()
                                            .data(Map.of("colour", "red", "first", "1", "second", "2"))
                                            .build());
                            scope.delete(second);
                            return Outcome.done();
                        })
                        .onDelete((d, scope) -> Outcome.done()));
        assertThat(said).hasSize(5);
        assertThat(said.get(0)).contains("\n+  finalizers:\n").doesNotContain("\n-");
        assertThat(said.get(1)).contains("\n+  replicas: 1\n").doesNotContain("\n-");
        assertThat(said.get(2)).contains("\n+  first: \"1\"\n").doesNotContain("\n-");
        assertThat(said.get(3)).contains("\n+  second: \"2\"\n").doesNotContain("\n-");
        assertThat(said.get(4)).contains("\n-  colour: red\n").doesNotContain("first", "second");
    }

    @Test
    void theValuesOfSecretsAreNotShownButThatTheyChangeIs(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(secret(Map.of("same", "same-value", "old", "old-value", "changed", "value-before")));
        List<String> said = plan(
                cluster,
                c -> c.reads(Secret.TYPE).reconcile((deployment, scope) -> {
                    Secret secret = scope.find(Secret.TYPE, "password").orElseThrow();
                    Secret wanted = secret(Map.of("same", "same-value", "new", "new-value", "changed", "value-after"));
                    scope.edit(
                            secret,
                            s -> wanted.toBuilder().metadata(s.metadata()).build());
                    scope.edit(
                            secret,
                            s -> s.toBuilder()
                                    .stringData(Map.of("changed", "plain-value"))
                                    .build());
                    return Outcome.done();
                }));
        assertThat(said).hasSize(2);
        assertThat(said.get(0))
                .contains(
                        "-  changed: '*** (before)'\n",
                        "+  changed: '*** (after)'\n",
                        "-  old: '***'\n",
                        "+  new: '***'\n");
        String all = String.join("", said);
        for (String value :
                List.of("same-value", "old-value", "value-before", "new-value", "value-after", "plain-value")) {
            assertThat(all).doesNotContain(value).doesNotContain(base64(value));
        }
        assertThat(all)
                .as("what kubectl applied")
                .contains("last-applied-configuration: '***'")
                .doesNotContain("repeated");
    }

    private static String base64(String value) {
        return Base64.getEncoder().encodeToString(value.getBytes(UTF_8));
    }

    private static Secret secret(Map<String, String> values) {
        Map<String, Bytes> data = new TreeMap<>();
        values.forEach((key, value) -> data.put(key, Bytes.of(value.getBytes(UTF_8))));
        return Secret.builder()
                .metadata(m -> m.namespace("default")
                        .name("password")
                        .annotations(Map.of("kubectl.kubernetes.io/last-applied-configuration", "repeated")))
                .data(data)
                .build();
    }

    @Test
    void whatIsWrittenThroughTheClientsIsNotStoredEither(TestCluster cluster) throws InterruptedException {
        cluster.create(map("there", "red"));
        cluster.create(map("deleted", "red"));
        cluster.create(Mirror.deployment("web", 1));
        List<String> doors = new ArrayList<>();
        plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                    assertThat(scope.isPlan()).isTrue();
                    ResourceClient<ConfigMap> maps =
                            scope.clients().resource(ConfigMap.TYPE).in("default");
                    maps.create(map("created", "green"));
                    maps.update(maps.get("there").toBuilder()
                            .data(Map.of("colour", "blue"))
                            .build());
                    maps.patch("there", new MergePatch(Json.parse("{\"data\":{\"colour\":\"blue\"}}")));
                    maps.delete("deleted");
                    maps.deleteCollection(DeleteOptions.builder().build(), ListOptions.NONE);
                    scope.clients()
                            .rest()
                            .delete()
                            .absPath("/api/v1/namespaces/default/configmaps/there")
                            .call();
                    doors.add("all");
                    return Outcome.done();
                }));
        assertThat(doors).containsExactly("all");
    }

    @Test
    void whatCannotBeTriedIsRefused(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1));
        List<Throwable> refused = new ArrayList<>();
        plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                    refused.add(catchThrowable(() ->
                            scope.clients().pods().in("default").exec("web", ExecOptions.of("rm", "-r", "/data"))));
                    refused.add(catchThrowable(() -> scope.clients()
                            .rest()
                            .post()
                            .absPath("/api/v1/namespaces/default/services/web/proxy/orders")
                            .call()));
                    return Outcome.done();
                }));
        assertThat(refused)
                .hasSize(2)
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("a plan"));
    }

    @Test
    void aCleanUpIsToldAndNotCalled(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1).toBuilder()
                .metadata(m -> m.namespace("default").name("web").finalizers(List.of("apps/mirror")))
                .build());
        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        List<String> cleanedUp = new ArrayList<>();
        assertThat(plan(
                        cluster,
                        c -> c.onDelete((deployment, scope) -> {
                            cleanedUp.add(deployment.key().name());
                            return Outcome.done();
                        })))
                .singleElement()
                .asString()
                .startsWith("clean up Deployment default/web\n");
        assertThat(cleanedUp).isEmpty();
    }

    @Test
    void aPlanWhoseWritesAreMeantIsRefused(TestCluster cluster) {
        assertThatThrownBy(() -> Mirror.on(cluster).build().plan(Plan.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsThereAndNotInACacheIsChangedAndNotCreated(TestCluster cluster) throws InterruptedException {
        cluster.create(Mirror.deployment("web", 1));
        cluster.create(Secret.builder()
                .metadata(m -> m.namespace("default").name("there").labels(Map.of("colour", "red")))
                .build());
        List<String> said = plan(
                cluster,
                c -> c.reconcile((deployment, scope) -> {
                    for (String name : List.of("there", "new")) {
                        scope.applyUnowned(Secret.builder()
                                .metadata(m -> m.namespace("default").name(name).labels(Map.of("colour", "blue")))
                                .build());
                    }
                    return Outcome.done();
                }));
        assertThat(said).hasSize(2);
        assertThat(said.get(0))
                .startsWith("apply Secret default/there\n")
                .contains("\n-    colour: red\n+    colour: blue\n");
        assertThat(said.get(1)).startsWith("create Secret default/new\n");
    }

    @Test
    void whatIsListedIsWhatTheCacheSelects(TestCluster cluster) throws InterruptedException {
        List<String> asked = new ArrayList<>();
        Manager.builder(cluster.platform(), new InterceptedTransport(cluster.transport(), (request, onward) -> {
                    asked.add(request.target());
                    return onward.send(request);
                }))
                .cache(ConfigMap.TYPE, c -> c.fields(FieldSelector.ofName("mine")))
                .controller(ConfigMap.TYPE, c -> c.reconcile((map, scope) -> Outcome.done()))
                .build()
                .plan(new DiffPlan(line -> {}));
        assertThat(asked).isNotEmpty().allMatch(target -> target.contains("fieldSelector=metadata.name"));
    }
}
