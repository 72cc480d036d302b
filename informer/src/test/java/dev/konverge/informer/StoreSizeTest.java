package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.konverge.base.Platform;
import dev.konverge.model.Resources;
import dev.konverge.model.core.v1.ConfigMap;
import org.junit.jupiter.api.Test;

class StoreSizeTest {
    private final Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.<ConfigMap>ofResources());

    @Test
    void anEmptyStoreHasNoSize() {
        assertThat(StoreSize.of(store)).isEqualTo(new StoreSize(0, 0));
    }

    @Test
    void fewObjectsAreMeasuredExactly() {
        long expected = 0;
        for (int i = 0; i < 60; i++) {
            ConfigMap object = thing("ns", "o" + i, "1", "x".repeat(i));
            expected += Resources.toJson(object).length;
            store.add(object);
        }
        assertThat(StoreSize.of(store)).isEqualTo(new StoreSize(60, expected));
    }

    @Test
    void manyObjectsAreEstimated() {
        long exact = 0;
        for (int i = 0; i < 5000; i++) {
            ConfigMap object = thing("ns", "o" + i, "1", "x".repeat(100 + i % 50));
            exact += Resources.toJson(object).length;
            store.add(object);
        }
        assertThat(StoreSize.of(store).bytes()).isCloseTo(exact, within(exact / 20));
    }
}
