package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** What waits for a handler. */
class ListenerBufferTest {
    private static <E> ListenerBuffer.Portion<E> nothing() {
        return new ListenerBuffer.Portion<>();
    }

    private static <E> List<E> all(ListenerBuffer.Portion<E> portion) {
        List<E> all = new ArrayList<>();
        while (!portion.isEmpty()) {
            all.add(portion.next());
        }
        return all;
    }

    @Test
    void whatWasGivenIsNotKeptUntilTheLastOneIs() throws InterruptedException {
        ListenerBuffer<Object> buffer = new ListenerBuffer<>(Platform.real());
        buffer.put(List.of(new Object(), "last"));
        ListenerBuffer.Portion<Object> portion = buffer.take(nothing());
        var given = new WeakReference<>(portion.next());
        for (int i = 0; i < 10 && given.get() != null; i++) {
            System.gc();
        }
        assertThat(given.get()).isNull();
        assertThat(portion.next()).isEqualTo("last");
    }

    @Test // PL-1, PL-3
    void whatIsPutIsTakenInOrderAndAllAtOnce() throws InterruptedException {
        ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            buffer.put(List.of(i));
            all.add(i);
        }
        assertThat(buffer.backlog()).isEqualTo(5000);
        ListenerBuffer.Portion<Integer> portion = buffer.take(nothing());
        List<Integer> taken = all(portion);
        assertThat(taken).isEqualTo(all);
        assertThat(buffer.backlog()).as("taken is not finished").isEqualTo(5000);
        taken.forEach(each -> buffer.finish());
        assertThat(buffer.backlog()).isZero();
        buffer.put(List.of(1, 2));
        assertThat(all(buffer.take(portion))).containsExactly(1, 2);
    }

    @Test // PL-5
    void whatWaitsCountsWhetherItWasTakenOrNot() throws InterruptedException {
        ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());
        buffer.put(List.of(1, 2));
        buffer.take(nothing());
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
                var portion = ListenerBufferTest.<Integer>nothing();
                while (true) {
                    portion = buffer.take(portion);
                    taken.addAll(all(portion));
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
            var task = platform.start("taker", () -> taken.addAll(all(buffer.take(nothing()))));
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

    @Test // PL-6
    void closingReleasesATakerThatWaitsForNothing() {
        VirtualPlatform.simulate(1, platform -> {
            ListenerBuffer<Integer> buffer = new ListenerBuffer<>(platform);
            var task = platform.start("taker", () -> buffer.take(nothing()));
            platform.awaitQuiet();
            buffer.close();
            platform.awaitQuiet();
            assertThat(task.isDone()).isTrue();
            task.close();
        });
    }

    /** The same, said plainly. */
    public static class Model {
        private final List<Integer> waiting = new ArrayList<>();
        private int unfinished;
        private int inHand;
        private boolean closed;

        public void put(int value) {
            if (!closed) {
                waiting.addAll(List.of(value, value));
                unfinished += 2;
            }
        }

        public List<Integer> take() {
            List<Integer> taken = List.copyOf(waiting);
            waiting.clear();
            inHand += taken.size();
            return taken;
        }

        public void finish() {
            if (inHand > 0) {
                inHand--;
                unfinished--;
            }
        }

        public boolean isLongerThan(int count) {
            return unfinished > count;
        }

        public int backlog() {
            return closed ? 0 : unfinished;
        }

        public void close() {
            closed = true;
            waiting.clear();
        }
    }

    /** The taker takes only what is there; others put, close, and ask how much there is. */
    @Param(name = "value", gen = IntGen.class, conf = "1:9")
    public static class Handover {
        private final ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());

        /** The taker's. */
        private int inHand;

        @Operation
        public void put(@Param(name = "value") int value) {
            buffer.put(List.of(value, value));
        }

        @Operation(nonParallelGroup = "taker")
        public List<Integer> take() throws InterruptedException {
            if (buffer.backlog() <= inHand) {
                return List.of();
            }
            List<Integer> taken = all(buffer.take(nothing()));
            inHand += taken.size();
            return taken;
        }

        @Operation(nonParallelGroup = "taker")
        public void finish() {
            if (inHand > 0) {
                inHand--;
                buffer.finish();
            }
        }

        @Operation(nonParallelGroup = "taker")
        public boolean isLongerThan(@Param(name = "value") int count) {
            return buffer.isLongerThan(count);
        }

        @Operation
        public int backlog() {
            return buffer.backlog();
        }

        @Operation
        public void close() {
            buffer.close();
        }
    }

    @Test
    void theBufferIsLinearizable() { // PL-1 to PL-3, PL-5, PL-6
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

    /** A taker that waits gets what comes, in one portion or two, and goes when the buffer is closed. */
    @Test
    void noTakerIsForgotten() { // PL-1, PL-6
        Lincheck.runConcurrentTest(50, () -> {
            ListenerBuffer<Integer> buffer = new ListenerBuffer<>(Platform.real());
            Thread taker = new Thread(() -> take(buffer, 2));
            Thread other = new Thread(() -> buffer.put(List.of(1)));
            taker.start();
            other.start();
            buffer.put(List.of(2));
            StoreLincheckTest.join(List.of(taker, other));
            Thread last = new Thread(() -> take(buffer, 1));
            last.start();
            buffer.close();
            StoreLincheckTest.join(List.of(last));
        });
    }

    /** Takes so many, or until the buffer is closed. */
    private static void take(ListenerBuffer<Integer> buffer, int count) {
        try {
            var portion = ListenerBufferTest.<Integer>nothing();
            int taken = 0;
            while (taken < count) {
                portion = buffer.take(portion);
                if (portion.isEmpty()) {
                    return;
                }
                taken += all(portion).size();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
