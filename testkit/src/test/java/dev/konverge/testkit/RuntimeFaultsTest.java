package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.controller.Manager;
import dev.konverge.controller.ManagerBuilder;
import dev.konverge.controller.Outcome;
import dev.konverge.controller.leader.Election;
import dev.konverge.informer.Notification;
import dev.konverge.model.Json;
import dev.konverge.model.Key;
import dev.konverge.model.MergePatch;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** After each of these the world is as declared, and nothing was made twice. */
@WithCluster
class RuntimeFaultsTest {
    private static final Match WRITES = Match.writes();

    /** Those of the controller; an object is declared and deleted by somebody else. */
    private static final Match CONTROLLERS_WRITES = Match.verbs("patch", "update");

    private static final Match WATCHES = Match.verbs("watch");

    private static final List<String> MIRRORS = List.of("web0-mirror", "web1-mirror", "web2-mirror");

    private Births births;

    @BeforeEach
    void lookOn(TestCluster cluster) {
        births = Births.of(cluster, ConfigMap.TYPE);
    }

    @AfterEach
    void nothingWasMadeTwice() {
        births.close();
    }

    private static void declare(TestCluster cluster) {
        for (int i = 0; i < 3; i++) {
            cluster.create(Mirror.deployment("web" + i, i + 1));
        }
    }

    private static void settles(TestCluster cluster) {
        cluster.eventually(() -> {
            for (int i = 0; i < 3; i++) {
                Mirror.isSettled(cluster, "web" + i, i + 1);
            }
        });
    }

    /** Its third part is the end of an object: a clean-up, and the finalizer that waits for it. */
    private static ManagerBuilder withCleanUp(TestCluster cluster, Set<String> cleanedUp) {
        return Mirror.on(
                cluster,
                c -> c.onDelete((deployment, scope) -> {
                    cleanedUp.add(deployment.key().name());
                    return Outcome.done();
                }));
    }

    private static void delete(TestCluster cluster, String name) {
        cluster.clients().resource(Deployment.TYPE).in("default").delete(name);
    }

    private static void isGone(TestCluster cluster, Set<String> cleanedUp) {
        cluster.eventually(() ->
                assertThat(cluster.find(Deployment.TYPE, "default", "web1")).isEmpty());
        assertThat(cleanedUp).containsExactly("web1");
    }

    /** Three objects with a finalizer, a config map and a status each, and one finalizer that is taken away. */
    private static IntStream writes() {
        return IntStream.range(0, 10);
    }

    @ParameterizedTest
    @MethodSource("writes")
    void conflictsOnEveryWriteAreOutlived(int write) {
        isOutlived(write, new Fault.Conflict());
    }

    @ParameterizedTest
    @MethodSource("writes")
    void lostAnswersToEveryWriteAreOutlived(int write) {
        isOutlived(write, new Fault.LoseAnswer());
    }

    private static void isOutlived(int write, Fault fault) {
        try (TestCluster cluster = TestCluster.virtual(write);
                Births here = Births.of(cluster, ConfigMap.TYPE)) {
            declare(cluster);
            Set<String> cleanedUp = new HashSet<>();
            Injection injected = cluster.faults().inject(CONTROLLERS_WRITES, fault, write, 2);
            cluster.run(withCleanUp(cluster, cleanedUp).build());
            settles(cluster);
            delete(cluster, "web1");
            isGone(cluster, cleanedUp);
            assertThat(injected.hits()).isPositive();
            here.wereOnlyOnce(MIRRORS);
        }
    }

    @Test
    void serverErrorsAndThrottlingAreOutlived(TestCluster cluster) {
        declare(cluster);
        Injection errors = cluster.faults().inject(WRITES, new Fault.ServerError(), 0, 10);
        Injection throttling = cluster.faults().inject(WRITES, new Fault.Throttle(1), 0, 10);
        Injection outage = cluster.faults().inject(WATCHES, new Fault.Unavailable(), 0, 10);
        cluster.run(Mirror.on(cluster).build());
        settles(cluster);
        wereMet(cluster, errors, throttling, outage);
        births.wereOnlyOnce(MIRRORS);
    }

