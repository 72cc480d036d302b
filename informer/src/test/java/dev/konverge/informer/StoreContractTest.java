package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What everything that is a collection of objects by key has in common, whatever else it does (TestCache). */
class StoreContractTest {
    /** A collection, and how it is read. */
    record Subject(
            String name,
            DeltaSink<ConfigMap> sink,
            Supplier<List<ConfigMap>> list,
            Supplier<List<Key>> keys,
            Function<Key, Optional<ConfigMap>> find) {
        static Subject of(String name, Store<ConfigMap> store) {
            return new Subject(name, store, store::list, store::listKeys, store::findByKey);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Subject> subjects() {
        Platform platform = Platform.real();
        KeyFunction<ConfigMap> keys = KeyFunction.ofMetadata();
        var fifo = new Fifo<ConfigMap>(platform, keys);
        var expiring = new ExpiringStore<ConfigMap>(platform, keys, ExpirationPolicy.after(Duration.ZERO));
        return Stream.of(
                Subject.of("TestCache", Indexer.of(platform, StoreConfig.<ConfigMap>ofResources())),
                Subject.of("TestUndeltaStore", new UndeltaStore<>(platform, keys, list -> {})),
                new Subject("TestFIFOCache", fifo, fifo::list, fifo::listKeys, fifo::findByKey),
                new Subject("TTL store", expiring, expiring::list, expiring::listKeys, expiring::findByKey));
    }

    private static Key key(String name) {
        return Key.of("ns", name);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void itHoldsTheLatestStateOfEachKey(Subject store) { // ST-1 to ST-6
        store.sink().add(thing("a", "1"));
        store.sink().add(thing("b", "2"));
        store.sink().update(thing("a", "3"));
        store.sink().update(thing("c", "4"));
        assertThat(store.find().apply(key("a"))).contains(thing("a", "3"));
        assertThat(store.list().get()).containsExactlyInAnyOrder(thing("a", "3"), thing("b", "2"), thing("c", "4"));
        store.sink().delete(thing("b", "5"));
        store.sink().delete(thing("nobody", "6"));
        assertThat(store.find().apply(key("b"))).isEmpty();
        assertThat(store.keys().get()).containsExactlyInAnyOrder(key("a"), key("c"));
        store.sink().replace(List.of(thing("d", "7"), thing("a", "8"), thing("d", "9")), version("9"));
        assertThat(store.list().get()).containsExactlyInAnyOrder(thing("d", "9"), thing("a", "8"));
        store.sink().resync();
        store.sink().bookmark(version("10"));
        assertThat(store.keys().get()).containsExactlyInAnyOrder(key("a"), key("d"));
        store.sink().replace(List.of(), version("11"));
        assertThat(store.list().get()).isEmpty();
        assertThat(store.find().apply(key("a"))).isEmpty();
    }
}
