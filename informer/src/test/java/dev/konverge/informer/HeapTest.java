package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapTest { // §1.8 Heap
    /** A name and what it is ordered by. */
    private record Job(String name, int rank) {}

    private static Heap<Job> heap(Platform platform) {
        return new Heap<>(platform, job -> Key.of(job.name()), Comparator.comparingInt(Job::rank));
    }

    private final Heap<Job> heap = heap(Platform.real());

    private List<String> all() throws InterruptedException {
        List<String> popped = new ArrayList<>();
        while (heap.size() > 0) {
            popped.add(heap.pop().orElseThrow().name());
        }
        return popped;
    }

    // TestHeapBasic, TestHeap_BulkAdd
    @Test
    void comesOutInOrder() throws InterruptedException {
        heap.bulkAdd(List.of(new Job("c", 3), new Job("a", 1), new Job("d", 4)));
        heap.add(new Job("b", 2));
        assertThat(all()).containsExactly("a", "b", "c", "d");
    }

    // TestHeap_Add, TestHeap_Update
    @Test
    void anObjectAddedAgainMovesToItsNewPlace() throws InterruptedException {
        heap.bulkAdd(List.of(new Job("a", 1), new Job("b", 2), new Job("c", 3)));
        heap.add(new Job("c", 0));
        heap.add(new Job("a", 9));
        assertThat(all()).containsExactly("c", "b", "a");
    }

    // TestHeap_AddIfNotPresent, TestHeap_GetByKey
    @Test
    void addIfNotPresentKeepsTheOldValue() throws InterruptedException {
        heap.add(new Job("a", 5));
        heap.addIfNotPresent(new Job("a", 1));
        heap.addIfNotPresent(new Job("b", 3));
        assertThat(heap.findByKey(Key.of("a"))).contains(new Job("a", 5));
        assertThat(all()).containsExactly("b", "a");
    }

    // TestHeap_Delete, TestHeap_Get, TestHeap_List, TestHeap_ListKeys
    @Test
    void deletesFromAnywhere() throws InterruptedException {
        heap.bulkAdd(List.of(new Job("a", 1), new Job("b", 2), new Job("c", 3), new Job("d", 4)));
        heap.delete(new Job("a", 0));
        heap.delete(new Job("d", 0));
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> heap.delete(new Job("x", 0)))
                .withMessageStartingWith("object not found");
        assertThat(heap.find(new Job("b", 0))).contains(new Job("b", 2));
        assertThat(heap.find(new Job("a", 0))).isEmpty();
        assertThat(heap.list()).containsExactlyInAnyOrder(new Job("b", 2), new Job("c", 3));
        assertThat(heap.listKeys()).containsExactlyInAnyOrder(Key.of("b"), Key.of("c"));
        assertThat(all()).containsExactly("b", "c");
    }

    // TestHeap_Close, TestHeapAddAfterClose
    @Test
    void aClosedHeapTakesNothingMore() throws InterruptedException {
        heap.add(new Job("a", 1));
        heap.close();
        assertThat(heap.isClosed()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> heap.add(new Job("b", 1)))
                .withMessage("heap is closed");
        assertThatIllegalStateException().isThrownBy(() -> heap.addIfNotPresent(new Job("b", 1)));
        assertThatIllegalStateException().isThrownBy(() -> heap.bulkAdd(List.of(new Job("b", 1))));
        assertThat(all()).containsExactly("a");
        assertThat(heap.pop()).isEmpty();
    }

    // TestHeap_BulkAdd, TestHeapEmptyPop
    @Test
    void consumersWaitForWork() {
        VirtualPlatform.simulate(1, platform -> {
            Heap<Job> waiting = heap(platform);
            List<String> log = new ArrayList<>();
            Platform.Body consumer = () -> {
                for (Optional<Job> job = waiting.pop(); job.isPresent(); job = waiting.pop()) {
                    log.add(job.get().name());
                }
            };
            try (var first = platform.start("first", consumer);
                    var second = platform.start("second", consumer)) {
                platform.sleep(Duration.ofSeconds(1));
                waiting.bulkAdd(List.of(new Job("b", 2), new Job("a", 1)));
                platform.sleep(Duration.ofSeconds(1));
                assertThat(log).containsExactlyInAnyOrder("a", "b");
                waiting.close();
                assertThat(first.join(Duration.ofSeconds(1)) && second.join(Duration.ofSeconds(1)))
                        .isTrue();
            }
        });
    }

    @Test
    void whatCannotBeComparedIsRefusedAndLeavesNothingBehind() throws InterruptedException {
        Heap<Job> strict = new Heap<>(Platform.real(), job -> Key.of(job.name()), (one, other) -> {
            if (one.rank() < 0 || other.rank() < 0) {
                throw new IllegalStateException("no rank");
            }
            return Integer.compare(one.rank(), other.rank());
        });
        strict.add(new Job("a", 1));
        assertThatIllegalStateException().isThrownBy(() -> strict.add(new Job("b", -1)));
        assertThat(strict.listKeys()).containsExactly(Key.of("a"));
        strict.add(new Job("b", 2));
        strict.add(new Job("b", 0));
        assertThat(strict.size()).isEqualTo(2);
        assertThat(strict.pop()).contains(new Job("b", 0));
    }

    /** A comparator that stops working half-way loses the order, but no key is held twice or cannot be found. */
    @Test
    void keysKnowTheirPlacesThoughComparingFails() {
        boolean[] broken = {false};
        HeapCore<Job> core = new HeapCore<>((one, other) -> {
            if (broken[0] && one != other) {
                throw new IllegalStateException("no order");
            }
            return Integer.compare(one.rank(), other.rank());
        });
        for (int i = 0; i < 7; i++) {
            core.put(Key.of("n" + i), new Job("n" + i, i));
        }
        broken[0] = true;
        assertThatIllegalStateException().isThrownBy(() -> core.put(Key.of("new"), new Job("new", 0)));
        assertThatIllegalStateException().isThrownBy(() -> core.remove(Key.of("n1")));
        for (Key key : core.listKeys()) {
            assertThat(core.find(key).map(Job::name)).contains(key.name());
        }
        assertThat(core.listKeys()).doesNotHaveDuplicates().hasSize(core.size());
    }

    @Test
    void itIsInOrderWhateverIsDone() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            HeapCore<Job> core = new HeapCore<>(Comparator.comparingInt(Job::rank));
            Map<String, Job> expected = new HashMap<>();
            for (int step = 0; step < 300; step++) {
                String name = "n" + random.nextInt(40);
                if (random.nextInt(3) > 0) {
                    Job job = new Job(name, random.nextInt(1000));
                    core.put(Key.of(name), job);
                    expected.put(name, job);
                } else if (random.nextBoolean()) {
                    assertThat(core.remove(Key.of(name))).as("seed %s", seed).isEqualTo(expected.remove(name) != null);
                } else if (core.size() > 0) {
                    Job job = core.remove();
                    assertThat(expected.values()).as("seed %s", seed).allMatch(other -> other.rank() >= job.rank());
                    assertThat(expected.remove(job.name())).as("seed %s", seed).isEqualTo(job);
                }
                assertThat(core.size()).as("seed %s", seed).isEqualTo(expected.size());
            }
        }
    }
}
