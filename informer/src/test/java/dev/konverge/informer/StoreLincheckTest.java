package dev.konverge.informer;

import dev.konverge.base.Platform;
import dev.konverge.informer.ThreadSafeStore.KeyedOperation;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Stores under schedules that Lincheck chooses: every interleaving answers as some order of the calls would. */
class StoreLincheckTest {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    // Small things made beforehand: Lincheck looks into whatever is made while it watches. An object is the number of
    // its key and that of its version.
    private static final List<Key> KEYS = List.of(Key.of("o0"), Key.of("o1"), Key.of("o2"));
    private static final List<ResourceVersion> VERSIONS =
            Stream.of("0", "1", "2", "3").map(Things::version).toList();
    private static final KeyFunction<String> KEY_OF = text -> KEYS.get(text.charAt(0) - '0');
    private static final IndexFunction<String> BY_VERSION = text -> List.of(text.substring(1));

    private static String thing(int key, int version) {
        return "" + key + version;
    }

    /** {@return which objects there are, and how often, as a number: plain loops are what Lincheck is fastest with} */
    private static long sum(Collection<String> things) {
        long sum = 0;
        for (String thing : things) {
            sum += 1L << (4 * (4 * (thing.charAt(0) - '0') + thing.charAt(1) - '0'));
        }
        return sum;
    }

    private static long sumOfKeys(Collection<Key> keys) {
        long sum = 0;
        for (Key key : keys) {
            sum += 1L << (4 * KEYS.indexOf(key));
        }
        return sum;
    }

