package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.informer.ThreadSafeStore.KeyedOperation;
import dev.konverge.model.Key;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Stores and queues under schedules that Lincheck chooses: every interleaving answers as some order of the calls would. */
class StoreLincheckTest {
    // Small things made beforehand: Lincheck looks into whatever is made while it watches.
    private static final List<Key> KEYS = List.of(Key.of("o0"), Key.of("o1"), Key.of("o2"));
    private static final KeyFunction<String> KEY_OF = text -> KEYS.get(text.charAt(0) - '0');

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(2)
                .actorsAfter(2)
                .iterations(4)
                .invocationsPerIteration(25);
    }

    /** Two keys and a handful of versions; the index has one value for each version. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    @Param(name = "version", gen = IntGen.class, conf = "1:3")
    public static class Indexed {
        private static final String INDEX = "version";
        private final ThreadSafeStore<String> store = store();

        private static ThreadSafeStore<String> store() {
            ThreadSafeStore<String> store = new ThreadSafeStore<>(Platform.real());
            store.addIndexers(Map.of(INDEX, text -> List.of(text.substring(2))));
            return store;
        }

        private static Key key(int key) {
            return KEYS.get(key);
        }

        private static String object(int key, int version) {
            return key + " " + version;
        }

        @Operation
        public void put(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.add(key(key), object(key, version));
        }

        @Operation
        public void delete(@Param(name = "key") int key) {
            store.delete(key(key));
        }

        @Operation
        public void putBoth(@Param(name = "version") int version) {
            store.transaction(List.of(
                    new KeyedOperation<>(key(1), new StoreOperation.Add<>(object(1, version))),
                    new KeyedOperation<>(key(2), new StoreOperation.Add<>(object(2, version)))));
        }

        @Operation
        public String find(@Param(name = "key") int key) {
            return store.findByKey(key(key)).orElse("none");
        }

        @Operation
        public int count(@Param(name = "version") int version) {
            return store.byIndex(INDEX, "" + version).size();
        }

        @Operation
        public int size() {
            return store.size();
        }
    }

    @Test
    void theStoreIsLinearizable() { // CC-1, TX-2
        options().check(Indexed.class);
    }

    /** Producers and one consumer, which takes only what is there. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Queued {
        private final RealFifo<String> queue = new RealFifo<>(Platform.real(), RealFifo.Config.of(KEY_OF));

        @Operation
        public void add(@Param(name = "key") int key) {
            queue.add(key + "a");
        }

        @Operation
        public void list() {
            queue.replace(List.of(), Things.version("1"));
        }

        @Operation(nonParallelGroup = "consumer")
        public String pop() throws InterruptedException {
            queue.close();
            String[] popped = {"nothing"};
            queue.pop((deltas, initial) -> popped[0] = initial + " " + deltas);
            return popped[0];
        }

        @Operation
        public boolean hasSynced() {
            return queue.hasSynced();
        }
    }

    @Test
    void theInOrderQueueIsLinearizable() { // QF-1, §2.3
        options().check(Queued.class);
    }

    /** The same with compaction. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    public static class Compacting {
        private final DeltaFifo<String> queue = new DeltaFifo<>(Platform.real(), DeltaFifo.Config.of(KEY_OF));

        @Operation
        public void add(@Param(name = "key") int key) {
            queue.add(key + "a");
        }

        @Operation
        public void delete(@Param(name = "key") int key) {
            queue.delete(key + "d");
        }

        @Operation(nonParallelGroup = "consumer")
        public String pop() throws InterruptedException {
            queue.close();
            String[] popped = {"nothing"};
            queue.pop((deltas, initial) -> popped[0] = deltas.toString());
            return popped[0];
        }

        @Operation
        public int size() {
            return queue.size();
        }
    }

    @Test
    void theCompactingQueueIsLinearizable() { // QF-1, DF-1
        options().check(Compacting.class);
    }
}
