package dev.konverge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.controller.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The random numbers of a scope are those of its platform: where that is seeded, a run can be had again. */
class RandomStoryTest {
    private static final int DEPLOYMENTS = 5;
    private static final int DRAWS = 40;

    /** {@return which numbers were drawn when, for which object, by four workers that get in each other's way} */
    private static List<String> draws(TestCluster cluster) {
        List<String> draws = new ArrayList<>();
        cluster.run(Mirror.on(
                        cluster,
                        c -> c.reconcile((deployment, scope) -> {
                            long drawn = scope.random().nextLong();
                            draws.add(scope.now() + " " + scope.key() + " " + drawn);
                            cluster.platform().sleep(Duration.ofMillis(1 + Math.floorMod(drawn, 100)));
                            return Outcome.requeueAfter(
                                    Duration.ofMillis(1 + scope.random().nextInt(1000)));
                        }))
                .build());
        for (int i = 0; i < DEPLOYMENTS; i++) {
            cluster.create(Mirror.deployment("web" + i, 1));
        }
        cluster.eventually(() -> assertThat(draws).hasSizeGreaterThanOrEqualTo(DRAWS));
        return List.copyOf(draws.subList(0, DRAWS));
    }

    private static List<String> drawsUnder(long seed) {
        try (TestCluster cluster = TestCluster.virtual(seed)) {
            return draws(cluster);
        }
    }

    @Test
    void twoRunsWithOneSeedDrawTheSameNumbersAtTheSameTimes() {
        for (long seed = 1; seed <= 3; seed++) {
            assertThat(drawsUnder(seed)).as("seed %d", seed).isEqualTo(drawsUnder(seed));
        }
    }

    @Test
    void anotherSeedIsAnotherRun() {
        assertThat(drawsUnder(1)).isNotEqualTo(drawsUnder(2));
        assertThat(numbers(drawsUnder(1))).doesNotContainAnyElementsOf(numbers(drawsUnder(2)));
    }

    private static List<String> numbers(List<String> draws) {
        return draws.stream()
                .map(draw -> draw.substring(draw.lastIndexOf(' ') + 1))
                .toList();
    }

    @Test
    void noTwoRealPlatformsDrawTheSameNumbers() {
        assertThat(Platform.real().random().nextLong())
                .isNotEqualTo(Platform.real().random().nextLong());
    }
}