    @Test
    void aStormOfExpiredWatchesIsOutlived(TestCluster cluster) {
        cluster.run(Mirror.on(cluster).build());
        Injection expired = cluster.faults().inject(WATCHES, new Fault.Gone(), 0, 30);
        Injection dropped = cluster.faults().inject(WATCHES, new Fault.DropWatch(1, true), 0, 30);
        declare(cluster);
        cluster.server().compact();
        settles(cluster);
        // Watches that are open are not asked for again before they end.
        cluster.advance(Duration.ofMinutes(15));
        wereMet(cluster, expired, dropped);
        cluster.create(Mirror.deployment("web3", 4));
        cluster.eventually(() -> Mirror.isSettled(cluster, "web3", 4));
        births.wereOnlyOnce(List.of("web0-mirror", "web1-mirror", "web2-mirror", "web3-mirror"));
    }

    /** The faults were not only there to be seen. */
    private static void wereMet(TestCluster cluster, Injection... injected) {
        cluster.eventually(() -> assertThat(injected)
                .allSatisfy(fault -> assertThat(fault.hits()).isPositive()));
    }

    @Test
    void watchesThatAreDroppedAgainAndAgainAreTakenUpAgain(TestCluster cluster) {
        // Each watch ends after its second event, without a word or in order; what happens meanwhile must not be
        // missed.
        Injection abrupt = cluster.faults().inject(WATCHES, new Fault.DropWatch(2, true), 0, 20);
        Injection orderly = cluster.faults().inject(WATCHES, new Fault.DropWatch(2, false), 0, 20);
        cluster.run(Mirror.on(cluster).build());
        declare(cluster);
        settles(cluster);
        for (int replicas = 5; replicas < 10; replicas++) {
            int wanted = replicas;
            cluster.clients()
                    .resource(Deployment.TYPE)
                    .in("default")
                    .patch("web1", new MergePatch(Json.parse("{\"spec\":{\"replicas\":" + wanted + "}}")));
            cluster.eventually(() -> Mirror.isSettled(cluster, "web1", wanted));
        }
        wereMet(cluster, abrupt, orderly);
        births.wereOnlyOnce(MIRRORS);
    }

