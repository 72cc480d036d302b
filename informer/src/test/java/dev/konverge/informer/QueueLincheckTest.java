package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Queues under schedules that Lincheck chooses: every interleaving answers as some order of the calls would. */
class QueueLincheckTest {
    // Small things made beforehand: Lincheck looks into whatever is made while it watches.
    private static final List<Key> KEYS = List.of(Key.of("o0"), Key.of("o1"), Key.of("o2"));
    private static final KeyFunction<String> KEY_OF = text -> KEYS.get(text.charAt(0) - '0');
    private static final ResourceVersion VERSION = Things.version("1");

    /** One object, which is always there. */
    private static final KnownObjects<String> KNOWN = new KnownObjects<>() {
        @Override
        public Optional<String> findByKey(Key key) {
            return key.equals(KEYS.get(1)) ? Optional.of("1k") : Optional.empty();
        }

        @Override
        public List<Key> listKeys() {
            return KEYS.subList(1, 2);
        }
    };

    /** Producers and one consumer. The queue is closed from the start, so a pop of nothing does not wait. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public abstract static class Deltas {
        final DeltaQueue<String> queue = make();

        Deltas() {
            queue.close();
        }

        abstract DeltaQueue<String> make();

        @Operation
        public void add(@Param(name = "key") int key) {
            queue.add(key + "a");
        }

        @Operation
        public void update(@Param(name = "key") int key) {
            queue.update(key + "u");
        }

        @Operation
        public void delete(@Param(name = "key") int key) {
            queue.delete(key + "d");
        }

        @Operation
        public void replace(@Param(name = "key") int key) {
            queue.replace(List.of(key + "r"), VERSION);
        }

        @Operation
        public void resync() {
            queue.resync();
        }

        @Operation(nonParallelGroup = "consumer")
        public String pop() throws InterruptedException {
            Log log = new Log();
            return queue.pop(log) + log.toString();
        }

        @Operation(nonParallelGroup = "consumer")
        public String popBatch() throws InterruptedException {
            Log log = new Log();
            return queue.popBatch(log) + log.toString();
        }
    }

    /** What was popped, as text. */
    private static final class Log implements DeltaProcessor<String> {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void process(List<? extends Delta<String>> deltas, boolean isInInitialList) {
            text.append(" one ").append(isInInitialList).append(deltas);
        }

        @Override
        public void processBatch(List<Delta.OfObject<String>> batch, boolean isInInitialList) {
            text.append(" many ").append(isInInitialList).append(batch);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /** In order, a list or a resync as one delta. */
    public static class InOrder extends Deltas {
        @Override
        DeltaQueue<String> make() {
            return new RealFifo<>(Platform.real(), RealFifo.Config.of(KEY_OF));
        }

        @Operation
        public void bookmark() {
            queue.bookmark(VERSION);
        }

        // Not beside size: the one who adds says that the queue is synced after the others can see what it has added.
        @Operation
        public boolean hasSynced() {
            return queue.hasSynced();
        }
    }

    @Test
    void theInOrderQueueIsLinearizable() { // QF-1, QF-4, §2.3, RQ-5, RQ-9
        // An add is so short that few schedules meet within it.
        StoreLincheckTest.options().iterations(20).invocationsPerIteration(150).check(InOrder.class);
    }

    /** In order, a list or a resync as deltas of their objects. */
    public static class InOrderByObject extends Deltas {
        @Override
        DeltaQueue<String> make() {
            return new RealFifo<>(
                    Platform.real(), RealFifo.Config.of(KEY_OF).withMode(new RealFifo.Mode.PerObject<>(KNOWN)));
        }

        @Operation
        public int size() {
            return queue.size();
        }
    }

    @Test
    void theInOrderQueueByObjectIsLinearizable() { // QF-1, RQ-4, RQ-6
        StoreLincheckTest.options().check(InOrderByObject.class);
    }

    /** All of one key together. */
    public static class Compacting extends Deltas {
        private static final List<Delta.OfObject<String>> AGAIN = List.of(new Delta.Added<>(KEYS.get(1), "1n"));

        @Override
        DeltaQueue<String> make() {
            return new DeltaFifo<>(Platform.real(), DeltaFifo.Config.of(KEY_OF).withKnown(KNOWN));
        }

        @Operation
        public void addIfNotPresent() {
            ((DeltaFifo<String>) queue).addIfNotPresent(AGAIN);
        }

        @Operation(nonParallelGroup = "consumer")
        public String popInVain() throws InterruptedException {
            return isPutBack(() -> queue.pop((deltas, initial) -> putBack()));
        }

        @Operation
        public int size() {
            return queue.size();
        }
    }

    @Test
    void theCompactingQueueIsLinearizable() { // QF-1, DF-1 to DF-5
        StoreLincheckTest.options().check(Compacting.class);
    }

    /** The latest of each key. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Latest {
        final Fifo<String> queue = new Fifo<>(Platform.real(), KEY_OF);

        /** Closed from the start, so a pop of nothing does not wait. */
        public Latest() {
            queue.close();
        }

        @Operation
        public void add(@Param(name = "key") int key) {
            queue.add(key + "a");
        }

        @Operation
        public void update(@Param(name = "key") int key) {
            queue.update(key + "u");
        }

        @Operation
        public void delete(@Param(name = "key") int key) {
            queue.delete(key + "d");
        }

        @Operation
        public void replace(@Param(name = "key") int key) {
            queue.replace(List.of(key + "r"), VERSION);
        }

        @Operation(nonParallelGroup = "consumer")
        public String pop() throws InterruptedException {
            StringBuilder popped = new StringBuilder();
            return queue.pop((object, initial) -> popped.append(object).append(initial)) + popped.toString();
        }

        @Operation(nonParallelGroup = "consumer")
        public String popInVain() throws InterruptedException {
            return isPutBack(() -> queue.pop((object, initial) -> putBack()));
        }
    }

