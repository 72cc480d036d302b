package dev.konverge.workqueue;

import dev.konverge.base.Clock;
import dev.konverge.base.Platform;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jetbrains.lincheck.Lincheck;
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

        void advance() {
            nanos.addAndGet(4);
        }
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(2)
                .actorsAfter(3)
                .iterations(16)
                .invocationsPerIteration(60);
    }

    /** Each call makes one call of the queue. A thread releases what it took itself, the latest first. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Plain {
        final HandClock clock = new HandClock();
        final WorkQueue<Integer> queue = make(WorkQueue.builder(Platform.real()));
        private final List<ArrayDeque<Claim<Integer>>> hands = hands();

        WorkQueue<Integer> make(WorkQueueBuilder<Integer> builder) {
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
        final NaiveQueue model;
        long now;
        private final List<ArrayDeque<Integer>> hands = hands();

        public PlainModel() {
            this(new NaiveQueue(false, Optional.empty(), false));
        }

        PlainModel(NaiveQueue model) {
            this.model = model;
        }

        public void add(int key) {
            model.promote(now);
            model.add(key, 0, List.of(), now);
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

    /**
     * With delays, and time that moves while others call. It moves by fours and a delay has the rest of its key by four, so that
     * no two keys have the same deadline: which of those comes first is nobody's promise.
     */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    @Param(name = "delay", gen = IntGen.class, conf = "0:2")
    public static class Delaying extends Plain {
        @Operation
        public void addAfter(@Param(name = "key") int key, @Param(name = "delay") int delay) {
            queue.addAfter(key, Duration.ofNanos(4L * delay + key));
        }

        @Operation
        public void advance() {
            clock.advance();
        }
    }

    /** The same, said plainly. */
    public static class DelayingModel extends PlainModel {
        public void addAfter(int key, int delay) {
            model.promote(now);
            model.addAt(key, now + 4L * delay + key, 0, List.of(), now);
        }

        public void advance() {
            now += 4;
        }
    }

    @Test
    void theDelayingQueueIsLinearizable() { // DQ-1 to DQ-3, DQ-5
        options().sequentialSpecification(DelayingModel.class).check(Delaying.class);
    }

    /** With retries: asking the limiter and adding are two steps, so each key has its own delay, however often it failed. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class RateLimiting extends Plain {
        @Override
        WorkQueue<Integer> make(WorkQueueBuilder<Integer> builder) {
            return builder.rateLimiter(new DelayByKey()).build(clock);
        }

        @Operation
        public void addRateLimited(@Param(name = "key") int key) {
            queue.addRateLimited(key);
        }

        @Operation
        public void forget(@Param(name = "key") int key) {
            queue.forget(key);
        }

        @Operation
        public void advance() {
            clock.advance();
        }
    }

    private static final class DelayByKey implements RateLimiter<Integer> {
        private final RateLimiter<Integer> counting = RateLimiters.defaultItemBased();

        @Override
        public Duration when(Integer key) {
            return counting.when(key).isPositive() ? Duration.ofNanos(key) : Duration.ZERO;
        }

        @Override
        public int numRequeues(Integer key) {
            return counting.numRequeues(key);
        }

        @Override
        public void forget(Integer key) {
            counting.forget(key);
        }
    }

    /** The same, said plainly. */
    public static class RateLimitingModel extends DelayingModel {
        public void addRateLimited(int key) {
            addAfter(key, 0);
        }

        public void forget(int key) {
            // The delay of a key does not depend on its failures.
        }
    }

    @Test
    void theRateLimitingQueueIsLinearizable() { // 6.3
        options().sequentialSpecification(RateLimitingModel.class).check(RateLimiting.class);
    }

    /** The count of retries. Not with the above: who asks for it sees that the limiter was asked before the key is there. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Retries {
        private final WorkQueue<Integer> queue =
                WorkQueue.<Integer>builder(Platform.real()).build(new HandClock());

        @Operation
        public void addRateLimited(@Param(name = "key") int key) {
            queue.addRateLimited(key);
        }

        @Operation
        public void forget(@Param(name = "key") int key) {
            queue.forget(key);
        }

        @Operation
        public int numRequeues(@Param(name = "key") int key) {
            return queue.numRequeues(key);
        }
    }

    @Test
    void theCountOfRetriesIsLinearizable() { // 6.3
        options().check(Retries.class);
    }

    /** By priority, which takes the lock for each add. A point is worth as much as a step of the clock. */
    @Param(name = "key", gen = IntGen.class, conf = "1:3")
    @Param(name = "priority", gen = IntGen.class, conf = "-1:1")
    public static class Prioritised extends Plain {
        @Override
        WorkQueue<Integer> make(WorkQueueBuilder<Integer> builder) {
            return builder.priorities(Priorities.<Integer>aging()
                            .withAgingPerPoint(Duration.ofNanos(4))
                            .withGroups(key -> key % 3))
                    .build(clock);
        }

        @Operation
        public void addUrgent(@Param(name = "key") int key, @Param(name = "priority") int priority) {
            queue.add(key, AddOptions.NOW.withPriority(priority));
        }

        @Operation
        public void advance() {
            clock.advance();
        }
    }

    /** The same, said plainly. */
    public static class PrioritisedModel extends PlainModel {
        public PrioritisedModel() {
            super(new NaiveQueue(true, Optional.of(4L), true));
        }

        public void addUrgent(int key, int priority) {
            model.promote(now);
            model.add(key, priority, List.of(), now);
        }

        public void advance() {
            now += 4;
        }
    }

    @Test
    void theQueueByPriorityIsLinearizable() { // PQ-2, PQ-3, PQ-6, PQ-7
        options().sequentialSpecification(PrioritisedModel.class).check(Prioritised.class);
    }

    /** The limiter that counts. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Limiter {
        private final RateLimiter<Integer> limiter = RateLimiters.defaultItemBased();

        @Operation
        public long when(@Param(name = "key") int key) {
            return limiter.when(key).toNanos();
        }

        @Operation
        public int numRequeues(@Param(name = "key") int key) {
            return limiter.numRequeues(key);
        }

        @Operation
        public void forget(@Param(name = "key") int key) {
            limiter.forget(key);
        }
    }

    @Test
    void theCountingLimiterIsLinearizable() { // 6.3
        options().check(Limiter.class);
    }

    @Test
    void noWakeUpIsLost() { // WQ-2, WQ-3, WQ-8
        Lincheck.runConcurrentTest(200, () -> {
            WorkQueue<Integer> queue =
                    WorkQueue.<Integer>builder(Platform.real()).build();
            var handouts = new AtomicInteger();
            var inHand = new AtomicInteger();
            List<Thread> workers = Stream.generate(() -> new Thread(() -> work(queue, handouts, inHand)))
                    .limit(2)
                    .toList();
            workers.forEach(Thread::start);
            queue.add(1);
            queue.add(1);
            queue.shutDown();
            join(workers);
            if (handouts.get() < 1 || handouts.get() > 2) {
                throw new AssertionError("handed out " + handouts + " times");
            }
        });
    }

    /** Adds left by one thread have to reach a worker that another one is about to wake, or that is about to wait. */
    @Test
    void noAddThatIsLeftForAnotherThreadIsForgotten() { // WQ-8
        Lincheck.runConcurrentTest(200, () -> {
            WorkQueue<Integer> queue =
                    WorkQueue.<Integer>builder(Platform.real()).build();
            var handouts = new AtomicInteger();
            var inHand = new AtomicInteger();
            List<Thread> workers = List.of(new Thread(() -> work(queue, handouts, inHand)));
            List<Thread> producers = List.of(new Thread(() -> queue.add(2)));
            workers.forEach(Thread::start);
            producers.forEach(Thread::start);
            queue.add(1);
            join(producers);
            queue.shutDown();
            join(workers);
            if (handouts.get() != 2) {
                throw new AssertionError("handed out " + handouts + " times");
            }
        });
    }

    // Under Lincheck time stands still, and whoever waits for a deadline waits until it is woken: the time of a park is
    // dropped. So below somebody moves the time by hand, and asks for the length, which sorts in what is due.

    @Test
    void noDelayedKeyIsLostToWorkersThatWait() { // DQ-1 to DQ-3, WQ-8
        Lincheck.runConcurrentTest(100, () -> expectTheDelayed(WorkQueue.builder(Platform.real())));
    }

    @Test
    void noDelayedKeyIsLostByPriority() { // PQ-5
        Lincheck.runConcurrentTest(
                100,
                () -> expectTheDelayed(
                        WorkQueue.<Integer>builder(Platform.real()).priorities(Priorities.aging())));
    }

    private static void expectTheDelayed(WorkQueueBuilder<Integer> builder) {
        var clock = new HandClock();
        WorkQueue<Integer> queue = builder.build(clock);
        var handouts = new AtomicInteger();
        var inHand = new AtomicInteger();
        List<Thread> workers = Stream.generate(() -> new Thread(() -> work(queue, handouts, inHand)))
                .limit(2)
                .toList();
        Thread producer = new Thread(() -> queue.addAfter(1, Duration.ofNanos(3)));
        workers.forEach(Thread::start);
        producer.start();
        queue.addAfter(1, Duration.ofNanos(2));
        join(List.of(producer));
        clock.advance();
        queue.len();
        queue.shutDown();
        join(workers);
        if (handouts.get() != 1) {
            throw new AssertionError("handed out " + handouts + " times");
        }
    }

    /** A key that fails and is due again before its claim is closed goes to one of the workers, once. */
    @Test
    void noKeyThatFailedIsLost() { // 6.3, WQ-8
        Lincheck.runConcurrentTest(100, () -> {
            var clock = new HandClock();
            WorkQueue<Integer> queue = WorkQueue.<Integer>builder(Platform.real())
                    .rateLimiter(new DelayByKey())
                    .build(clock);
            var handouts = new AtomicInteger();
            var inHand = new AtomicInteger();
            List<Thread> workers = Stream.generate(() -> new Thread(() -> failOnce(queue, clock, handouts, inHand)))
                    .limit(2)
                    .toList();
            workers.forEach(Thread::start);
            queue.add(1);
            join(workers);
            if (handouts.get() != 2 || queue.numRequeues(1) != 0) {
                throw new AssertionError("handed out " + handouts + " times");
            }
        });
    }

    private static void failOnce(
            WorkQueue<Integer> queue, HandClock clock, AtomicInteger handouts, AtomicInteger inHand) {
        work(queue, inHand, key -> {
            if (handouts.incrementAndGet() == 1) {
                queue.addRateLimited(key);
                clock.advance();
                queue.len();
            } else {
                queue.forget(key);
                queue.shutDown();
            }
        });
    }

    /** The intake alone: all that was left is taken once, in the order of leaving. */
    @Param(name = "key", gen = IntGen.class, conf = "1:9")
    public static class Leaving {
        private final Intake<Integer> intake = new Intake<>();

        @Operation
        public int push(@Param(name = "key") int key) {
            return intake.push(new Intake.Add<>(key, key));
        }

        @Operation
        public boolean isEmpty() {
            return intake.isEmpty();
        }

        @Operation(nonParallelGroup = "lock")
        public String takeAll() {
            var keys = new StringBuilder();
            for (Intake.Add<Integer> add = intake.takeAll(); add != null; add = add.next()) {
                keys.append(add.key);
            }
            return keys.toString();
        }
    }

    @Test
    void theIntakeIsLinearizable() {
        options().check(Leaving.class);
    }

    private static void work(WorkQueue<Integer> queue, AtomicInteger handouts, AtomicInteger inHand) {
        work(queue, inHand, key -> handouts.incrementAndGet());
    }

    private static void work(WorkQueue<Integer> queue, AtomicInteger inHand, Consumer<Integer> reconciler) {
        while (true) {
            try (Claim<Integer> claim = queue.get()) {
                if (claim == null) {
                    return;
                }
                if (inHand.incrementAndGet() != 1) {
                    throw new AssertionError("in two hands");
                }
                reconciler.accept(claim.key());
                inHand.decrementAndGet();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void join(List<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