    static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(2)
                .actorsAfter(2)
                .iterations(10)
                .invocationsPerIteration(50);
    }

    /** Two keys and a handful of versions; the index has one value for each version. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    @Param(name = "version", gen = IntGen.class, conf = "1:3")
    public static class Keyed {
        static final String INDEX = "version";
        final ThreadSafeStore<String> store = store();

        private static ThreadSafeStore<String> store() {
            ThreadSafeStore<String> store = new ThreadSafeStore<>(Platform.real());
            store.addIndexers(Map.of(INDEX, BY_VERSION));
            return store;
        }

        @Operation
        public void put(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.add(KEYS.get(key), thing(key, version));
        }

        @Operation
        public void replace(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.replace(Map.of(KEYS.get(key), thing(key, version)), VERSIONS.get(version));
        }

        @Operation
        public void putBoth(@Param(name = "version") int version) {
            store.transaction(List.of(
                    new KeyedOperation<>(KEYS.get(1), new StoreOperation.Add<>(thing(1, version))),
                    new KeyedOperation<>(KEYS.get(2), new StoreOperation.Update<>(thing(2, version)))));
        }
    }

    /** Each way to write, seen by those who look at the objects. */
    public static class Written extends Keyed {
        @Operation
        public void update(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.update(KEYS.get(key), thing(key, version));
        }

        @Operation
        public void delete(@Param(name = "key") int key) {
            store.delete(KEYS.get(key));
        }

        @Operation
        public void deleteWithObject(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.deleteWithObject(KEYS.get(key), thing(key, version));
        }

        @Operation
        public void move(@Param(name = "version") int version) {
            store.transaction(List.of(
                    new KeyedOperation<>(
                            KEYS.get(1),
                            new StoreOperation.Delete<>(new DeletedFinalState<>(KEYS.get(1), thing(1, version)))),
                    new KeyedOperation<>(KEYS.get(2), new StoreOperation.Add<>(thing(2, version)))));
        }

        @Operation
        public String find(@Param(name = "key") int key) {
            return store.findByKey(KEYS.get(key)).orElse("none");
        }

        @Operation
        public long list() {
            return sum(store.list());
        }

        @Operation
        public long listKeys() {
            return sumOfKeys(store.listKeys());
        }

        @Operation
        public int size() {
            return store.size();
        }
    }

    @Test
    void theStoreIsLinearizable() { // CC-1, ST-1 to ST-6, TX-2
        options().check(Written.class);
    }

    /** Indexes, which come when some objects are there already. */
    public static class Indexed extends Keyed {
        private static final String LATER = "later";

        @Operation(runOnce = true)
        public void addIndexers() {
            store.addIndexers(Map.of(LATER, BY_VERSION));
        }

        @Operation
        public int indexers() {
            return store.indexers().size();
        }

        @Operation
        public long byIndex(@Param(name = "version") int version) {
            return sum(store.byIndex(INDEX, "" + version));
        }

        @Operation
        public long index(@Param(name = "version") int version) {
            return sum(store.index(INDEX, thing(0, version)));
        }

        @Operation
        public long indexKeys(@Param(name = "version") int version) {
            return sumOfKeys(store.indexKeys(INDEX, "" + version));
        }

        @Operation
        public int listIndexValues() {
            int sum = 0;
            for (String value : store.listIndexValues(LATER)) {
                sum += 1 << (4 * Integer.parseInt(value));
            }
            return sum;
        }
    }

    @Test
    void theIndexesAreLinearizable() { // CC-1, IX-2, IX-6 to IX-9
        options().check(Indexed.class);
    }

    /** The version alone, and with the objects. */
    public static class Versioned extends Keyed {
        @Operation
        public void bookmark(@Param(name = "version") int version) {
            store.bookmark(VERSIONS.get(version));
        }

        @Operation
        public int version() {
            return VERSIONS.indexOf(store.version());
        }
    }

    @Test
    void theVersionIsLinearizable() { // RV-1, ST-8, ST-9
        options().check(Versioned.class);
    }

    /** The same by way of a key function; each look at a snapshot sees one state, indexes, version and all. */
    @Param(name = "key", gen = IntGen.class, conf = "1:2")
    @Param(name = "version", gen = IntGen.class, conf = "1:3")
    public static class Cached {
        private final Indexer<String> store =
                Indexer.of(Platform.real(), StoreConfig.of(KEY_OF).withIndexers(Map.of(Keyed.INDEX, BY_VERSION)));

        @Operation
        public void add(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.add(thing(key, version));
        }

        @Operation
        public void update(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.update(thing(key, version));
        }

        @Operation
        public void delete(@Param(name = "key") int key, @Param(name = "version") int version) {
            store.delete(thing(key, version));
        }

        @Operation
        public void deleteByKey(@Param(name = "key") int key) {
            store.deleteByKey(KEYS.get(key));
        }

        @Operation
        public void replace(@Param(name = "version") int version) {
            store.replace(List.of(thing(1, version), thing(2, version)), VERSIONS.get(version));
        }

        @Operation
        public void transaction(@Param(name = "version") int version) {
            store.transaction(List.of(
                    new StoreOperation.Delete<>(new DeletedFinalState<>(KEYS.get(1), thing(1, version))),
                    new StoreOperation.Update<>(thing(2, version))));
        }

        @Operation
        public void bookmark(@Param(name = "version") int version) {
            store.bookmark(VERSIONS.get(version));
        }

        @Operation
        public List<Long> snapshot() {
            IndexView<String> view = store.snapshot();
            long version =
                    view.version().isNone() ? 0 : Long.parseLong(view.version().text());
            return List.of(version, sum(view.list()), sum(view.byIndex(Keyed.INDEX, "1")));
        }
    }

    @Test
    void theIndexerIsLinearizable() { // CC-1, ST-1 to ST-10
        options().check(Cached.class);
    }

    // The classes above have every operation beside every other, but few schedules of each pair. What matters most has
    // its own.

    /** Of writes at the same time, a transaction and a new index among them, each is there in the end. */
    @Test
    void noWriteIsLost() { // CC-1, IX-9, TX-2
        Lincheck.runConcurrentTest(100, () -> {
            ThreadSafeStore<String> store = new ThreadSafeStore<>(Platform.real());
            Thread adding = new Thread(() -> store.add(KEYS.get(1), thing(1, 1)));
            Thread transacting = new Thread(() -> store.transaction(
                    List.of(new KeyedOperation<>(KEYS.get(2), new StoreOperation.Add<>(thing(2, 2))))));
            adding.start();
            transacting.start();
            store.addIndexers(Map.of(Keyed.INDEX, BY_VERSION));
            join(List.of(adding, transacting));
            expectIndexed(store, List.of(thing(1, 1), thing(2, 2)));
        });
    }

    /** What was there before a list is gone after it, and what was written meanwhile is there or not, in the index as well. */
    @Test
    void noListIsLost() { // CC-1, ST-6
        Lincheck.runConcurrentTest(100, () -> {
            ThreadSafeStore<String> store = new ThreadSafeStore<>(Platform.real());
            store.addIndexers(Map.of(Keyed.INDEX, BY_VERSION));
            store.add(KEYS.get(1), thing(1, 1));
            Thread listing = new Thread(() -> store.replace(Map.of(KEYS.get(2), thing(2, 2)), VERSIONS.get(2)));
            listing.start();
            store.add(KEYS.get(0), thing(0, 3));
            join(List.of(listing));
            expectIndexed(store, store.size() == 1 ? List.of(thing(2, 2)) : List.of(thing(2, 2), thing(0, 3)));
        });
    }

    private static void expectIndexed(ThreadSafeStore<String> store, List<String> expected) {
        long indexed = 0;
        for (String value : store.listIndexValues(Keyed.INDEX)) {
            indexed += sum(store.byIndex(Keyed.INDEX, value));
        }
        if (sum(store.list()) != sum(expected) || indexed != sum(expected)) {
            throw new AssertionError("lost: " + store.listKeys());
        }
    }

    /** Whoever waits for a version is woken by the write that reaches it, whichever of the two comes first. */
    @Test
    void noVersionIsWaitedForInVain() { // RV-3
        Lincheck.runConcurrentTest(100, () -> {
            ThreadSafeStore<String> store = new ThreadSafeStore<>(Platform.real());
            List<Thread> waiting =
                    List.of(new Thread(() -> expect(store, 1, FOR_EVER)), new Thread(() -> expect(store, 2, FOR_EVER)));
            waiting.forEach(Thread::start);
            store.replace(Map.of(KEYS.get(1), thing(1, 1)), VERSIONS.get(1));
            store.bookmark(VERSIONS.get(2));
            join(waiting);
        });
    }

    /** Not an operation of the above, because only here does Lincheck have time stand still from the start. */
    @Test
    void whoLooksIsToldTheTruth() { // RV-3
        Lincheck.runConcurrentTest(100, () -> {
            ThreadSafeStore<String> store = new ThreadSafeStore<>(Platform.real());
            Thread writer = new Thread(() -> {
                store.bookmark(VERSIONS.get(1));
                store.bookmark(VERSIONS.get(2));
            });
            writer.start();
            if (hasReached(store, 2, Duration.ZERO) && !store.version().equals(VERSIONS.get(2))) {
                throw new AssertionError("not reached");
            }
            join(List.of(writer));
            expect(store, 2, Duration.ZERO);
        });
    }

    private static void expect(ThreadSafeStore<String> store, int version, Duration timeout) {
        if (!hasReached(store, version, timeout)) {
            throw new AssertionError("not reached");
        }
    }

    private static boolean hasReached(ThreadSafeStore<String> store, int version, Duration timeout) {
        try {
            return store.awaitVersion(VERSIONS.get(version), timeout);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void join(List<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
