package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The fences of {@link Pending}, which nothing that runs one thread at a time can see. Without either of them the processor lets a read
 * pass the write before it, and an add takes a hand-out for pending that does not see what the add is about.
 *
 * <p>Two threads meet at each key and then race, nanoseconds apart. That takes two processors: on one it cannot fail.
 */
class PendingVisibilityTest {
    private static final int KEYS = 128;
    private static final int ROUNDS = 1_000;

    /** So far apart that what belongs to two keys never shares a cache line. */
    private static final int APART = 64;

    /** How long one waits for the other at a key: some microseconds, in case it is suspended. */
    private static final int PATIENCE = 500;

    private final Integer[] keys = IntStream.range(0, KEYS).boxed().toArray(Integer[]::new);
    private final Pending<Integer> pending = new Pending<>();
    private final Phaser rounds = new Phaser(2);
    private final AtomicInteger adding = new AtomicInteger();
    private final AtomicInteger handingOut = new AtomicInteger();

    /** What the keys stand for: neither volatile nor guarded, so the fences are all that orders it. */
    private final int[] written = new int[KEYS * APART];

    private final boolean[] merged = new boolean[KEYS];
    private final int[] seen = new int[KEYS];

    private static void meet(AtomicInteger own, AtomicInteger other, int place) {
        own.set(place);
        for (int i = 0; i < PATIENCE && other.get() < place; i++) {
            Thread.onSpinWait();
        }
    }

    private void add(int round) {
        for (int i = 0; i < KEYS; i++) {
            meet(adding, handingOut, round * KEYS + i);
            written[i * APART] = round;
            merged[i] = pending.has(keys[i], i * APART);
        }
    }

    private void handOut(int round) {
        for (int i = 0; i < KEYS; i++) {
            meet(handingOut, adding, round * KEYS + i);
            pending.forget(keys[i], i * APART);
            seen[i] = written[i * APART];
        }
    }

    @Test
    void anAddThatIsMergedIsSeenByTheHandOut() throws InterruptedException { // WQ-8: no add is lost
        Thread worker = Thread.ofPlatform().start(() -> {
            for (int round = 1; round <= ROUNDS; round++) {
                rounds.arriveAndAwaitAdvance();
                handOut(round);
                rounds.arriveAndAwaitAdvance();
            }
        });
        long lost = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            for (int i = 0; i < KEYS; i++) {
                pending.note(keys[i], i * APART, true, KEYS * APART);
            }
            rounds.arriveAndAwaitAdvance();
            add(round);
            rounds.arriveAndAwaitAdvance();
            lost += lostIn(round);
        }
        worker.join();
        assertThat(lost).isZero();
    }

    private long lostIn(int round) {
        return IntStream.range(0, KEYS)
                .filter(i -> merged[i] && seen[i] != round)
                .count();
    }
}
