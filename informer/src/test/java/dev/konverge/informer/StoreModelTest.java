package dev.konverge.informer;

import static dev.konverge.informer.Things.byWord;
import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.ResourceVersion;
import dev.konverge.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The store beside a map and nothing else, through random writes. */
class StoreModelTest {
    private static final String WORDS = "words";

    @Test
    void itIsAMapWithAVersion() {
        for (long seed = 0; seed < 100; seed++) {
            try {
                new Run(seed).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class Run {
        private final Random random;
        private final Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.<ConfigMap>ofResources());
        private final Map<Key, ConfigMap> expected = new HashMap<>();
        private ResourceVersion expectedVersion = ResourceVersion.NONE;
        private int count;

        Run(long seed) {
            this.random = new Random(seed);
        }

        void run() {
            int steps = random.nextInt(120);
            int indexAt = random.nextInt(100);
            for (int step = 0; step < steps; step++) {
                if (step == indexAt) {
                    store.addIndexers(Map.of(WORDS, byWord()));
                }
                write();
                check();
            }
        }

        private ConfigMap some() {
            String words = switch (random.nextInt(4)) {
                case 0 -> "";
                case 1 -> "w" + random.nextInt(5);
                case 2 -> "same";
                default -> "w" + random.nextInt(5) + " w" + random.nextInt(5);
            };
            return thing("n" + random.nextInt(3), "o" + random.nextInt(40), "" + ++count, words);
        }

        private void write() {
            ConfigMap object = some();
            switch (random.nextInt(20)) {
                case 0 -> replace();
                case 1 -> {
                    expectedVersion = version("" + ++count);
                    store.bookmark(expectedVersion);
                }
                case 2, 3 -> transaction();
                case 4, 5, 6, 7 -> {
                    store.delete(object);
                    expected.remove(object.key());
                    expectedVersion = object.metadata().version();
                }
                case 8 -> {
                    store.deleteByKey(object.key());
                    expected.remove(object.key());
                }
                default -> {
                    store.add(object);
                    put(object);
                }
            }
        }

        private void put(ConfigMap object) {
            expected.put(object.key(), object);
            expectedVersion = object.metadata().version();
        }

        private void replace() {
            List<ConfigMap> list = new ArrayList<>();
            expected.clear();
            for (int i = random.nextInt(150); i > 0; i--) {
                list.add(some());
                put(list.getLast());
            }
            expectedVersion = version("" + ++count);
            store.replace(list, expectedVersion);
        }

        private void transaction() {
            List<StoreOperation<ConfigMap>> operations = new ArrayList<>();
            for (int i = random.nextInt(10); i > 0; i--) {
                ConfigMap object = some();
                if (random.nextInt(3) == 0) {
                    operations.add(new StoreOperation.Delete<>(new DeletedFinalState<>(object.key(), object)));
                    expected.remove(object.key());
                    expectedVersion = object.metadata().version();
                } else {
                    operations.add(new StoreOperation.Update<>(object));
                    put(object);
                }
            }
            store.transaction(operations);
        }

        private void check() {
            assertThat(store.version()).isEqualTo(expectedVersion);
            assertThat(store.size()).isEqualTo(expected.size());
            Map<Key, ConfigMap> listed = new HashMap<>();
            store.list().forEach(object -> listed.put(object.key(), object));
            assertThat(listed).isEqualTo(expected);
            assertThat(new HashSet<>(store.listKeys())).isEqualTo(expected.keySet());
            store.indexers().forEach((name, function) -> checkIndex(name, function));
        }

        private void checkIndex(String name, IndexFunction<? super ConfigMap> function) {
            Map<String, TreeSet<Key>> byValue = new HashMap<>();
            expected.forEach((key, object) -> function.valuesOf(object)
                    .forEach(value ->
                            byValue.computeIfAbsent(value, v -> new TreeSet<>()).add(key)));
            assertThat(new HashSet<>(store.listIndexValues(name))).isEqualTo(byValue.keySet());
            byValue.forEach((value, keys) -> {
                assertThat(store.indexKeys(name, value)).isEqualTo(List.copyOf(keys));
                Map<Key, ConfigMap> found = new HashMap<>();
                store.byIndex(name, value).forEach(object -> found.put(object.key(), object));
                assertThat(found.keySet()).isEqualTo(keys);
                assertThat(expected).containsAllEntriesOf(found);
            });
        }
    }
}
