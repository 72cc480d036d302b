package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.base.Task;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.client.ApiException;
import dev.konverge.client.ResourceClient;
import dev.konverge.controller.Manager;
import dev.konverge.controller.leader.Election;
import dev.konverge.model.Key;
import dev.konverge.model.apps.v1.Deployment;
import dev.konverge.model.apps.v1.DeploymentStatus;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * A manager and the world around it under virtual time, with whatever people, servers and machines do drawn at random: at quiet the
 * world is as declared, nothing was made twice, nothing is left of what is gone, and nobody writes any more.
 */
class ManagerSimulationTest {
    private static final int RUNS = Integer.getInteger("konverge.manager.runs", 200);
    private static final long FIRST = Long.getLong("konverge.seed", 0);

    @Test
    void atQuietTheWorldIsAsDeclared() {
        for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
            try (TestCluster cluster = TestCluster.virtual(seed)) {
                new Run(cluster).run();
            } catch (Throwable failure) {
                throw new AssertionError("with -Dkonverge.manager.runs=1 -Dkonverge.seed=" + seed, failure);
            }
        }
    }

    /** One story. */
    private static final class Run {
        private static final Key LEASE = Key.of("default", "households");
        private static final int STEPS = 30;
        private static final List<String> NAMES = List.of("ada", "bob", "cy");
        private static final List<String> WATCHED = List.of("deployments", "configmaps", "secrets");
        private static final List<String> WRITTEN =
                List.of("deployments", "deployments/status", "configmaps", "secrets", "events", "leases");

        private final TestCluster cluster;
        private final VirtualPlatform platform;
        private final RandomGenerator random;
        private final Household household;

        /** Whether more goes wrong than one can expect a controller to notice: answers that are lost, states of the past, several replicas. */
        private final boolean wild;

        private final List<Manager.Running> replicas = new ArrayList<>();
        private int started;

        Run(TestCluster cluster) {
            this.cluster = cluster;
            this.platform = (VirtualPlatform) cluster.platform();
            this.random = platform.random();
            this.wild = random.nextBoolean();
            this.household = new Household(random, wild);
        }

        void run() throws InterruptedException {
            shortenWatches();
            begin();
            try (Task people = platform.start("people", () -> repeat(this::live));
                    Task weather = platform.start("weather", () -> repeat(this::change))) {
                assertThat(platform.runUntil(() -> people.isDone() && weather.isDone(), Duration.ofDays(2)))
                        .as("people and weather come to an end")
                        .isTrue();
            }
            cluster.faults().clear();
            if (replicas.isEmpty()) {
                begin();
            }
            household.calms();
            cluster.eventually(() -> household.isAsDeclared(cluster));
            Map<Key, String> before = household.versions(cluster);
            cluster.advance(Duration.ofMinutes(20));
            household.isAsDeclared(cluster);
            assertThat(household.versions(cluster))
                    .as("versions, after twenty quiet minutes")
                    .isEqualTo(before);
            assertThat(household.problems()).isEmpty();
        }

        private interface Doing {
            void once() throws InterruptedException;
        }

        private void repeat(Doing doing) throws InterruptedException {
            for (int i = 0; i < STEPS; i++) {
                try {
                    doing.once();
                } catch (ApiException refused) {
                    // People try something else then.
                    platform.sleep(Duration.ofSeconds(1));
                }
                if (replicas.stream().filter(Manager.Running::isLeading).count() > 1) {
                    household.complain("two lead");
                }
                platform.sleep(
                        Duration.ofMillis(random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(5_000)));
            }
        }

        private void begin() {
            String name = "replica-" + started++;
            Election election =
                    random.nextBoolean() ? Election.as(name) : Election.as(name).withoutRelease();
            Duration skew = Duration.ofSeconds(wild ? random.nextInt(121) - 60 : 0);
            replicas.add(cluster.run(household
                    .addTo(Manager.builder(platform, cluster.transportOfMachine(skew)))
                    .leaderElection(LEASE, election)
                    .drain(Duration.ofSeconds(random.nextInt(10)))
                    .build()));
        }

        private void end() {
            if (!replicas.isEmpty()) {
                replicas.remove(random.nextInt(replicas.size())).close();
            }
        }

        // ---- people

        private void live() {
            ResourceClient<Deployment> deployments =
                    cluster.clients().resource(Deployment.TYPE).in("default");
            String name = NAMES.get(random.nextInt(NAMES.size()));
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> deployments.create(Mirror.deployment(name, random.nextInt(3)));
                case 3, 4, 5 ->
                    deployments.editWithRetry(name, d -> d.with(each -> each.spec(s -> s.replicas(random.nextInt(4)))));
                case 6, 7 -> deployments.delete(name);
                case 8 ->
                    cluster.clients().resource(ConfigMap.TYPE).in("default").delete(Household.mirror(name));
                case 9 ->
                    cluster.clients()
                            .resource(ConfigMap.TYPE)
                            .in("default")
                            .editWithRetry(
                                    Household.mirror(name),
                                    c -> c.with(each -> each.data(Map.of("replicas", "many", "note", "mine"))));
                case 10 -> {
                    for (Secret secret : Household.secrets(cluster)) {
                        if (random.nextBoolean()) {
                            cluster.clients()
                                    .resource(Secret.TYPE)
                                    .in("default")
                                    .delete(secret.key().name());
                        }
                    }
                }
                default ->
                    deployments.updateStatus(deployments.get(name).toBuilder()
                            .status(DeploymentStatus.builder().replicas(77).build())
                            .build());
            }
        }

        // ---- weather

        private void change() {
            switch (random.nextInt(wild ? 10 : 6)) {
                case 0 -> {
                    cluster.faults().clear();
                    shortenWatches();
                }
                case 1 -> cluster.server().compact();
                case 2 -> {
                    end();
                    begin();
                }
                case 6 -> {
                    if (replicas.size() < 3) {
                        begin();
                    }
                }
                case 7 -> end();
                default -> cluster.faults().inject(match(), fault(), random.nextInt(4), 1 + random.nextInt(8));
            }
            if (replicas.isEmpty() && random.nextBoolean()) {
                begin();
            }
        }

        /** A watch that is open is out of the weather's reach. */
        private void shortenWatches() {
            cluster.faults()
                    .inject(Match.verbs("watch"), new Fault.DropWatch(1 + random.nextInt(4), random.nextBoolean()));
        }

        private Match match() {
            return switch (random.nextInt(4)) {
                case 0 -> Match.anything();
                case 1 -> Match.verbs("watch").on(WATCHED.get(random.nextInt(WATCHED.size())));
                case 2 -> Match.verbs("list", "watch").on(WATCHED.get(random.nextInt(WATCHED.size())));
                default -> Match.writes().on(WRITTEN.get(random.nextInt(WRITTEN.size())));
            };
        }

        private Fault fault() {
            return switch (random.nextInt(wild ? 12 : 8)) {
                case 0 -> new Fault.Conflict();
                case 1 -> new Fault.ServerError();
                case 2 -> new Fault.Unavailable();
                case 3 -> new Fault.Throttle(1 + random.nextInt(5));
                case 4 -> new Fault.CutBefore();
                case 5 -> new Fault.Gone();
                case 6 -> new Fault.DropWatch(random.nextInt(4), random.nextBoolean());
                case 7 -> new Fault.Delay(Duration.ofMillis(random.nextInt(wild ? 60_000 : 2_000)));
                case 8 -> new Fault.LoseAnswer();
                case 9 -> new Fault.CutBody(random.nextInt(300));
                case 10 -> new Fault.FreezeWatch();
                default -> new Fault.StaleRead(1 + random.nextInt(20));
            };
        }
    }
}
