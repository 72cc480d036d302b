package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Resource;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Objects that refer to others by name: found by an index, and woken when what they refer to changes. */
@WithCluster
class IndexStoryTest {
    private static final String CONFIG = "example.com/config";

    private final List<String> woken = new ArrayList<>();

    private static List<String> configOf(Resource object) {
        return Optional.ofNullable(object.metadata().annotations().get(CONFIG)).stream()
                .toList();
    }

    private static Collection<Key> keysOf(List<? extends Resource> objects) {
        return objects.stream().map(Resource::key).toList();
    }

    private static void addReferrer(TestCluster cluster, String name, String config) {
        Deployment deployment = Mirror.deployment(name, 1);
        cluster.create(deployment.toBuilder()
                .metadata(deployment.metadata().toBuilder()
                        .annotations(Map.of(CONFIG, config))
                        .build())
                .build());
    }

    private static void refer(TestCluster cluster, String name, String config) {
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch(
                        name,
                        new MergePatch(Json.parse(
                                "{\"metadata\":{\"annotations\":{\"" + CONFIG + "\":\"" + config + "\"}}}")));
    }

    private static void addMap(TestCluster cluster, String name) {
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .build());
    }

    private static void touch(TestCluster cluster, String map, int value) {
        cluster.clients()
                .resource(ConfigMap.TYPE)
                .in("default")
                .patch(map, new MergePatch(Json.parse("{\"data\":{\"n\":\"" + value + "\"}}")));
    }

    private void describe(ControllerBuilder<Deployment> c) {
        c.index(Deployment.TYPE, "config", IndexStoryTest::configOf)
                .watches(
                        ConfigMap.TYPE,
                        (map, caches) -> keysOf(caches.byIndex(
                                Deployment.TYPE, "config", map.key().name())))
                .reconcile((deployment, scope) -> {
                    woken.add(deployment.key().name());
                    return Outcome.done();
                });
    }

    private ManagerBuilder manager(TestCluster cluster) {
        return cluster.manager().controller(Deployment.TYPE, this::describe);
    }

    private List<String> wokenBy(TestCluster cluster, Runnable change) {
        cluster.advance(Duration.ofSeconds(1));
        woken.clear();
        change.run();
        cluster.advance(Duration.ofSeconds(1));
        return woken;
    }

    @Test
    void aChangeWakesThoseThatReferToItAndNobodyElse(TestCluster cluster) {
        addMap(cluster, "red");
        addMap(cluster, "blue");
        try (Manager.Running first = manager(cluster).build().start()) {
            addReferrer(cluster, "a", "red");
            addReferrer(cluster, "b", "red");
            addReferrer(cluster, "c", "blue");
            assertThat(wokenBy(cluster, () -> touch(cluster, "red", 1))).containsExactlyInAnyOrder("a", "b");
            assertThat(wokenBy(cluster, () -> refer(cluster, "b", "blue"))).containsExactly("b");
            assertThat(wokenBy(cluster, () -> touch(cluster, "blue", 2))).containsExactlyInAnyOrder("b", "c");
            assertThat(first.hasSynced()).isTrue();
        }
        woken.clear();
        cluster.run(manager(cluster).build());
        cluster.eventually(() -> assertThat(woken).containsExactlyInAnyOrder("a", "b", "c"));
        assertThat(wokenBy(cluster, () -> touch(cluster, "red", 3))).containsExactly("a");
    }

    @Test
    void aReconcilerFindsByAnIndexOfAKindThatItDeclaresNoOtherwise(TestCluster cluster) {
        List<String> seen = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        ConfigMap.TYPE,
                        c -> c.index(Deployment.TYPE, "config", IndexStoryTest::configOf)
                                .reconcile((map, scope) -> {
                                    seen.add(map.key().name() + " "
                                            + keysOf(scope.byIndex(
                                                    Deployment.TYPE,
                                                    "config",
                                                    map.key().name())));
                                    return Outcome.done();
                                }))
                .build());
        addReferrer(cluster, "a", "red");
        cluster.advance(Duration.ofSeconds(1));
        addMap(cluster, "red");
        cluster.eventually(() -> assertThat(seen).contains("red [default/a]"));
    }

    @Test
    void twoControllersMayGiveDifferentIndexesTheSameName(TestCluster cluster) {
        List<String> seen = new ArrayList<>();
        cluster.run(manager(cluster)
                .controller(
                        Deployment.TYPE,
                        c -> c.name("other")
                                .index(
                                        Deployment.TYPE,
                                        "config",
                                        deployment -> List.of(deployment.key().name()))
                                .reconcile((deployment, scope) -> {
                                    seen.add(keysOf(scope.byIndex(Deployment.TYPE, "config", "a")) + ""
                                            + scope.byIndex(Deployment.TYPE, "config", "red"));
                                    return Outcome.done();
                                }))
                .build());
        addReferrer(cluster, "a", "red");
        cluster.eventually(() -> assertThat(seen).contains("[default/a][]"));
        addMap(cluster, "red");
        assertThat(wokenBy(cluster, () -> touch(cluster, "red", 1))).containsExactly("a");
    }

    @Test
    void anIndexThatWasNotDeclaredIsRefusedByName(TestCluster cluster) {
        List<String> refused = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.reconcile((deployment, scope) -> {
                            try {
                                scope.byIndex(Deployment.TYPE, "config", "red");
                            } catch (IllegalArgumentException e) {
                                refused.add(String.valueOf(e.getMessage()));
                            }
                            return Outcome.done();
                        }))
                .build());
        addReferrer(cluster, "a", "red");
        cluster.eventually(() -> assertThat(refused)
                .contains(
                        "controller \"deployment\" has no index \"config\" of apps/v1, Kind=Deployment; declare it with"
                                + " .index(Deployment.TYPE, \"config\", object -> …)"));
    }

    @Test
    void anObjectThatAnIndexFailsForIsFiledUnderNothingAndCostsNobodyElse(TestCluster cluster) {
        addReferrer(cluster, "a", "red");
        addReferrer(cluster, "odd", "broken");
        List<String> found = new ArrayList<>();
        try (LogRecorder.Listening log = LogRecorder.listen()) {
            cluster.run(cluster.manager()
                    .controller(
                            Deployment.TYPE,
                            c -> c.index(Deployment.TYPE, "config", deployment -> {
                                        if (configOf(deployment).contains("broken")) {
                                            throw new IllegalStateException("what is " + deployment.key());
                                        }
                                        return configOf(deployment);
                                    })
                                    .reconcile((deployment, scope) -> {
                                        woken.add(deployment.key().name());
                                        found.add(keysOf(scope.byIndex(Deployment.TYPE, "config", "red"))
                                                .toString());
                                        return Outcome.done();
                                    }))
                    .build());
            cluster.eventually(() -> assertThat(woken).containsExactlyInAnyOrder("a", "odd"));
            assertThat(found).containsOnly("[default/a]");
            assertThat(log.lines("an index fails for an object; it is filed under nothing there"))
                    .singleElement()
                    .satisfies(line -> {
                        assertThat(line.value("index")).isEqualTo("config");
                        assertThat(line.value("key")).hasToString("default/odd");
                    });
            refer(cluster, "odd", "red");
            cluster.eventually(() -> assertThat(found).last().asString().contains("default/a", "default/odd"));
            refer(cluster, "odd", "broken");
            cluster.eventually(() -> assertThat(found).endsWith("[default/a]"));
            assertThat(log.lines("an index fails for an object; it is filed under nothing there"))
                    .hasSize(2);
        }
    }
}