    /** With those who look at what is queued. */
    public static class LatestSeen extends Latest {
        @Operation
        public String findByKey(@Param(name = "key") int key) {
            return queue.findByKey(KEYS.get(key)).orElse("none");
        }

        @Operation
        public String list() {
            return queue.list().toString();
        }

        @Operation
        public String listKeys() {
            return queue.listKeys().toString();
        }

        @Operation
        public int size() {
            return queue.size();
        }
    }

    @Test
    void thePlainQueueIsLinearizable() { // §1.8 FIFO
        StoreLincheckTest.options().check(LatestSeen.class);
    }

    /** With those who ask whether the first list is done; not beside size, as above. */
    public static class LatestSynced extends Latest {
        @Operation
        public boolean hasSynced() {
            return queue.hasSynced();
        }
    }

    @Test
    void theFirstListOfThePlainQueueIsLinearizable() { // §1.8 FIFO, §2.3
        StoreLincheckTest.options().check(LatestSynced.class);
    }

    private interface Pop {
        boolean run() throws InterruptedException;
    }

    private static void putBack() {
        throw new RequeueException(new IllegalStateException("put back"));
    }

    private static String isPutBack(Pop pop) throws InterruptedException {
        try {
            return "popped " + pop.run();
        } catch (IllegalStateException e) {
            return "put back";
        }
    }

    /** The consumer of an open queue waits for what comes, gets all of it once, and goes when the queue is closed. */
    @Test
    void noPopIsForgotten() { // QF-2, QF-3
        Lincheck.runConcurrentTest(50, () -> expectBoth(new RealFifo<>(Platform.real(), RealFifo.Config.of(KEY_OF))));
    }

    @Test
    void noPopOfACompactingQueueIsForgotten() { // QF-2, QF-3
        Lincheck.runConcurrentTest(50, () -> expectBoth(new DeltaFifo<>(Platform.real(), DeltaFifo.Config.of(KEY_OF))));
    }

    private static void expectBoth(DeltaQueue<String> queue) {
        List<String> popped = new ArrayList<>();
        Thread consumer = new Thread(() -> popAll(queue, popped));
        Thread producer = new Thread(() -> queue.add("1a"));
        consumer.start();
        producer.start();
        queue.add("2a");
        StoreLincheckTest.join(List.of(producer));
        queue.close();
        StoreLincheckTest.join(List.of(consumer));
        if (!queue.isClosed()
                || !List.of("1a", "2a").equals(popped.stream().sorted().toList())) {
            throw new AssertionError("popped " + popped);
        }
    }

    private static void popAll(DeltaQueue<String> queue, List<String> popped) {
        DeltaProcessor<String> log =
                (deltas, initial) -> deltas.forEach(delta -> popped.add(((Delta.Added<String>) delta).object()));
        try {
            boolean open = true;
            while (open) {
                open = queue.popBatch(log);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
