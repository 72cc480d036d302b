package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** What waits for a handler. */
class ListenerBufferTest {
    @Test // PL-1, PL-3
    void whatIsPutIsTakenInOrderAndAllAtOnce() throws InterruptedException {
        ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            buffer.put(List.of(i));
            all.add(i);
        }
        assertThat(buffer.backlog()).isEqualTo(5000);
        List<Integer> taken = buffer.take(new ArrayList<>());
        assertThat(taken).isEqualTo(all);
        assertThat(buffer.backlog()).as("taken is not finished").isEqualTo(5000);
        taken.forEach(each -> buffer.finish());
        assertThat(buffer.backlog()).isZero();
        buffer.put(List.of(1, 2));
        assertThat(buffer.take(taken)).containsExactly(1, 2);
    }

    @Test // PL-5
    void whatWaitsCountsWhetherItWasTakenOrNot() throws InterruptedException {
        ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());
        buffer.put(List.of(1, 2));
        buffer.take(new ArrayList<>());
        assertThat(buffer.isLongerThan(1)).isTrue();
        assertThat(buffer.isLongerThan(2)).isFalse();
        buffer.put(List.of(3, 4));
        assertThat(buffer.isLongerThan(3)).isTrue();
        buffer.finish();
        assertThat(buffer.isLongerThan(3)).isFalse();
    }

    @Test // PL-2
    void whoTakesWaitsAndWhoPutsDoesNot() {
        VirtualPlatform.simulate(1, platform -> {
            ListenerBuffer<Integer> buffer = new ListenerBuffer<>(platform);
            List<Integer> taken = new ArrayList<>();
            var task = platform.start("taker", () -> {
                List<Integer> portion = new ArrayList<>();
                while (true) {
                    portion = buffer.take(portion);
                    taken.addAll(portion);
                }
            });
            platform.awaitQuiet();
            buffer.put(List.of(1));
            buffer.put(List.of(2, 3));
            platform.awaitQuiet();
            assertThat(taken).containsExactly(1, 2, 3);
            task.close();
        });
    }

    @Test // PL-6, HR-7
    void closingDropsWhatWaitsAndReleasesTheTaker() {
        VirtualPlatform.simulate(1, platform -> {
            ListenerBuffer<Integer> buffer = new ListenerBuffer<>(platform);
            List<Integer> taken = new ArrayList<>();
            var task = platform.start("taker", () -> taken.addAll(buffer.take(new ArrayList<>())));
            platform.awaitQuiet();
            buffer.put(List.of(1));
            buffer.close();
            buffer.put(List.of(2));
            platform.awaitQuiet();
            assertThat(taken).isEmpty();
            assertThat(task.isDone()).isTrue();
            assertThat(buffer.backlog()).isZero();
        });
    }

    /** The same, said plainly. */
    public static class Model {
        private final List<Integer> waiting = new ArrayList<>();
        private boolean closed;

        public void put(int value) {
            if (!closed) {
                waiting.addAll(List.of(value, value));
            }
        }

        public List<Integer> take() {
            List<Integer> taken = List.copyOf(waiting);
            waiting.clear();
            return taken;
        }

        public void close() {
            closed = true;
            waiting.clear();
        }
    }

    /** Taking and finishing are two steps, so the backlog in between is asked for by nobody but the taker. */
    @Param(name = "value", gen = IntGen.class, conf = "1:9")
    public static class Handover {
        private final ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());

        @Operation
        public void put(@Param(name = "value") int value) {
            buffer.put(List.of(value, value));
        }

        @Operation(nonParallelGroup = "taker")
        public List<Integer> take() throws InterruptedException {
            if (buffer.backlog() == 0) {
                return List.of();
            }
            List<Integer> taken = List.copyOf(buffer.take(new ArrayList<>()));
            taken.forEach(each -> buffer.finish());
            return taken;
        }

        @Operation
        public void close() {
            buffer.close();
        }
    }

    @Test
    void theBufferIsLinearizable() {
        new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(2)
                .actorsAfter(2)
                .iterations(12)
                .invocationsPerIteration(50)
                .sequentialSpecification(Model.class)
                .check(Handover.class);
    }
}
