package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DelaysTest {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final KeySlab<Integer> slab = new KeySlab<>();
    private final Delays delays = new Delays(slab);

    private int slot(int key) {
        return slab.slotOf(key, KeySlab.hash(key));
    }

    @Test
    void whereNothingWaitsNothingIsDue() {
        assertThat(delays.nextDeadline()).isEqualTo(Clock.NEVER);
        assertThat(delays.isEmpty()).isTrue();
        assertThat(delays.isDue(HOUR)).isFalse();
    }

    @Test
    void theNextDeadlineIsTheEarliestToTheNanosecond() {
        delays.add(slot(1), HOUR + 1);
        delays.add(slot(2), HOUR);
        delays.add(slot(3), 2 * HOUR);

        assertThat(delays.nextDeadline()).isEqualTo(HOUR);
        assertThat(delays.isDue(HOUR - 1)).isFalse();
        assertThat(delays.nextDeadline()).isEqualTo(HOUR);
        assertThat(delays.isDue(HOUR)).isTrue();
        assertThat(delays.removeFirst()).isEqualTo(slot(2));
        assertThat(delays.isDue(HOUR)).isFalse();
        assertThat(delays.nextDeadline()).isEqualTo(HOUR + 1);
    }

    @Test
    void whoWokeUpForADeadlineThatWasTakenBackIsNotToldOfItAgain() {
        delays.add(slot(1), HOUR);
        delays.add(slot(2), 3 * HOUR);
        delays.remove(slot(1));

        assertThat(delays.isDue(HOUR)).isFalse();
        assertThat(delays.nextDeadline()).isEqualTo(3 * HOUR);
    }

    @Test
    void aDelayWithoutEndWaitsAndCanBeTakenBack() {
        delays.add(slot(1), Clock.NEVER);
        delays.add(slot(2), Clock.NEVER - 1);

        assertThat(delays.isDue(HOUR)).isFalse();
        assertThat(delays.nextDeadline()).isEqualTo(Clock.NEVER - 1);
        delays.remove(slot(2));
        assertThat(delays.removeFirst()).isEqualTo(slot(1));
        assertThat(delays.isEmpty()).isTrue();
    }

    @Test
    void aHundredThousandLeaveInOrderAndOthersComeAfterThem() {
        for (int round = 0; round < 2; round++) {
            for (int key = 0; key < 100_000; key++) {
                delays.add(slot(key), round * HOUR + 1 + (key * 7919L) % 100_003 * 1_000);
            }
            long last = -1;
            while (delays.isDue((round + 1) * HOUR)) {
                assertThat(delays.nextDeadline()).isGreaterThan(last);
                last = delays.nextDeadline();
                delays.removeFirst();
            }
            assertThat(delays.isEmpty()).isTrue();
        }
    }

    /** As many delays end as there are far ones; each would look at all of them. */
    @Test
    void theEndOfADelayLooksAtNoneThatIsFar() {
        int many = 200_000;
        for (int key = 0; key < many; key++) {
            delays.add(slot(key), 10 * HOUR + key);
        }
        long step = Duration.ofMillis(1).toNanos();
        int retried = slot(many);
        for (long now = step; now <= many * step; now += step) {
            delays.add(retried, now);
            assertThat(delays.isDue(now)).isTrue();
            assertThat(delays.removeFirst()).isEqualTo(retried);
            assertThat(delays.isDue(now)).isFalse();
            assertThat(delays.nextDeadline()).isEqualTo(10 * HOUR);
        }
    }

    @Test
    void itAgreesWithAMapOfDeadlines() {
        for (long seed = 0; seed < 200; seed++) {
            new Comparison(seed).run();
        }
    }

    /** Random calls at random times, beside a map. */
    private static final class Comparison {
        private final long seed;
        private final SplittableRandom random;
        private final KeySlab<Integer> slab = new KeySlab<>();
        private final Delays delays = new Delays(slab);
        private final Map<Integer, Long> model = new HashMap<>();
        private long now;

        Comparison(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void run() {
            for (int i = 0; i < 1_000; i++) {
                int slot = slab.slotOf(random.nextInt(300), random.nextInt(1));
                Long deadline = model.get(slot);
                if (deadline == null) {
                    deadline = now + 1 + distance();
                    delays.add(slot, deadline);
                    model.put(slot, deadline);
                } else if (random.nextInt(3) == 0) {
                    delays.remove(slot);
                    model.remove(slot);
                } else {
                    long earlier = now + 1 + random.nextLong(deadline - now);
                    delays.bringForward(slot, earlier);
                    model.put(slot, earlier);
                    assertThat(delays.deadlineOf(slot)).as("seed %s", seed).isEqualTo(earlier);
                }
                if (random.nextInt(4) == 0) {
                    now += distance();
                    promote();
                }
                assertThat(delays.size()).as("seed %s", seed).isEqualTo(model.size());
            }
        }

        /** Of any order of magnitude up to some days, and often just around the border between two of them. */
        private long distance() {
            long power = 1L << random.nextInt(49);
            return random.nextBoolean() ? random.nextLong(power) : power - 1 + random.nextInt(3);
        }

        private void promote() {
            List<Long> expected = new ArrayList<>(
                    model.values().stream().filter(d -> d <= now).sorted().toList());
            List<Long> due = new ArrayList<>();
            while (delays.isDue(now)) {
                long deadline = delays.nextDeadline();
                due.add(deadline);
                assertThat(model.remove(delays.removeFirst()))
                        .as("seed %s", seed)
                        .isEqualTo(deadline);
            }
            assertThat(due).as("seed %s", seed).isEqualTo(expected);
            long earliest = model.values().stream().mapToLong(d -> d).min().orElse(Clock.NEVER);
            assertThat(delays.nextDeadline())
                    .as("seed %s", seed)
                    .isGreaterThan(now)
                    .isLessThanOrEqualTo(earliest);
        }
    }
}
