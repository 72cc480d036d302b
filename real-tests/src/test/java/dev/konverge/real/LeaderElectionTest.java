package dev.konverge.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.controller.leader.Campaign;
import dev.konverge.controller.leader.Election;
import dev.konverge.controller.leader.LeaderElector;
import dev.konverge.controller.leader.LeaseStore;
import dev.konverge.controller.leader.Term;
import dev.konverge.model.Key;
import dev.konverge.model.coordination.v1.Lease;
import dev.konverge.model.coordination.v1.LeaseSpec;
import dev.konverge.testkit.RealCluster;
import dev.konverge.testkit.WithRealCluster;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@WithRealCluster
class LeaderElectionTest {
    private static final Election TIMES =
            Election.as("nobody").withTimes(Duration.ofSeconds(4), Duration.ofSeconds(3), Duration.ofMillis(200));

    /** How many lead at the same time, and the most that ever did. */
    private final AtomicInteger leading = new AtomicInteger();

    private final AtomicInteger most = new AtomicInteger();

    private Campaign campaign(RealCluster cluster, Key key, String identity, boolean release) {
        Platform platform = cluster.platform();
        Election times =
                Election.as(identity).withTimes(TIMES.leaseDuration(), TIMES.renewDeadline(), TIMES.retryPeriod());
        Election election = release ? times : times.withoutRelease();
        return new LeaderElector(platform, LeaseStore.on(cluster.clients(), key), election, term -> {
                    most.accumulateAndGet(leading.incrementAndGet(), Math::max);
                    try {
                        platform.sleep(Duration.ofDays(1));
                    } finally {
                        leading.decrementAndGet();
                    }
                })
                .start();
    }

    private static LeaseSpec lease(RealCluster cluster, Key key) {
        return Objects.requireNonNull(
                cluster.get(Lease.TYPE, key.namespace(), key.name()).spec());
    }

    @Test
    void aLeaderThatStopsHandsTheLeaseOver(RealCluster cluster) {
        Key key = Key.of(Namespaces.make(cluster), "mine");
        Campaign first = campaign(cluster, key, "a", true);
        cluster.eventually(() -> assertThat(first.findTerm()).isPresent());
        try (Campaign second = campaign(cluster, key, "b", true)) {
            cluster.eventually(() -> assertThat(second.findLeader()).contains("a"));
            assertThat(second.findTerm()).isEmpty();
            first.close();
            cluster.eventually(
                    () -> assertThat(second.findTerm().map(Term::number)).contains(1));
            assertThat(lease(cluster, key).holderIdentity()).isEqualTo("b");
            assertThat(lease(cluster, key).leaseTransitions()).isEqualTo(1);
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void aLeaderThatVanishesIsFollowedWhenItsLeaseHasRunOut(RealCluster cluster) {
        Key key = Key.of(Namespaces.make(cluster), "mine");
        Campaign first = campaign(cluster, key, "a", false);
        cluster.eventually(() -> assertThat(first.findTerm()).isPresent());
        first.close();
        assertThat(lease(cluster, key).holderIdentity()).isEqualTo("a");
        try (Campaign second = campaign(cluster, key, "b", true)) {
            cluster.eventually(() -> assertThat(second.findTerm()).isPresent());
        }
        assertThat(most).hasValue(1);
    }

    @Test
    void aLeaderWhoseServerIsAwayStopsLeadingAndGoesOnAfterwards(RealCluster cluster) {
        Key key = Key.of(Namespaces.make(cluster), "mine");
        try (Campaign only = campaign(cluster, key, "a", true)) {
            cluster.eventually(() -> assertThat(only.findTerm()).isPresent());
            cluster.killApiServer();
            cluster.eventually(() -> {
                assertThat(only.findTerm()).isEqualTo(Optional.empty());
                assertThat(leading).hasValue(0);
            });
            cluster.startApiServer();
            cluster.eventually(() -> assertThat(only.findTerm()).isPresent());
        }
        assertThat(most).hasValue(1);
    }
}
