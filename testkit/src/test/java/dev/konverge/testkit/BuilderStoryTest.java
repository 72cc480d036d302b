package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.WriteOptions;
import dev.konverge.controller.ControllerBuilder;
import dev.konverge.controller.DiffPlan;
import dev.konverge.controller.Outcome;
import dev.konverge.informer.Notification;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.workqueue.RateLimiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** When a reconciler is called, by what its builder was told. */
@WithCluster
class BuilderStoryTest {
    /** The names of what the reconciler was called for, in order, with the causes. */
    private final List<String> calls = new ArrayList<>();

    private final List<Instant> times = new ArrayList<>();

    private void run(TestCluster cluster, Consumer<ControllerBuilder<Deployment>> description) {
        cluster.run(cluster.manager()
                .controller(Deployment.TYPE, c -> {
                    note(c);
                    description.accept(c);
                })
                .build());
    }

    private void note(ControllerBuilder<Deployment> controller) {
        controller.name("noting").reconcile((deployment, scope) -> {
            calls.add(deployment.key().name() + " "
                    + scope.causes().all().toString().replaceAll("@\\d+", ""));
            times.add(scope.now());
            return Outcome.done();
        });
    }

    private static ConfigMap settings(String name, String of) {
        return ConfigMap.builder()
                .metadata(m -> m.namespace("default").name(name))
                .data(Map.of("of", of))
                .build();
    }

    private static void patch(TestCluster cluster, String deployment, String patch, String... subresource) {
        cluster.clients()
                .resource(Deployment.TYPE)
                .in("default")
                .patch(
                        Key.of("default", deployment),
                        new MergePatch(Json.parse(patch)),
                        WriteOptions.NONE,
                        subresource);
    }

    /** Lets everything that is under way be done, and forgets it. */
    private void forget(TestCluster cluster) {
        cluster.advance(Duration.ofSeconds(10));
        calls.clear();
        times.clear();
    }

    @Test
    void aWatchedObjectWakesThoseThatTheMappingNames(TestCluster cluster) {
        run(
                cluster,
                c -> c.watches(
                        ConfigMap.TYPE,
                        map -> List.of(Key.of("default", map.data().getOrDefault("of", "nobody")))));
        cluster.create(Mirror.deployment("shop", 1));
        cluster.create(Mirror.deployment("blog", 1));
        forget(cluster);
        cluster.create(settings("a", "shop"));
        cluster.create(settings("b", "somebody-else"));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls).containsExactly("shop [ConfigMap default/a added]");

