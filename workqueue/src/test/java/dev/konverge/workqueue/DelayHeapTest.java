package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DelayHeapTest {
    private final KeySlab<Integer> slab = new KeySlab<>();
    private final DelayHeap heap = new DelayHeap(slab);

    private int slot(int key) {
        return slab.slotOf(key, KeySlab.hash(key));
    }

    @Test
    void anEmptyHeapHasNoDeadline() {
        assertThat(heap.nextDeadline()).isEqualTo(Clock.NEVER);
        assertThat(heap.isEmpty()).isTrue();
    }

    @Test
    void slotsLeaveInTheOrderOfTheirDeadlines() {
        heap.add(slot(1), 30);
        heap.add(slot(2), 10);
        heap.add(slot(3), 20);
        heap.bringForward(slot(1), 5);

        assertThat(heap.deadlineOf(slot(1))).isEqualTo(5);
        assertThat(List.of(heap.removeFirst(), heap.removeFirst(), heap.removeFirst()))
                .containsExactly(slot(1), slot(2), slot(3));
    }

    @Test
    void itAgreesWithASortedList() {
        for (long seed = 0; seed < 50; seed++) {
            agreeWithASortedList(seed);
        }
    }

    private static void agreeWithASortedList(long seed) {
        var random = new SplittableRandom(seed);
        var slab = new KeySlab<Integer>();
        var heap = new DelayHeap(slab);
        Map<Integer, Long> model = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            int slot = slab.slotOf(random.nextInt(500), random.nextInt(1));
            Long deadline = model.get(slot);
            if (deadline == null) {
                long fresh = random.nextInt(1000);
                heap.add(slot, fresh);
                model.put(slot, fresh);
            } else if (random.nextBoolean()) {
                long earlier = deadline - random.nextInt(100);
                heap.bringForward(slot, earlier);
                model.put(slot, earlier);
            } else if (random.nextBoolean()) {
                heap.remove(slot);
                model.remove(slot);
            } else {
                long expected = Collections.min(model.values());
                assertThat(heap.nextDeadline()).as("seed %s", seed).isEqualTo(expected);
                int first = heap.removeFirst();
                assertThat(model.remove(first)).as("seed %s", seed).isEqualTo(expected);
            }
            assertThat(heap.size()).isEqualTo(model.size());
        }
        List<Long> rest = new ArrayList<>();
        while (!heap.isEmpty()) {
            rest.add(heap.nextDeadline());
            heap.removeFirst();
        }
        assertThat(rest).as("seed %s", seed).isSorted().hasSize(model.size());
    }
}
