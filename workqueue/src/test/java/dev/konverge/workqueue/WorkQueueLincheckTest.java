package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;

/** The queue under schedules that Lincheck chooses: every interleaving answers as some order of the calls would. */
class WorkQueueLincheckTest {
    /** Time that is moved by hand. */
    static final class HandClock implements Clock {
        private final AtomicLong nanos = new AtomicLong();

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanoTime());
        }

        @Override
        public long nanoTime() {
            return nanos.get();
        }
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(3)
                .iterations(25)
                .invocationsPerIteration(400);
    }

    /** Each call makes one call of the queue. A thread releases what it took itself, the latest first. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Plain {
        final HandClock clock = new HandClock();
        final WorkQueue<Integer> queue = make(WorkQueue.builder(Platform.real()));
        private final List<ArrayDeque<Claim<Integer>>> hands = hands();

        WorkQueue<Integer> make(WorkQueue.Builder<Integer> builder) {
            return builder.build(clock);
        }

        @Operation
        public void add(@Param(name = "key") int key) {
            queue.add(key);
        }

        @Operation
        public int poll(@Param(gen = ThreadIdGen.class) int thread) {
            Claim<Integer> claim = queue.poll();
            if (claim == null) {
                return 0;
            }
            hands.get(thread).push(claim);
            return claim.key();
        }

        @Operation
        public void done(@Param(gen = ThreadIdGen.class) int thread) {
            Claim<Integer> claim = hands.get(thread).poll();
            if (claim != null) {
                claim.close();
            }
        }

        @Operation
        public int len() {
            return queue.len();
        }
    }

    private static <T> List<ArrayDeque<T>> hands() {
        return Stream.generate(() -> new ArrayDeque<T>()).limit(8).toList();
    }

    /** The same, said plainly. */
    public static class PlainModel {
        final NaiveQueue model = new NaiveQueue(false, Optional.empty(), false);
        long now;
        private final List<ArrayDeque<Integer>> hands = hands();

        public void add(int key) {
            model.promote(now);
            model.add(key, 0, Set.of(), now);
        }

        public int poll(int thread) {
            int key = model.poll(now).map(NaiveQueue.Handout::key).orElse(0);
            if (key != 0) {
                hands.get(thread).push(key);
            }
            return key;
        }

        public void done(int thread) {
            Integer key = hands.get(thread).poll();
            if (key != null) {
                model.promote(now);
                model.done(key, now);
            }
        }

        public int len() {
            model.promote(now);
            return model.len();
        }
    }

    @Test
    void thePlainQueueIsLinearizable() { // WQ-1 to WQ-4, WQ-8
        options().sequentialSpecification(PlainModel.class).check(Plain.class);
    }

    /** With delays, and time that moves while others call. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    @Param(name = "delay", gen = IntGen.class, conf = "0:3")
    public static class Delaying extends Plain {
        @Operation
        public void addAfter(@Param(name = "key") int key, @Param(name = "delay") int delay) {
            queue.addAfter(key, Duration.ofNanos(delay));
        }

        @Operation
        public void advance() {
            clock.nanos.incrementAndGet();
        }
    }

    /** The same, said plainly. */
    public static class DelayingModel extends PlainModel {
        public void addAfter(int key, int delay) {
            model.promote(now);
            if (delay == 0) {
                model.add(key, 0, Set.of(), now);
            } else {
                model.addAt(key, now + delay, 0, Set.of(), now);
            }
        }

        public void advance() {
            now++;
        }
    }

    @Test
    void theDelayingQueueIsLinearizable() { // DQ-1 to DQ-3, DQ-5
        options().sequentialSpecification(DelayingModel.class).check(Delaying.class);
    }
}