        // One that changes its mind wakes both.
        calls.clear();
        cluster.clients()
                .resource(ConfigMap.TYPE)
                .in("default")
                .patch("a", new MergePatch(Json.parse("{\"data\":{\"of\":\"blog\"}}")));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls)
                .containsExactlyInAnyOrder("shop [ConfigMap default/a updated]", "blog [ConfigMap default/a updated]");
    }

    /** Whether a change is one of what is wanted, not of how it is. */
    private static boolean isOfSpec(Notification<Deployment> notification) {
        return !(notification instanceof Notification.Updated<Deployment>(Deployment before, Deployment after))
                || !Objects.equals(
                        before.metadata().generation(), after.metadata().generation());
    }

    @Test
    void whatDoesNotPassAFilterWakesNobody(TestCluster cluster) {
        run(
                cluster,
                c -> c.filter(BuilderStoryTest::isOfSpec)
                        .watches(
                                ConfigMap.TYPE,
                                map -> List.of(Key.of("default", "shop")),
                                notification -> notification instanceof Notification.Deleted<ConfigMap>));
        cluster.create(Mirror.deployment("shop", 1));
        forget(cluster);
        patch(cluster, "shop", "{\"status\":{\"replicas\":1}}", "status");
        cluster.create(settings("a", "shop"));
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls).isEmpty();

        patch(cluster, "shop", "{\"spec\":{\"replicas\":2}}");
        cluster.advance(Duration.ofSeconds(10));
        cluster.clients().resource(ConfigMap.TYPE).in("default").delete("a");
        cluster.advance(Duration.ofSeconds(10));
        assertThat(calls)
                .containsExactly("shop [Deployment default/shop updated]", "shop [ConfigMap default/a deleted]");
    }

    @Test
    void aResyncLooksAtAllObjectsAgainAndSaysSo(TestCluster cluster) {
        run(cluster, c -> c.resync(Duration.ofMinutes(10)));
        cluster.create(Mirror.deployment("shop", 1));
        cluster.create(Mirror.deployment("blog", 1));
        forget(cluster);
        cluster.advance(Duration.ofMinutes(10));
        assertThat(calls)
                .containsExactlyInAnyOrder(
                        "shop [Deployment default/shop resynced]", "blog [Deployment default/blog resynced]");
    }

    @Test
    void eachControllerOfAKindIsResyncedAtItsOwnPaceWhicheverIsDescribedFirst(TestCluster cluster) {
        List<String> often = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(Deployment.TYPE, c -> {
                    note(c);
                    c.resync(Duration.ofMinutes(30));
                })
                .controller(Deployment.TYPE, c -> c.name("never").reconcile((d, scope) -> Outcome.done()))
                .controller(
                        Deployment.TYPE,
                        c -> c.name("often").resync(Duration.ofMinutes(10)).reconcile((d, scope) -> {
                            often.add(d.key().name());
                            return Outcome.done();
                        }))
                .build());
        cluster.create(Mirror.deployment("shop", 1));
        forget(cluster);
        often.clear();
        cluster.advance(Duration.ofHours(1));
        assertThat(calls)
                .containsOnly("shop [Deployment default/shop resynced]")
                .hasSize(2);
        assertThat(often).hasSize(6);
    }

    @Test
    void withoutAResyncNothingIsLookedAtAgain(TestCluster cluster) {
        run(cluster, c -> {});
        cluster.create(Mirror.deployment("shop", 1));
        forget(cluster);
        cluster.advance(Duration.ofDays(1));
        assertThat(calls).isEmpty();
    }

    /** A minute, however often it failed. */
    private static final class EveryMinute implements RateLimiter<Key> {
        private int failures;

        @Override
        public Duration when(Key key) {
            failures++;
            return Duration.ofMinutes(1);
        }

        @Override
        public void forget(Key key) {
            failures = 0;
        }

        @Override
        public int numRequeues(Key key) {
            return failures;
        }
    }

    @Test
    void aBackoffOfOnesOwnSaysWhenAFailedReconcileIsTriedAgain(TestCluster cluster) {
        run(
                cluster,
                c -> c.backoff(EveryMinute::new).reconcile((deployment, scope) -> {
                    times.add(scope.now());
                    if (scope.attempt() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return Outcome.done();
                }));
        cluster.create(Mirror.deployment("shop", 1));
        cluster.advance(Duration.ofHours(1));
        assertThat(times).hasSize(4);
        assertThat(Duration.between(times.getFirst(), times.getLast())).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void aManagerOfOneNamespaceLooksAtNoOther(TestCluster cluster) {
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: mine}}");
        cluster.run(cluster.manager()
                .namespace("mine")
                .controller(Deployment.TYPE, this::note)
                .build());
        cluster.create(Mirror.deployment("theirs", 1));
        cluster.create(Mirror.deployment("ours", 1).toBuilder()
                .metadata(m -> m.namespace("mine").name("ours"))
                .build());
        cluster.advance(Duration.ofMinutes(1));
        assertThat(calls).containsExactly("ours [Deployment mine/ours added]");
    }

    private static Deployment heldBySomebodyElse() {
        return Mirror.deployment("shop", 1).toBuilder()
                .metadata(m -> m.namespace("default").name("shop").finalizers(List.of("example.com/theirs")))
                .build();
    }

    @Test
    void whatIsBeingDeletedIsNotReconciledUnlessThatIsWanted(TestCluster cluster) {
        List<Boolean> deleted = new ArrayList<>();
        run(cluster, c -> {});
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.name("including").includingDeleted().reconcile((deployment, scope) -> {
                            deleted.add(deployment.metadata().deletionTimestamp() != null);
                            return Outcome.done();
                        }))
                .build());
        cluster.create(heldBySomebodyElse());
        forget(cluster);
        cluster.clients().resource(Deployment.TYPE).in("default").delete("shop");
        cluster.advance(Duration.ofMinutes(1));
        assertThat(calls).isEmpty();
        assertThat(deleted).containsExactly(false, true);
        assertThat(cluster.find(Deployment.TYPE, "default", "shop")).isPresent();
    }

    @Test
    void whoHoldsSomethingForAnObjectIsToldThatItIsGoneAndItNeedsNoFinalizer(TestCluster cluster) {
        List<String> gone = new ArrayList<>();
        run(
                cluster,
                c -> c.onGone(key -> {
                    gone.add(key.name());
                    if (gone.size() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                }));
        cluster.create(Mirror.deployment("shop", 1));
        cluster.create(Mirror.deployment("blog", 1));
        forget(cluster);
        assertThat(cluster.get(Deployment.TYPE, "default", "shop").metadata().finalizers())
                .isEmpty();
        cluster.clients().resource(Deployment.TYPE).in("default").delete("shop");
        cluster.advance(Duration.ofSeconds(10));
        assertThat(gone).as("until it has succeeded").containsExactly("shop", "shop");
        assertThat(calls).isEmpty();
    }

    @Test
    void aPlanTellsNobodyThatAnObjectIsGone(TestCluster cluster) throws Exception {
        List<Key> gone = new ArrayList<>();
        cluster.create(settings("a", "nobody"));
        cluster.manager()
                .controller(Deployment.TYPE, c -> {
                    note(c);
                    c.watches(ConfigMap.TYPE, map -> List.of(Key.of("default", "nobody")))
                            .onGone(gone::add);
                })
                .build()
                .plan(new DiffPlan(calls::add));
        assertThat(gone).isEmpty();
    }

    @Test
    void aFinalizerHasTheNameItWasGivenAndOthersAreLeftAlone(TestCluster cluster) {
        List<String> cleaned = new ArrayList<>();
        run(
                cluster,
                c -> c.finalizer("example.com/ours").onDelete((deployment, scope) -> {
                    cleaned.add(deployment.key().name());
                    return Outcome.done();
                }));
        cluster.create(heldBySomebodyElse());
        cluster.eventually(() ->
                assertThat(finalizers(cluster)).containsExactlyInAnyOrder("example.com/theirs", "example.com/ours"));
        cluster.clients().resource(Deployment.TYPE).in("default").delete("shop");
        cluster.eventually(() -> assertThat(finalizers(cluster)).containsExactly("example.com/theirs"));
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cleaned).as("cleaned up once, though the object stays").containsExactly("shop");
    }

    private static List<String> finalizers(TestCluster cluster) {
        return cluster.get(Deployment.TYPE, "default", "shop").metadata().finalizers();
    }

    @Test
    void whatWasWrittenForAnObjectIsForgottenWithItThoughAFilterLetsNobodyKnow(TestCluster cluster) {
        Injection patches =
                cluster.faults().inject(Match.verbs("patch").on("configmaps"), new Fault.Delay(Duration.ofNanos(1)));
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.name("filtering")
                                .reads(ConfigMap.TYPE)
                                .filter(told -> !(told instanceof Notification.Deleted<Deployment>))
                                .reconcile((deployment, scope) -> {
                                    scope.applyUnowned(settings("shared", "all"));
                                    return Outcome.done();
                                }))
                .build());
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(patches.hits()).isEqualTo(1);
        cluster.clients().resource(Deployment.TYPE).in("default").delete("web");
        cluster.advance(Duration.ofSeconds(1));
        cluster.create(Mirror.deployment("web", 1));
        cluster.advance(Duration.ofSeconds(1));
        assertThat(patches.hits()).as("it is another object").isEqualTo(2);
    }
}