    @Test
    void aHandlerThatHangsKeepsNobodyElseWaiting(TestCluster cluster) {
        Predicate<Notification<Deployment>> hangs = notification -> {
            try {
                cluster.platform().sleep(Duration.ofDays(1));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return true;
        };
        cluster.run(Mirror.on(cluster)
                .controller(
                        Deployment.TYPE,
                        c -> c.name("deaf").filter(hangs).reconcile((deployment, scope) -> Outcome.done()))
                .build());
        declare(cluster);
        settles(cluster);
        births.wereOnlyOnce(MIRRORS);
    }

    @ParameterizedTest
    @MethodSource("writes")
    void aControllerThatIsKilledAtAnyOfItsWritesIsContinuedByTheNext(int write) {
        for (boolean before : new boolean[] {true, false}) {
            try (TestCluster cluster = TestCluster.virtual(write);
                    Births here = Births.of(cluster, ConfigMap.TYPE)) {
                declare(cluster);
                Set<String> cleanedUp = new HashSet<>();
                Fault pause = before ? new Fault.PauseBefore() : new Fault.PauseAfter();
                Injection held = cluster.faults().inject(CONTROLLERS_WRITES, pause, write, 1);
                Manager.Running first =
                        cluster.run(withCleanUp(cluster, cleanedUp).build());
                cluster.advance(Duration.ofSeconds(30));
                boolean whileItLives = held.hits() > 0;
                if (!whileItLives) {
                    settles(cluster);
                    delete(cluster, "web1");
                    cluster.advance(Duration.ofSeconds(30));
                }
                assertThat(held.hits()).isEqualTo(1);
                first.close();
                held.close();

                cluster.run(withCleanUp(cluster, cleanedUp).build());
                if (whileItLives) {
                    settles(cluster);
                    delete(cluster, "web1");
                }
                isGone(cluster, cleanedUp);
                here.wereOnlyOnce(MIRRORS);
            }
        }
    }

    @Test
    void anErrorInAReconcilerCostsNothingButARetry(TestCluster cluster) {
        Map<Key, Integer> calls = new HashMap<>();
        declare(cluster);
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            if (calls.merge(deployment.key(), 1, Integer::sum) <= 3) {
                                throw new StackOverflowError("on purpose");
                            }
                            return Mirror.reconciler().reconcile(deployment, scope);
                        }))
                .build());
        settles(cluster);
        births.wereOnlyOnce(MIRRORS);
    }

    @Test
    void aReconcileThatHangsKeepsNobodyElseWaiting(TestCluster cluster) {
        declare(cluster);
        cluster.create(Mirror.deployment("stuck", 1));
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            if (deployment.key().name().equals("stuck")) {
                                cluster.platform().sleep(Duration.ofDays(1));
                            }
                            return Mirror.reconciler().reconcile(deployment, scope);
                        }))
                .build());
        settles(cluster);
        births.wereOnlyOnce(MIRRORS);
    }

    @Test
    void whenTheLeaderStopsTheOtherReplicaTakesOverAndMakesNothingTwice(TestCluster cluster) {
        declare(cluster);
        Manager.Running first =
                cluster.run(Mirror.on(cluster).leaderElection("mirror").build());
        settles(cluster);
        assertThat(first.isLeading()).isTrue();
        String uid =
                cluster.get(ConfigMap.TYPE, "default", "web0-mirror").metadata().uid();
        Manager.Running second =
                cluster.run(Mirror.on(cluster).leaderElection("mirror").build());
        cluster.advance(Duration.ofMinutes(1));
        assertThat(second.isLeading()).isFalse();

        first.close();
        cluster.create(Mirror.deployment("late", 7));
        cluster.eventually(() -> Mirror.isSettled(cluster, "late", 7));

        assertThat(second.isLeading()).isTrue();
        assertThat(cluster.get(ConfigMap.TYPE, "default", "web0-mirror")
                        .metadata()
                        .uid())
                .isEqualTo(uid);
        births.wereOnlyOnce(List.of("late-mirror", "web0-mirror", "web1-mirror", "web2-mirror"));
    }

    @Test
    void aLeaderThatCannotRenewStopsWritingBeforeAnotherBegins(TestCluster cluster) {
        declare(cluster);
        Election terms = Election.as("one").withoutRelease();
        Manager.Running first = cluster.run(Mirror.on(cluster)
                .leaderElection(Key.of("default", "mirror"), terms)
                .build());
        settles(cluster);
        try (Injection cut = cluster.faults().inject(Match.verbs("update"), new Fault.CutBefore())) {
            cluster.advance(Duration.ofSeconds(11));
            assertThat(first.isLeading()).isFalse();
            cluster.create(Mirror.deployment("late", 7));
            cluster.advance(Duration.ofMinutes(5));
            assertThat(cluster.find(ConfigMap.TYPE, "default", "late-mirror")).isEmpty();
            assertThat(cut.hits()).isPositive();
        }
        cluster.eventually(() -> Mirror.isSettled(cluster, "late", 7));
        births.wereOnlyOnce(List.of("late-mirror", "web0-mirror", "web1-mirror", "web2-mirror"));
    }

    @Test
    void aReconcilerNeverSeesAViewOlderThanItsOwnWrites(TestCluster cluster) {
        Map<Key, String> written = new HashMap<>();
        List<String> stale = new ArrayList<>();
        cluster.run(cluster.manager()
                .controller(
                        Deployment.TYPE,
                        c -> c.owns(ConfigMap.TYPE)
                                .viewTimeout(Duration.ofSeconds(1))
                                .reconcile((deployment, scope) -> {
                                    Key key = Key.of("default", "counter");
                                    String seen = scope.find(ConfigMap.TYPE, key)
                                            .map(map -> map.data().get("n"))
                                            .orElse("0");
                                    if (!seen.equals(written.getOrDefault(key, "0"))) {
                                        stale.add(seen);
                                    }
                                    if (seen.equals("5")) {
                                        return Outcome.done();
                                    }
                                    String next = Integer.toString(Integer.parseInt(seen) + 1);
                                    scope.apply(ConfigMap.builder()
                                            .metadata(
                                                    m -> m.namespace("default").name("counter"))
                                            .data(Map.of("n", next))
                                            .build());
                                    written.put(key, next);
                                    return Outcome.requeueAfter(Duration.ofMillis(1));
                                }))
                .build());
        cluster.advance(Duration.ofSeconds(1));
        try (Injection frozen = cluster.faults().inject(WATCHES.on("configmaps"), new Fault.FreezeWatch(), 0, 1)) {
            // By then every watch has been opened anew.
            cluster.advance(Duration.ofMinutes(11));
            assertThat(frozen.hits()).isEqualTo(1);
            cluster.create(Mirror.deployment("web", 1));
            cluster.advance(Duration.ofSeconds(20));
        }
        cluster.eventually(() -> assertThat(
                        cluster.get(ConfigMap.TYPE, "default", "counter").data())
                .containsEntry("n", "5"));
        assertThat(stale).isEmpty();
    }
}
