package dev.konverge.samples.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.model.apps.v1.DeploymentSpec;
import dev.konverge.model.apps.v1.DeploymentStrategy;
import dev.konverge.model.apps.v1.ReplicaSet;
import dev.konverge.samples.workloads.Rollout.Set;
import dev.konverge.samples.workloads.Rollout.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RolloutTest {
    private static Rollout rolling(int replicas, int surge, int unavailable) {
        return new Rollout(replicas, surge, unavailable, false, false);
    }

    private static Set ready(int count) {
        return new Set(count, count, count);
    }

    @Test
    void aNewDeploymentGetsAllItsReplicasAtOnce() {
        assertThat(rolling(5, 1, 1).next(ready(0), List.of())).isEqualTo(new Step(5, List.of()));
    }

    @Test
    void aRolloutAddsWhatTheSurgeAllowsAndTakesWhatCanBeSpared() {
        assertThat(rolling(10, 3, 2).next(ready(0), List.of(ready(10)))).isEqualTo(new Step(3, List.of(8)));
    }

    @Test
    void withoutSurgeOldReplicasGoFirst() {
        assertThat(rolling(4, 0, 1).next(ready(0), List.of(ready(4)))).isEqualTo(new Step(0, List.of(3)));
        assertThat(rolling(4, 0, 1).next(ready(0), List.of(ready(3)))).isEqualTo(new Step(1, List.of(3)));
    }

    @Test
    void oldReplicasThatNeverBecameAvailableGoFirst() {
        Set broken = new Set(3, 3, 0);
        assertThat(rolling(3, 1, 0).next(ready(0), List.of(broken, ready(3)))).isEqualTo(new Step(0, List.of(0, 3)));
    }

    @Test
    void newReplicasThatDoNotBecomeAvailableStopARollout() {
        Set stuck = new Set(3, 3, 0);
        assertThat(rolling(10, 3, 2).next(stuck, List.of(ready(8)))).isEqualTo(new Step(5, List.of(8)));
        assertThat(rolling(10, 3, 2).next(new Set(5, 5, 0), List.of(ready(8)))).isEqualTo(new Step(5, List.of(8)));
    }

    @Test
    void recreateWaitsUntilAllOldReplicasAreGone() {
        Rollout recreate = new Rollout(3, 0, 1, true, false);
        assertThat(recreate.next(ready(0), List.of(ready(3)))).isEqualTo(new Step(0, List.of(0)));
        assertThat(recreate.next(ready(0), List.of(new Set(0, 1, 1)))).isEqualTo(new Step(0, List.of(0)));
        assertThat(recreate.next(ready(0), List.of(ready(0)))).isEqualTo(new Step(3, List.of(0)));
        assertThat(recreate.next(ready(0), List.of(new Set(3, 0, 0))))
                .as("an old set that has not begun may begin at any moment")
                .isEqualTo(new Step(0, List.of(0)));
    }

    @Test
    void recreateLeavesTheNewReplicasAloneWhenSomebodyScalesAnOldSet() {
        Rollout recreate = new Rollout(3, 0, 0, true, false);
        assertThat(recreate.next(ready(3), List.of(ready(1)))).isEqualTo(new Step(3, List.of(0)));
        assertThat(recreate.next(ready(5), List.of(ready(1)))).isEqualTo(new Step(3, List.of(0)));
    }

    @Test
    void aDeploymentThatIsMadeSmallerInTheMiddleOfARolloutKeepsWithinItsSurge() {
        assertThat(rolling(3, 1, 0).next(new Set(2, 2, 0), List.of(ready(8)))).isEqualTo(new Step(1, List.of(3)));
        assertThat(rolling(3, 1, 0).next(new Set(1, 1, 0), List.of(ready(3)))).isEqualTo(new Step(1, List.of(3)));
        assertThat(rolling(3, 1, 0).next(new Set(1, 1, 1), List.of(ready(3)))).isEqualTo(new Step(1, List.of(2)));
        assertThat(rolling(3, 0, 1).next(new Set(4, 4, 1), List.of(ready(6)))).isEqualTo(new Step(2, List.of(1)));
    }

    @Test
    void anOldSetIsGoneOnceItHasReportedSo() {
        Rollout recreate = new Rollout(3, 0, 0, true, false);
        ReplicaSet told = ReplicaSet.builder()
                .metadata(m -> m.generation(2L))
                .spec(s -> s.replicas(0))
                .status(s -> s.observedGeneration(1L).replicas(0))
                .build();
        ReplicaSet reported = told.with(set -> set.status(s -> s.observedGeneration(2L)));

        assertThat(recreate.next(ready(0), List.of(Set.of(told)))).isEqualTo(new Step(0, List.of(0)));
        assertThat(recreate.next(ready(0), List.of(Set.of(reported)))).isEqualTo(new Step(3, List.of(0)));
    }

    @Test
    void onlyARollingUpdateMayHaveFewerAvailableThanItWants() {
        DeploymentSpec four = DeploymentSpec.builder().replicas(4).build();
        DeploymentSpec recreate = four.toBuilder()
                .strategy(s -> s.type(DeploymentStrategy.Type.RECREATE))
                .build();

        assertThat(Rollout.of(four).isAvailableWith(3)).isTrue();
        assertThat(Rollout.of(recreate).isAvailableWith(3)).isFalse();
        assertThat(Rollout.of(recreate).isAvailableWith(4)).isTrue();
    }

    @Test
    void aPausedDeploymentMovesNothingButFollowsItsNumberOfReplicas() {
        Rollout paused = new Rollout(6, 1, 1, false, true);
        assertThat(paused.next(ready(1), List.of(ready(3)))).isEqualTo(new Step(1, List.of(5)));
        assertThat(paused.next(ready(2), List.of(ready(4)))).isEqualTo(new Step(2, List.of(4)));
    }

    @Test
    void aPausedDeploymentWithoutASetOfItsTemplateScalesTheLargestOrElseTheLatestOfTheOthers() {
        Rollout paused = new Rollout(6, 1, 1, false, true);
        assertThat(paused.hold(List.of(ready(0), ready(2)))).containsExactly(0, 6);
        assertThat(paused.hold(List.of(ready(9), ready(0)))).containsExactly(6, 0);
        assertThat(paused.hold(List.of(ready(1), ready(3)))).containsExactly(1, 5);
        assertThat(paused.hold(List.of(ready(0), ready(0)))).containsExactly(0, 6);
        assertThat(paused.hold(List.of())).isEmpty();
    }

    @Test
    void aPausedDeploymentOfNoReplicasKeepsNone() {
        Rollout paused = new Rollout(0, 1, 1, false, true);
        assertThat(paused.next(ready(1), List.of(ready(3)))).isEqualTo(new Step(1, List.of(0)));
        assertThat(paused.next(ready(1), List.of(ready(0)))).isEqualTo(new Step(0, List.of(0)));
    }

    @Test
    void everyRolloutEndsAndNeverLeavesItsBounds() {
        long seed = 42;
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            int replicas = random.nextInt(12);
            int surge = random.nextInt(4);
            Rollout rollout = rolling(replicas, surge, surge == 0 ? 1 + random.nextInt(3) : random.nextInt(4));
            simulate(rollout, random, "seed " + seed + " run " + run);
        }
    }

    /** Replicas become available, one after the other, in random order. */
    private static void simulate(Rollout rollout, Random random, String run) {
        int[] current = {0, 0};
        List<int[]> old = new ArrayList<>();
        old.add(new int[] {rollout.replicas(), rollout.replicas()});
        for (int round = 0; round < 200; round++) {
            Step step = rollout.next(
                    new Set(current[0], current[0], current[1]),
                    old.stream().map(o -> new Set(o[0], o[0], o[1])).toList());
            current[0] = step.current();
            current[1] = Math.min(current[1], current[0]);
            for (int i = 0; i < old.size(); i++) {
                old.get(i)[0] = step.old().get(i);
                old.get(i)[1] = Math.min(old.get(i)[1], old.get(i)[0]);
            }
            int total = current[0] + old.stream().mapToInt(o -> o[0]).sum();
            int available = current[1] + old.stream().mapToInt(o -> o[1]).sum();
            assertThat(total).as(run).isLessThanOrEqualTo(rollout.replicas() + rollout.maxSurge());
            assertThat(available).as(run).isGreaterThanOrEqualTo(rollout.replicas() - rollout.maxUnavailable());
            if (current[1] == rollout.replicas() && old.stream().allMatch(o -> o[0] == 0)) {
                return;
            }
            if (current[1] < current[0] && random.nextBoolean()) {
                current[1]++;
            }
        }
        throw new AssertionError("a rollout did not end: " + run + " " + rollout);
    }
}
