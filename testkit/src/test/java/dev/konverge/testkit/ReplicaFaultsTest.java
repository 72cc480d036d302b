package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.apiserver.fault.Fault;
import dev.konverge.apiserver.fault.Injection;
import dev.konverge.apiserver.fault.Match;
import dev.konverge.client.ClientSet;
import dev.konverge.client.Encoding;
import dev.konverge.client.ResourceClient;
import dev.konverge.client.WatchOptions;
import dev.konverge.client.WatchStream;
import dev.konverge.controller.Manager;
import dev.konverge.controller.leader.Election;
import dev.konverge.model.Key;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Two replicas whose clocks disagree: never two at work, never none for long, and nothing is made twice. */
class ReplicaFaultsTest {
    private static final Key LEASE = Key.of("default", "mirror");

    /** A replica on a machine whose calendar is wrong by that much, which gives up its lease without a word. */
    private static Manager.Running replica(TestCluster cluster, String name, Duration skew) {
        return cluster.run(Mirror.addTo(Manager.builder(cluster.platform(), cluster.transportOfMachine(skew)))
                .leaderElection(LEASE, Election.as(name).withoutRelease())
                .build());
    }

    /** All that the wire can carry is moved: bodies in either form, answers, and the events of a watch. */
    @ParameterizedTest
    @EnumSource(Encoding.class)
    void theTimesInTheLeasesOfAMachineAreWrongForAllOthers(Encoding encoding) {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        Duration skew = Duration.ofSeconds(60);
        try (TestCluster cluster = TestCluster.virtual(1)) {
            ResourceClient<Lease> leases = ClientSet.on(cluster.transportOfMachine(skew), cluster.platform())
                    .withEncoding(encoding)
                    .resource(Lease.TYPE)
                    .in("default");
            Lease lease = Lease.builder()
                    .metadata(m -> m.namespace("default").name("mirror"))
                    .spec(s -> s.holderIdentity("me").renewTime(now))
                    .build();
            try (WatchStream<Lease> watch = leases.watch(WatchOptions.NONE)) {
                assertThat(renewed(leases.create(lease))).isEqualTo(now);
                assertThat(renewed(leases.get("mirror"))).isEqualTo(now);
                assertThat(renewed(cluster.get(Lease.TYPE, "default", "mirror")))
                        .isEqualTo(now.plus(skew));
                assertThat(watch.next().map(event -> renewed(event.object()))).contains(now);
            }
        }
    }

    private static @Nullable Instant renewed(Lease lease) {
        return Objects.requireNonNull(lease.spec()).renewTime();
    }

    private static void neverBoth(TestCluster cluster, Manager.Running one, Manager.Running other, Duration during) {
        for (Duration passed = Duration.ZERO; passed.compareTo(during) < 0; passed = passed.plusMillis(500)) {
            assertThat(one.isLeading() && other.isLeading()).as("both lead").isFalse();
            cluster.advance(Duration.ofMillis(500));
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 0", "-60, 0", "60, -60", "-60, 60"})
    void whenALeaderIsCutOffTheOtherTakesOverWhateverTheirCalendarsSay(int firstSkew, int secondSkew) {
        for (long seed = 0; seed < 2; seed++) {
            try (TestCluster cluster = TestCluster.virtual(seed);
                    Births births = Births.of(cluster, ConfigMap.TYPE)) {
                cluster.create(Mirror.deployment("web", 2));
                Manager.Running first = replica(cluster, "one", Duration.ofSeconds(firstSkew));
                cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
                Manager.Running second = replica(cluster, "two", Duration.ofSeconds(secondSkew));
                neverBoth(cluster, first, second, Duration.ofMinutes(2));
                assertThat(first.isLeading()).isTrue();

                // The renewals of the first are lost; those of the second are not there yet.
                try (Injection cut =
                        cluster.faults().inject(Match.verbs("update").on("leases"), new Fault.CutBefore(), 0, 8)) {
                    cluster.create(Mirror.deployment("late", 7));
                    neverBoth(cluster, first, second, Duration.ofMinutes(2));
                    assertThat(cut.hits()).isPositive();
                }
                cluster.eventually(() -> Mirror.isSettled(cluster, "late", 7));
                assertThat(first.isLeading() ^ second.isLeading()).isTrue();
                births.wereOnlyOnce(List.of("late-mirror", "web-mirror"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 0", "-60, 0", "0, 60", "0, -60"})
    void whenALeaderDiesWithoutAWordTheOtherTakesOverWithinHalfAMinute(int firstSkew, int secondSkew) {
        try (TestCluster cluster = TestCluster.virtual(3);
                Births births = Births.of(cluster, ConfigMap.TYPE)) {
            cluster.create(Mirror.deployment("web", 2));
            Manager.Running first = replica(cluster, "one", Duration.ofSeconds(firstSkew));
            cluster.eventually(() -> Mirror.isSettled(cluster, "web", 2));
            Manager.Running second = replica(cluster, "two", Duration.ofSeconds(secondSkew));
            cluster.advance(Duration.ofMinutes(1));
            assertThat(second.isLeading()).isFalse();

            first.close();
            cluster.create(Mirror.deployment("late", 7));
            cluster.advance(Duration.ofSeconds(30));
            assertThat(second.isLeading()).isTrue();
            Mirror.isSettled(cluster, "late", 7);
            births.wereOnlyOnce(List.of("late-mirror", "web-mirror"));
        }
    }

    @Test
    void leadershipGoesBackAndForthManyTimesAndNothingIsMadeTwice() {
        try (TestCluster cluster = TestCluster.virtual(5);
                Births births = Births.of(cluster, ConfigMap.TYPE)) {
            List<String> expected = new ArrayList<>();
            Manager.Running standing = replica(cluster, "0", Duration.ofMinutes(1));
            for (int i = 1; i <= 6; i++) {
                Duration skew = Duration.ofMinutes(i % 2 == 0 ? 1 : -1);
                Manager.Running next = replica(cluster, Integer.toString(i), skew);
                String name = "web" + i;
                cluster.create(Mirror.deployment(name, i));
                expected.add(name + "-mirror");
                // In the middle of its work, or before it, the one that leads goes.
                cluster.advance(Duration.ofMillis(i * 3L));
                standing.close();
                int replicas = i;
                cluster.eventually(() -> Mirror.isSettled(cluster, name, replicas));
                cluster.eventually(() -> assertThat(next.isLeading()).isTrue());
                standing = next;
            }
            births.wereOnlyOnce(expected);
        }
    }
}
