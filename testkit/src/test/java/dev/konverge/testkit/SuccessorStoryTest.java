package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.Reconciler;
import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Objects that go while somebody has to do with them, and others that take their names: what is meant for the one never happens to the other. */
@WithCluster
class SuccessorStoryTest {
    private static final String FINALIZER = "apps/mirror";

    private static ConfigMap map(String data) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name("notes"))
                .data(Map.of("of", data))
                .build();
    }

    /** Somebody deletes the config map and makes another. */
    private static void replaceNotes(TestCluster cluster) {
        cluster.clients().resource(ConfigMap.TYPE).in("default").delete("notes");
        cluster.create(map("successor"));
    }

    /** Somebody gives up waiting for the finalizer, and declares the deployment again: one that has the finalizer from its first day. */
    private static void replaceDeployment(TestCluster cluster) {
        var deployments = cluster.clients().resource(Deployment.TYPE).in("default");
        deployments.patch("web", new MergePatch(Json.parse("{\"metadata\":{\"finalizers\":null}}")));
        Deployment next = Mirror.deployment("web", 2);
        cluster.create(next.toBuilder()
                .metadata(next.metadata().toBuilder()
                        .finalizers(List.of(FINALIZER))
                        .build())
                .build());
    }

    @Test
    void aDeletionMeetsTheObjectThatWasSeenAndNotItsSuccessor(TestCluster cluster) {
        ConfigMap first = cluster.create(map("first"));
        List<String> seen = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            ConfigMap notes =
                                    scope.find(ConfigMap.TYPE, "notes").orElseThrow();
                            seen.add(notes.data().get("of") + " " + scope.attempt());
                            if (Objects.equals(
                                    notes.metadata().uid(), first.metadata().uid())) {
                                replaceNotes(cluster);
                                scope.delete(notes);
                            }
                            return Outcome.requeueAfter(Duration.ofSeconds(1));
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(seen).hasSizeGreaterThan(2));
        assertThat(seen).startsWith("first 0", "successor 0", "successor 0");
        assertThat(cluster.get(ConfigMap.TYPE, "default", "notes").data()).containsEntry("of", "successor");
    }

    @Test
    void aConflictThatIsNoneOfIdentityDoesNotPassForADeletion(TestCluster cluster) {
        cluster.create(map("first"));
        List<Integer> attempts = new ArrayList<>();
        Injection conflict = deleteNotesMeetingAConflict(cluster, attempts);
        cluster.eventually(() ->
                assertThat(cluster.find(ConfigMap.TYPE, "default", "notes")).isEmpty());
        assertThat(conflict.hits()).isEqualTo(1);
        assertThat(attempts).startsWith(0, 1);
    }

    /** Has a controller delete the config map every second, as long as it sees it. {@return the conflict that it meets the first time} */
    private static Injection deleteNotesMeetingAConflict(TestCluster cluster, List<Integer> attempts) {
        Injection conflict = cluster.faults()
                .inject(Match.verbs("delete").on("configmaps").named("notes"), new Fault.Conflict(), 0, 1);
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            attempts.add(scope.attempt());
                            scope.find(ConfigMap.TYPE, "notes").ifPresent(scope::delete);
                            return Outcome.requeueAfter(Duration.ofSeconds(1));
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        return conflict;
    }

    @Test
    void anObjectThatIsBeingDeletedMayBeDeletedAgainWhateverTheServerThinksOfThat(TestCluster cluster) {
        cluster.create(map("first").toBuilder()
                .metadata(m -> m.namespace("default").name("notes").finalizers(List.of("example.com/slow")))
                .build());
        cluster.clients().resource(ConfigMap.TYPE).in("default").delete("notes");
        List<Integer> attempts = new ArrayList<>();
        Injection conflict = deleteNotesMeetingAConflict(cluster, attempts);
        cluster.eventually(() -> assertThat(attempts).hasSizeGreaterThan(3));
        assertThat(conflict.hits()).isEqualTo(1);
        assertThat(attempts).as("nothing failed, nobody waits for it to go").containsOnly(0);
    }

    @Test
    void aDeletionNeedsAnObjectThatIsThere(TestCluster cluster) {
        cluster.create(map("of somebody"));
        List<String> refused = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            try {
                                scope.delete(map("made up"));
                            } catch (IllegalArgumentException e) {
                                refused.add(String.valueOf(e.getMessage()));
                            }
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> assertThat(refused).isNotEmpty());
        assertThat(refused)
                .first()
                .isEqualTo(
                        "ConfigMap \"default/notes\" has no uid: only an object from a read or a write can be deleted");
        assertThat(cluster.get(ConfigMap.TYPE, "default", "notes").data()).containsEntry("of", "of somebody");
    }

    @Test
    void theFinalizerOfASuccessorStaysWhenTheCleanUpOfItsPredecessorIsDone(TestCluster cluster) {
        afterACleanUpThatCameTooLate(cluster, (deployment, scope) -> Outcome.done());
    }

    @Test
    void whatACleanUpAppliesToItsObjectIsNotAppliedToTheSuccessor(TestCluster cluster) {
        afterACleanUpThatCameTooLate(cluster, (deployment, scope) -> {
            scope.applyUnowned(Deployment.builder()
                    .metadata(m -> m.namespace("default").name("web").annotations(Map.of("cleaned", "yes")))
                    .build());
            return Outcome.done();
        });
    }

    /** Has a clean-up end after another deployment has taken the name, which must not notice. */
    private static void afterACleanUpThatCameTooLate(TestCluster cluster, Reconciler<Deployment> end) {
        AtomicBoolean replaced = new AtomicBoolean();
        List<String> cleaned = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.onDelete((deployment, scope) -> {
                            cleaned.add(
                                    Objects.requireNonNull(deployment.metadata().uid()));
                            if (!replaced.getAndSet(true)) {
                                replaceDeployment(cluster);
                            }
                            return end.reconcile(deployment, scope);
                        }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web", 1));
        Deployment first = cluster.get(Deployment.TYPE, "default", "web");
        assertThat(first.metadata().finalizers()).containsExactly(FINALIZER);

        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.eventually(() -> assertThat(replaced).isTrue());
        List<List<String>> finalizers = new ArrayList<>();
        cluster.eventually(() -> {
            finalizers.add(
                    cluster.get(Deployment.TYPE, "default", "web").metadata().finalizers());
            Mirror.isSettled(cluster, "web", 2);
        });
        Deployment second = cluster.get(Deployment.TYPE, "default", "web");
        assertThat(second.metadata().uid()).isNotEqualTo(first.metadata().uid());
        assertThat(finalizers).containsOnly(List.of(FINALIZER));
        assertThat(second.metadata().annotations()).doesNotContainKey("cleaned");
        assertThat(cleaned).containsOnly(first.metadata().uid());
    }
}
