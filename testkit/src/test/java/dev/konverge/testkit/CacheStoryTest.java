package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.PartialObjectMetadata;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.CacheBuilder;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.FieldSelector;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.ObjectMeta;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.Selector;
import dev.konverge.model.Unstructured;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.events.v1.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A manager that keeps less than there is: by labels, fields, namespaces and parts of objects. */
@WithCluster
class CacheStoryTest {
    private static final ResourceType<PartialObjectMetadata> METADATA = PartialObjectMetadata.typeOf(ConfigMap.TYPE);

    private final List<String> seen = new ArrayList<>();
    private final BehindCount behind = new BehindCount();

    /** The names of objects that a transform fails for. */
    private final Set<String> unfit = new HashSet<>();

    private static ConfigMap map(String namespace, String name, Map<String, String> labels) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace(namespace).name(name).labels(labels))
                .build();
    }

    private static ConfigMap red(String name) {
        return map("default", name, Map.of("colour", "red"));
    }

    private static ConfigMap plain(String name) {
        return map("default", name, Map.of());
    }

    private ManagerBuilder manager(TestCluster cluster, Reconciler<Deployment> reconciler) {
        return cluster.manager()
                .monitor(behind)
                .controller(
                        Deployment.TYPE,
                        c -> c.owns(ConfigMap.TYPE)
                                .index(
                                        ConfigMap.TYPE,
                                        "initial",
                                        map -> List.of(map.key().name().substring(0, 1)))
                                .reconcile(reconciler));
    }

    private void run(
            TestCluster cluster, Consumer<? super CacheBuilder<ConfigMap>> cache, Reconciler<Deployment> reconciler) {
        cluster.run(manager(cluster, reconciler).cache(ConfigMap.TYPE, cache).build());
    }

    private static String names(List<? extends Resource> objects) {
        return String.join(
                " ",
                objects.stream()
                        .map(object -> object.key().name())
                        .filter(name -> !name.equals("kube-root-ca.crt"))
                        .sorted()
                        .toList());
    }

    private static void label(TestCluster cluster, String map, String colour) {
        cluster.clients()
                .resource(ConfigMap.TYPE)
                .in("default")
                .patch(map, new MergePatch(Json.parse("{\"metadata\":{\"labels\":{\"colour\":\"" + colour + "\"}}}")));
    }

    // ---- selectors

    @Test
    void aCacheHasWhatItsLabelsSelectAlsoAfterItWasListedAnew(TestCluster cluster) {
        cluster.create(red("a"));
        cluster.create(plain("b"));
        run(cluster, c -> c.labels(Selector.parse("colour=red")), (deployment, scope) -> {
            seen.add(names(scope.listAll(ConfigMap.TYPE)));
            return Outcome.requeueAfter(Duration.ofSeconds(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).endsWith("a"));
        label(cluster, "b", "red");
        cluster.eventually(() -> assertThat(seen).endsWith("a b"));
        label(cluster, "a", "blue");
        cluster.eventually(() -> assertThat(seen).endsWith("b"));

        Match watch = Match.verbs("watch").on("configmaps");
        try (Injection expired = cluster.faults().inject(watch, new Fault.Gone(), 0, 1)) {
            // By then every watch has been opened anew.
            cluster.advance(Duration.ofMinutes(11));
            assertThat(expired.hits()).isEqualTo(1);
        }
        cluster.create(plain("c"));
        cluster.create(red("d"));
        cluster.eventually(() -> assertThat(seen).endsWith("b d"));
        assertThat(seen).containsOnly("a", "a b", "b", "b d");
    }

    @Test
    void aCacheHasWhatItsFieldsSelect(TestCluster cluster) {
        cluster.create(plain("a"));
        cluster.create(plain("b"));
        run(cluster, c -> c.fields(FieldSelector.ofName("b")), (deployment, scope) -> {
            seen.add(names(scope.listAll(ConfigMap.TYPE)));
            scope.applyUnowned(plain("c"));
            return Outcome.requeueAfter(Duration.ofMillis(100));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThan(5));
        assertThat(seen).containsOnly("b");
        assertThat(behind.count()).isZero();
    }

    @Test
    void whatIsWrittenOutsideTheSelectionIsNotWaitedFor(TestCluster cluster) {
        run(cluster, c -> c.labels(Selector.parse("colour=red")), (deployment, scope) -> {
            seen.add(names(scope.owned(ConfigMap.TYPE)));
            scope.apply(plain("counter").toBuilder()
                    .data(Map.of("n", Integer.toString(seen.size())))
                    .build());
            return Outcome.requeueAfter(Duration.ofMillis(100));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(seen).hasSizeGreaterThan(5).containsOnly("");
        assertThat(behind.count()).isZero();
    }

    private static ConfigMap painted(ConfigMap map, String colour) {
        return map.toBuilder()
                .metadata(map.metadata().toBuilder()
                        .labels(Map.of("colour", colour))
                        .build())
                .build();
    }

    @Test
    void whatIsWrittenInsideTheSelectionIsReadBackAndWhatLeavesItIsNotReadAnyMore(TestCluster cluster) {
        run(cluster, c -> c.labels(Selector.parse("colour=red")), (deployment, scope) -> {
            List<ConfigMap> maps = scope.owned(ConfigMap.TYPE);
            seen.add(names(maps));
            if (seen.size() == 1) {
                scope.apply(red("a"));
            }
            maps.forEach(map -> scope.edit(map, m -> painted(m, "blue")));
            return Outcome.requeueAfter(Duration.ofMillis(1));
        });
        Mirror.declareWhileConfigMapsLookOld(cluster);
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThan(5));
        assertThat(seen).startsWith("", "a", "").containsOnlyOnce("a");
    }

    @Test
    void whatHasLeftTheSelectionIsNotReadFromACacheThatDoesNotFollow(TestCluster cluster) {
        cluster.create(red("a"));
        run(cluster, c -> c.labels(Selector.parse("colour=red")), (deployment, scope) -> {
            seen.add(names(scope.list(ConfigMap.TYPE)));
            scope.list(ConfigMap.TYPE).forEach(map -> scope.edit(map, m -> painted(m, "blue")));
            return Outcome.requeueAfter(Duration.ofMillis(1));
        });
        Mirror.declareWhileConfigMapsLookOld(cluster);
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThan(5));
        assertThat(seen).startsWith("a", "").containsOnlyOnce("a");
    }

    // ---- parts of objects

    /** Leaves nothing of the data but its keys, and of the annotations nothing. */
    private static ConfigMap withoutData(ConfigMap map) {
        return map.toBuilder()
                .metadata(map.metadata().toBuilder().annotations(Map.of()).build())
                .data(Map.of())
                .build();
    }

    private static ConfigMap full(String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default")
                        .name(name)
                        .annotations(Map.of("note", "kept"))
                        .finalizers(List.of("example.com/theirs")))
                .data(Map.of("secret", "kept"))
                .build();
    }

    @Test
    void anEditOfAPartKeepsTheRest(TestCluster cluster) {
        cluster.create(full("a"));
        Injection reads =
                cluster.faults().inject(Match.verbs("get").on("configmaps"), new Fault.Delay(Duration.ofNanos(1)));
        run(cluster, c -> c.transform(CacheStoryTest::withoutData), (deployment, scope) -> {
            ConfigMap a = scope.find(ConfigMap.TYPE, "a").orElseThrow();
            ConfigMap edited =
                    scope.edit(a, m -> m.toBuilder().data(Map.of("ours", "1")).build());
            seen.add(a.data() + " " + edited.data());
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).isNotEmpty());
        assertThat(seen).first().as("both as they are kept").isEqualTo("{} {}");
        ConfigMap after = cluster.get(ConfigMap.TYPE, "default", "a");
        assertThat(after.data()).containsOnly(Map.entry("secret", "kept"), Map.entry("ours", "1"));
        assertThat(after.metadata().annotations()).containsEntry("note", "kept");
        assertThat(after.metadata().finalizers()).containsExactly("example.com/theirs");
        assertThat(reads.hits()).as("one of this test, none to be safe").isEqualTo(1);
    }

    /** Leaves nothing of a deployment's containers but one with that name. */
    private static Deployment withContainer(Deployment deployment, String name) {
        DeploymentSpec spec = Objects.requireNonNull(deployment.spec());
        return deployment.toBuilder()
                .spec(spec.toBuilder()
                        .template(t -> t.spec(p -> p.addContainers(c -> c.name(name))))
                        .build())
                .build();
    }

    @Test
    void anEditThatWouldReplaceWhatWasNotSeenIsRefused(TestCluster cluster) {
        Deployment created = cluster.create(Mirror.deployment("web", 1));
        cluster.run(cluster.manager()
                .cache(Deployment.TYPE, c -> c.transform(deployment -> withContainer(deployment, "main")))
                .controller(
                        Deployment.TYPE,
                        c -> c.reconcile((deployment, scope) -> {
                            try {
                                scope.edit(deployment, d -> withContainer(d, "renamed"));
                            } catch (IllegalStateException refused) {
                                seen.add(String.valueOf(refused.getMessage()));
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.eventually(() -> assertThat(seen)
                .containsExactly(
                        "Deployment \"default/web\" cannot be changed so: spec.template.spec.containers would be"
                                + " replaced as a whole, and the transform of its cache has taken a part of it; read it with"
                                + " scope.clients()"));
        assertThat(cluster.get(Deployment.TYPE, "default", "web").spec()).isEqualTo(created.spec());
    }

    @Test
    void aFinalizerAndAStatusReachAnObjectOfWhichAPartIsKept(TestCluster cluster) {
        cluster.run(Mirror.on(cluster, c -> c.onDelete((deployment, scope) -> Outcome.done()))
                .cache(
                        Deployment.TYPE,
                        c -> c.transform(deployment -> deployment.toBuilder()
                                .metadata(deployment.metadata().toBuilder()
                                        .annotations(Map.of())
                                        .build())
                                .build()))
                .build());
        Deployment web = Mirror.deployment("web", 1);
        cluster.create(web.toBuilder()
                .metadata(web.metadata().toBuilder()
                        .annotations(Map.of("note", "kept"))
                        .finalizers(List.of("example.com/theirs"))
                        .build())
                .build());
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 1));
        ObjectMeta metadata = cluster.get(Deployment.TYPE, "default", "web").metadata();
        assertThat(metadata.finalizers()).containsExactly("example.com/theirs", "apps/mirror");
        assertThat(metadata.annotations()).containsEntry("note", "kept");
    }

    @Test
    void whatIsAppliedIsSentOnceThoughTheCacheKeepsAPart(TestCluster cluster) {
        Injection patches =
                cluster.faults().inject(Match.verbs("patch").on("configmaps"), new Fault.Delay(Duration.ofNanos(1)));
        run(cluster, c -> c.transform(CacheStoryTest::withoutData), (deployment, scope) -> {
            seen.add(scope.apply(plain("a").toBuilder()
                            .data(Map.of("secret", "kept"))
                            .build())
                    .data()
                    .toString());
            return Outcome.requeueAfter(Duration.ofSeconds(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThan(5));
        assertThat(seen).containsOnly("{}");
        assertThat(patches.hits()).isEqualTo(1);
        label(cluster, "a", "red");
        cluster.advance(Duration.ofSeconds(10));
        assertThat(patches.hits())
                .as("this one, and one more: what the cache leaves out may have changed as well")
                .isEqualTo(3);
        assertThat(cluster.get(ConfigMap.TYPE, "default", "a").data()).containsEntry("secret", "kept");
    }

    @Test
    void whatOthersChangeIsSetRightThoughTheCacheLeavesItOut(TestCluster cluster) {
        ConfigMap desired =
                plain("a").toBuilder().data(Map.of("secret", "kept")).build();
        run(cluster, c -> c.transform(CacheStoryTest::withoutData), (deployment, scope) -> {
            scope.apply(desired);
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(
                () -> assertThat(cluster.find(ConfigMap.TYPE, "default", "a")).isPresent());
        cluster.advance(Duration.ofSeconds(10));
        cluster.clients()
                .resource(ConfigMap.TYPE)
                .in("default")
                .patch("a", new MergePatch(Json.parse("{\"data\":{\"secret\":\"changed\"}}")));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(cluster.get(ConfigMap.TYPE, "default", "a").data()).isEqualTo(desired.data());
    }

    @Test
    void aPlanShowsWhatChangesAndNotWhatTheCacheLeavesOut(TestCluster cluster) throws InterruptedException {
        cluster.create(full("a"));
        cluster.create(Mirror.deployment("web", 1));
        DiffPlan plan = new DiffPlan(seen::add);
        manager(cluster, (deployment, scope) -> {
                    scope.edit(
                            scope.find(ConfigMap.TYPE, "a").orElseThrow(),
                            m -> m.toBuilder().data(Map.of("ours", "1")).build());
                    return Outcome.done();
                })
                .cache(ConfigMap.TYPE, c -> c.transform(CacheStoryTest::withoutData))
                .build()
                .plan(plan);
        assertThat(seen).singleElement().asString().contains("+  ours:").doesNotContain("+  secret:");
    }

    @Test
    void anObjectWhoseTransformTakesItsIdentityIsNotKept(TestCluster cluster) {
        cluster.create(plain("a"));
        cluster.create(red("b"));
        run(
                cluster,
                c -> c.transform(map -> map.metadata().labels().isEmpty()
                        ? map.toBuilder()
                                .metadata(map.metadata().toBuilder().uid(null).build())
                                .build()
                        : map),
                (deployment, scope) -> {
                    seen.add(names(scope.listAll(ConfigMap.TYPE)));
                    return Outcome.done();
                });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).contains("b"));
    }

    private ConfigMap fit(ConfigMap map) {
        if (unfit.contains(map.key().name())) {
            throw new IllegalStateException("cannot be kept: " + map.key());
        }
        return map;
    }

    @Test
    void anObjectThatItsTransformFailsForIsNotKeptAnyMore(TestCluster cluster) { // RF-37
        cluster.create(plain("a"));
        cluster.create(plain("b"));
        cluster.create(plain("c"));
        run(cluster, c -> c.transform(this::fit), (deployment, scope) -> {
            seen.add(names(scope.listAll(ConfigMap.TYPE)));
            return Outcome.requeueAfter(Duration.ofSeconds(1));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).endsWith("a b c"));
        unfit.addAll(List.of("a", "b"));
        label(cluster, "a", "red");
        cluster.eventually(() -> assertThat(seen).as("an unfit change").endsWith("b c"));
        cluster.clients().resource(ConfigMap.TYPE).in("default").delete("b");
        cluster.eventually(() -> assertThat(seen).as("an unfit end").endsWith("c"));
        unfit.clear();
        label(cluster, "a", "blue");
        cluster.eventually(() -> assertThat(seen).as("fit again").endsWith("a c"));
    }

    @Test
    void whatWasWrittenAndCannotBeKeptIsNoFailureAndNotWaitedFor(TestCluster cluster) {
        cluster.create(plain("a"));
        run(cluster, c -> c.transform(this::fit), (deployment, scope) -> {
            seen.add(names(scope.listAll(ConfigMap.TYPE)));
            unfit.add("a");
            ConfigMap applied = scope.applyUnowned(plain("a").toBuilder()
                    .data(Map.of("n", Integer.toString(seen.size())))
                    .build());
            seen.add(applied.data().toString());
            return seen.size() < 8 ? Outcome.requeueAfter(Duration.ofMillis(1)) : Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(seen).containsExactly("a", "{n=1}", "", "{n=3}", "", "{n=5}", "", "{n=7}");
        assertThat(behind.count()).isZero();
    }

    // ---- metadata only

    @Test
    void metadataAreWatchedAndReadWithoutTheRest(TestCluster cluster) {
        Map<String, String> labels = Map.of("colour", "red");
        cluster.run(cluster.manager()
                .monitor(behind)
                .controller(
                        Deployment.TYPE,
                        c -> c.owns(METADATA).reconcile((deployment, scope) -> {
                            seen.add(names(scope.owned(METADATA)) + " "
                                    + scope.causes().all());
                            scope.apply(map("default", "a", labels));
                            return scope.owned(METADATA).isEmpty()
                                    ? Outcome.requeueAfter(Duration.ofNanos(1))
                                    : Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThanOrEqualTo(2));
        assertThat(seen.get(0)).startsWith(" [Deployment default/web added");
        assertThat(seen.get(1)).as("what was written can be read").startsWith("a ");
        cluster.advance(Duration.ofSeconds(10));
        seen.clear();
        label(cluster, "a", "blue");
        cluster.eventually(() -> assertThat(seen).isNotEmpty());
        assertThat(seen).first().asString().startsWith("a [ConfigMap default/a updated@");
        assertThat(behind.count()).isZero();
    }

    @Test
    void whatIsReadAsMetadataCanBeEditedToldOfAndDeleted(TestCluster cluster) {
        cluster.run(cluster.manager()
                .monitor(behind)
                .controller(
                        Deployment.TYPE,
                        c -> c.owns(METADATA).reconcile((deployment, scope) -> {
                            List<PartialObjectMetadata> maps = scope.owned(METADATA);
                            seen.add(names(maps));
                            if (maps.isEmpty()) {
                                scope.apply(red("a"));
                                scope.apply(red("b"));
                                return Outcome.done();
                            }
                            for (PartialObjectMetadata map : maps) {
                                if (map.key().name().equals("a")) {
                                    scope.edit(map, CacheStoryTest::blue);
                                    scope.event(map, "Painted", "blue");
                                } else {
                                    scope.delete(map);
                                }
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> {
            assertThat(cluster.get(ConfigMap.TYPE, "default", "a").metadata().labels())
                    .containsEntry("colour", "blue");
            assertThat(cluster.find(ConfigMap.TYPE, "default", "b")).isEmpty();
            assertThat(cluster.clients().resource(Event.TYPE).list().items())
                    .extracting(event -> Objects.requireNonNull(event.regarding()))
                    .extracting(regarding -> regarding.apiVersion() + " " + regarding.kind() + " " + regarding.name())
                    .isNotEmpty()
                    .containsOnly("v1 ConfigMap a");
        });
        cluster.advance(Duration.ofSeconds(10));
        assertThat(seen).startsWith("", "a b").endsWith("a").doesNotContain("b");
        assertThat(behind.count()).isZero();
    }

    private static PartialObjectMetadata blue(PartialObjectMetadata map) {
        return map.withMetadata(
                map.metadata().toBuilder().labels(Map.of("colour", "blue")).build());
    }

    @Test
    void whatIsWrittenAsMetadataLeavesTheReconciledObjectWhole(TestCluster cluster) {
        ResourceType<PartialObjectMetadata> form = PartialObjectMetadata.typeOf(Deployment.TYPE);
        Deployment web = cluster.create(Mirror.deployment("web", 1));
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch(
                        web.key(),
                        new MergePatch(Json.parse("{\"status\":{\"replicas\":3}}")),
                        WriteOptions.NONE,
                        "status");
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.reads(form).reconcile((deployment, scope) -> {
                            scope.find(form, "web").ifPresent(metadata -> scope.edit(metadata, CacheStoryTest::blue));
                            Deployment after = scope.status(deployment.with(
                                    b -> b.status(DeploymentStatus.builder().build())));
                            seen.add(after.spec() == null ? "in part" : "whole");
                            return Outcome.done();
                        }))
                .build());
        cluster.advance(Duration.ofSeconds(10));
        Deployment after = cluster.get(Deployment.TYPE, "default", "web");
        assertThat(after.metadata().labels()).containsEntry("colour", "blue");
        assertThat(after.status()).isIn(null, DeploymentStatus.builder().build());
        assertThat(seen).contains("whole").doesNotContain("in part");
    }

    @Test
    void oneKindCanBeKeptInPartWholeAndInFullAsMetadata(TestCluster cluster) {
        cluster.create(red("a"));
        cluster.create(plain("b"));
        run(cluster, c -> c.labels(Selector.parse("colour=red")), (deployment, scope) -> Outcome.done());
        cluster.run(manager(cluster, (deployment, scope) -> Outcome.done())
                .cache(ConfigMap.TYPE, c -> c.labels(Selector.parse("colour=red")))
                .controller(
                        Deployment.TYPE,
                        c -> c.name("both")
                                .reads(ConfigMap.TYPE)
                                .reads(METADATA)
                                .reconcile((deployment, scope) -> {
                                    scope.applyUnowned(plain("c" + seen.size()));
                                    seen.add(names(scope.listAll(ConfigMap.TYPE)) + ", "
                                            + names(scope.listAll(METADATA)));
                                    return seen.size() < 3 ? Outcome.requeueAfter(Duration.ofNanos(1)) : Outcome.done();
                                }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThanOrEqualTo(3));
        assertThat(seen).startsWith("a, a b", "a, a b c0", "a, a b c0 c1");
        assertThat(behind.count()).isZero();
    }

    // ---- namespaces

    @Test
    void severalNamespacesAreSeenAndWrittenAsIfTheyWereOne(TestCluster cluster) {
        for (String namespace : List.of("one", "two", "three")) {
            cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: " + namespace + "}}");
            cluster.create(map(namespace, "at-" + namespace, Map.of()));
        }
        cluster.run(manager(cluster, (deployment, scope) -> {
                    seen.add(names(scope.listAll(ConfigMap.TYPE)) + ", "
                            + names(scope.byIndex(ConfigMap.TYPE, "initial", "a")));
                    String next = "n" + seen.size();
                    for (String namespace : List.of("one", "two", "three")) {
                        scope.applyUnowned(map(namespace, namespace + "-" + next, Map.of()));
                    }
                    return seen.size() < 3 ? Outcome.requeueAfter(Duration.ofNanos(1)) : Outcome.done();
                })
                .namespaces("one", "two")
                .cache(Deployment.TYPE, c -> c.namespaces("default"))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThanOrEqualTo(3));
        assertThat(seen)
                .startsWith(
                        "at-one at-two, at-one at-two",
                        "at-one at-two one-n1 two-n1, at-one at-two",
                        "at-one at-two one-n1 one-n2 two-n1 two-n2, at-one at-two");
        assertThat(behind.count()).isZero();
    }

    // ---- several forms

    @Test
    void anEditOfAnotherFormThatWouldReplaceWhatWasNotSeenIsRefused(TestCluster cluster) {
        ResourceType<Unstructured> form = ResourceType.of(Deployment.TYPE.groupVersionKind(), Unstructured.CODEC)
                .served("deployments", true);
        cluster.run(cluster.manager()
                .cache(form, c -> c.transform(CacheStoryTest::withoutContainers))
                .controller(
                        ConfigMap.TYPE,
                        c -> c.name("forms").reads(form).reconcile((map, scope) -> {
                            if (map.key().name().equals("a")) {
                                Deployment applied = scope.applyUnowned(Mirror.deployment("web", 1));
                                try {
                                    scope.edit(applied, d -> withContainer(d, "added"));
                                } catch (IllegalStateException refused) {
                                    seen.add("refused");
                                }
                            }
                            return seen.size() < 3 ? Outcome.requeueAfter(Duration.ofSeconds(1)) : Outcome.done();
                        }))
                .build());
        cluster.create(plain("a"));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(String.valueOf(cluster.get(Deployment.TYPE, "default", "web").spec()))
                .contains("nginx")
                .doesNotContain("added");
        assertThat(seen).as("from the first time on").containsExactly("refused", "refused", "refused");
    }

    private static Unstructured withoutContainers(Unstructured deployment) {
        Json.Obj content =
                (Json.Obj) new MergePatch(Json.parse("{\"spec\":{\"template\":{\"spec\":{\"containers\":null}}}}"))
                        .apply(deployment.content());
        return Unstructured.of(content);
    }
}
