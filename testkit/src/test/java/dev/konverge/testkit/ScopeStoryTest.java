package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.controller.Scope;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.Selector;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Namespace;
import dev.konverge.model.events.v1.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What each word of a scope does, as the server sees it. */
@WithCluster
class ScopeStoryTest {
    private static void run(TestCluster cluster, Reconciler<Deployment> reconciler) {
        cluster.run(Mirror.on(cluster, c -> c.reconcile(reconciler)).build());
    }

    /** Counts without disturbing. */
    private static Injection count(TestCluster cluster, Match match) {
        return cluster.faults().inject(match, new Fault.Delay(Duration.ofNanos(1)));
    }

    private static ConfigMap map(String namespace, String name) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace(namespace).name(name))
                .build();
    }

    private static void touch(TestCluster cluster, String name, int generation) {
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch(name, new MergePatch(Json.parse("{\"spec\":{\"replicas\":" + generation + "}}")));
    }

    private static List<ConfigMap> mapsOf(TestCluster cluster, String owner) {
        Deployment deployment = cluster.get(Deployment.TYPE, "default", owner);
        return cluster.clients().resource(ConfigMap.TYPE).in("default").list().items().stream()
                .filter(map -> map.isControlledBy(deployment))
                .toList();
    }

    @Test
    void whatIsCreatedUnderANameOfTheServersChoiceIsOwnedAndCreatedOnce(TestCluster cluster) {
        List<Integer> seen = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            seen.add(scope.owned(ConfigMap.TYPE).size());
            if (scope.owned(ConfigMap.TYPE).isEmpty()) {
                scope.create(ConfigMap.builder()
                        .metadata(m -> m.namespace("default").generateName("web-"))
                        .build());
            }
            return Outcome.requeueAfter(Duration.ofMillis(1));
        });
        Mirror.declareWhileConfigMapsLookOld(cluster);
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThan(5));
        assertThat(mapsOf(cluster, "web")).hasSize(1);
        assertThat(seen).startsWith(0, 1).doesNotContain(2);
    }

    @Test
    void anEditSendsWhatIsDifferentAndKeepsWhatOthersWrote(TestCluster cluster) {
        cluster.create(map("default", "notes"));
        Injection patches = count(cluster, Match.verbs("patch").on("configmaps"));
        List<Integer> calls = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            calls.add(1);
            scope.find(ConfigMap.TYPE, "notes")
                    .ifPresent(notes -> scope.edit(
                            notes,
                            n -> n.toBuilder().data(Map.of("seen", "yes")).build()));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(
                () -> assertThat(cluster.get(ConfigMap.TYPE, "default", "notes").data())
                        .containsEntry("seen", "yes"));
        touch(cluster, "web", 2);
        cluster.eventually(() -> assertThat(calls).hasSizeGreaterThan(1));
        cluster.advance(Duration.ofMinutes(1));
        assertThat(patches.hits()).as("the second edit changed nothing").isEqualTo(1);
    }

    @Test
    void anEditOfAnObjectThatSomebodyElseHasChangedMeanwhileIsTriedAgainOnTheNewOne(TestCluster cluster) {
        cluster.create(map("default", "notes"));
        var notes = cluster.clients().resource(ConfigMap.TYPE).in("default");
        List<String> seen = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            ConfigMap cached = scope.find(ConfigMap.TYPE, "notes").orElseThrow();
            seen.add(cached.data().toString());
            if (scope.attempt() == 0 && cached.data().isEmpty()) {
                notes.patch("notes", new MergePatch(Json.parse("{\"data\":{\"theirs\":\"1\"}}")));
            }
            scope.edit(
                    cached,
                    n -> n.toBuilder()
                            .data(Map.of("ours", "1", "theirs", n.data().getOrDefault("theirs", "lost")))
                            .build());
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() ->
                assertThat(notes.get("notes").data()).containsOnly(Map.entry("ours", "1"), Map.entry("theirs", "1")));
        assertThat(seen).startsWith("{}");
    }

    @Test
    void whatIsDeletedIsGoneForTheNextCallAndDeletedOnce(TestCluster cluster) {
        Injection deletions = count(cluster, Match.verbs("delete").on("configmaps"));
        cluster.create(map("default", "old"));
        List<Boolean> there = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            Optional<ConfigMap> old = scope.find(ConfigMap.TYPE, "old");
            there.add(old.isPresent());
            old.ifPresent(scope::delete);
            return Outcome.requeueAfter(Duration.ofMillis(1));
        });
        Mirror.declareWhileConfigMapsLookOld(cluster);
        cluster.eventually(() -> assertThat(there).hasSizeGreaterThan(5));
        assertThat(there).startsWith(true, false).containsOnlyOnce(true);
        assertThat(deletions.hits()).isEqualTo(1);
        assertThat(cluster.find(ConfigMap.TYPE, "default", "old")).isEmpty();
    }

    @Test
    void aForgottenNamespaceNameOrDelayIsToldAsSuch(TestCluster cluster) {
        List<String> refused = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            List<Runnable> mistakes = List.of(
                    () -> scope.apply(
                            ConfigMap.builder().metadata(m -> m.name("map")).build()),
                    () -> scope.apply(map("default", "")),
                    () -> Outcome.requeueAfter(Duration.ofSeconds(-3)));
            for (Runnable mistake : mistakes) {
                try {
                    mistake.run();
                } catch (IllegalArgumentException e) {
                    refused.add(String.valueOf(e.getMessage()));
                }
            }
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(refused)
                .startsWith(
                        "Deployment \"default/web\" cannot own ConfigMap \"map\": an owner with a namespace owns only objects"
                                + " in that namespace; set its namespace to \"default\", or use applyUnowned if its kind has"
                                + " none",
                        "a ConfigMap without a name cannot be applied",
                        "requeueAfter takes a delay that is longer than nothing, not PT-3S; to retry with backoff,"
                                + " throw"));
    }

    @Test
    void whatIsAppliedUnownedOutlivesTheObjectAndMayBeElsewhere(TestCluster cluster) {
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: elsewhere}}");
        List<String> refused = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            scope.applyUnowned(map("elsewhere", "kept"));
            try {
                scope.apply(map("elsewhere", "kept"));
            } catch (IllegalArgumentException e) {
                refused.add(String.valueOf(e.getMessage()));
            }
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(refused).isNotEmpty());
        assertThat(refused)
                .first()
                .asString()
                .isEqualTo(
                        "Deployment \"default/web\" cannot own ConfigMap \"elsewhere/kept\": an owner with a namespace owns"
                                + " only objects in that namespace; use applyUnowned");
        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cluster.get(ConfigMap.TYPE, "elsewhere", "kept").metadata().ownerReferences())
                .isEmpty();
    }

    @Test
    void readsAreOfTheOwnNamespaceUnlessAllIsSaid(TestCluster cluster) {
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: elsewhere}}");
        cluster.create(map("elsewhere", "far"));
        cluster.create(map("default", "near"));
        cluster.create(ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("red").labels(Map.of("colour", "red")))
                .build());
        List<String> seen = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            seen.add(names(scope.list(ConfigMap.TYPE)));
            seen.add(names(scope.list(ConfigMap.TYPE, Selector.parse("colour=red"))));
            seen.add(names(scope.listAll(ConfigMap.TYPE)));
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThanOrEqualTo(3));
        assertThat(seen.subList(0, 3)).containsExactly("near red", "red", "far near red");
    }

    @Test
    void whereTheReconciledObjectHasNoNamespaceOneIsNamed(TestCluster cluster) {
        cluster.create(map("default", "near"));
        List<Object> seen = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        Namespace.TYPE,
                        c -> c.reads(ConfigMap.TYPE).reconcile((namespace, scope) -> {
                            if (namespace.key().name().equals("default")) {
                                seen.add(names(scope.list(ConfigMap.TYPE, "default")));
                                seen.add(names(scope.list(ConfigMap.TYPE, "elsewhere")));
                                seen.add(scope.find(ConfigMap.TYPE, Key.of("default", "near"))
                                        .isPresent());
                                seen.add(scope.find(Namespace.TYPE, "default").isPresent());
                                seen.add(message(() -> scope.find(ConfigMap.TYPE, "near")));
                                seen.add(message(() -> scope.find(Namespace.TYPE, Key.of("default", "default"))));
                                seen.add(message(() -> scope.list(ConfigMap.TYPE, "")));
                                seen.add(message(() -> scope.list(Namespace.TYPE, "default")));
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThanOrEqualTo(8));
        assertThat(seen.subList(0, 8))
                .containsExactly(
                        "near",
                        "",
                        true,
                        true,
                        "configmaps live in namespaces: say in which one to look",
                        "namespaces do not live in namespaces, so not in \"default\"",
                        "configmaps live in namespaces: say in which one to look",
                        "namespaces do not live in namespaces, so not in \"default\"");
    }

    private static String message(ThrowingCallable read) {
        return String.valueOf(
                catchThrowableOfType(IllegalArgumentException.class, read).getMessage());
    }

    private static String names(List<ConfigMap> maps) {
        return String.join(
                " ",
                maps.stream()
                        .map(map -> map.key().name())
                        .filter(name -> !name.equals("kube-root-ca.crt"))
                        .sorted()
                        .toList());
    }

    @Test
    void causesTellWhichObjectDidWhat(TestCluster cluster) {
        List<String> causes = new ArrayList<>();
        Reconciler<Deployment> mirror = Mirror.reconciler();
        run(cluster, (deployment, scope) -> {
            causes.add(scope.causes().all().toString());
            return mirror.reconcile(deployment, scope);
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 1));
        cluster.advance(Duration.ofSeconds(10));
        causes.clear();
        cluster.clients().resource(ConfigMap.TYPE).in("default").delete("web-mirror");
        cluster.eventually(() -> assertThat(causes).isNotEmpty());
        assertThat(causes.getFirst()).startsWith("[ConfigMap default/web-mirror deleted@");
    }

    @Test
    void whatIsToldToPeopleReachesTheServerAsEventsOfItsObject(TestCluster cluster) {
        run(cluster, (deployment, scope) -> {
            scope.event("Mirrored", "all is well");
            scope.warning("NoImage", "there is no such image");
            return Outcome.done();
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(eventsOf(cluster, "web"))
                .containsExactlyInAnyOrder("Normal Mirrored: all is well", "Warning NoImage: there is no such image"));
    }

    private static List<String> eventsOf(TestCluster cluster, String name) {
        return cluster.clients().resource(Event.TYPE).in("default").list().items().stream()
                .filter(event -> event.regarding() != null
                        && name.equals(event.regarding().name()))
                .map(event -> event.type() + " " + event.reason() + ": " + event.note())
                .toList();
    }

    @Test
    void whatFailedForGoodIsLookedAtAgainOnlyWhenSomethingChanges(TestCluster cluster) {
        List<Integer> attempts = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            attempts.add(scope.attempt());
            return Outcome.failed("NoSense", "that many replicas make no sense");
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofHours(1));
        assertThat(attempts).containsExactly(0);
        touch(cluster, "web", 2);
        cluster.eventually(() -> assertThat(attempts).containsExactly(0, 0));
    }

    @Test
    void aStatusThatSomebodyElseHasWrittenMeanwhileIsNotOverwrittenUnseen(TestCluster cluster) {
        List<Optional<Integer>> seen = new ArrayList<>();
        run(cluster, (deployment, scope) -> {
            Optional<Integer> updated = Optional.ofNullable(deployment.status()).map(s -> s.updatedReplicas());
            seen.add(updated);
            if (seen.size() == 1) {
                cluster.clients()
                        .resource(Deployment.TYPE)
                        .in("default")
                        .patch(
                                deployment.key(),
                                new MergePatch(Json.parse("{\"status\":{\"replicas\":7,\"updatedReplicas\":7}}")),
                                WriteOptions.NONE,
                                "status");
            }
            return tell(deployment, scope, updated.orElse(0));
        });
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(
                () -> assertThat(cluster.get(Deployment.TYPE, "default", "web").status())
                        .extracting("replicas")
                        .isEqualTo(8));
        assertThat(seen).startsWith(Optional.empty(), Optional.of(7));
    }

    private static Outcome tell(Deployment deployment, Scope<Deployment> scope, int updated) {
        scope.status(deployment.toBuilder()
                .status(DeploymentStatus.builder()
                        .updatedReplicas(updated)
                        .replicas(updated + 1)
                        .build())
                .build());
        return Outcome.done();
    }
}
