package dev.konverge.informer;

import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stores that hand out their contents, and stores that forget (§1.8). */
class OtherStoresTest {
    private static final Duration TTL = Duration.ofSeconds(10);

    // TestUpdateCallsPush, TestDeleteCallsPush, TestReplaceCallsPush, TestReadsDoNotCallPush
    @Test
    void everyWriteHandsOutTheWholeContents() {
        List<Integer> pushed = new ArrayList<>();
        UndeltaStore<ConfigMap> store =
                new UndeltaStore<>(Platform.real(), KeyFunction.ofMetadata(), list -> pushed.add(list.size()));
        store.add(thing("a", "1"));
        store.add(thing("b", "2"));
        store.update(thing("a", "3"));
        assertThat(store.findByKey(Key.of("ns", "a"))).contains(thing("a", "3"));
        store.delete(thing("a", "4"));
        store.replace(List.of(thing("c", "5"), thing("d", "6"), thing("e", "7")), version("8"));
        store.deleteByKey(Key.of("ns", "c"));
        store.transaction(List.of(new StoreOperation.Add<>(thing("f", "9"))));
        assertThat(pushed).containsExactly(1, 2, 2, 1, 3, 2, 3);
        pushed.clear();
        store.resync();
        store.bookmark(version("10"));
        assertThat(store.list()).hasSize(3);
        assertThat(store.listKeys()).hasSize(3);
        assertThat(store.find(thing("f", ""))).isPresent();
        assertThat(store.findByKey(Key.of("ns", "c"))).isEmpty();
        assertThat(store.size()).isEqualTo(3);
        assertThat(store.version()).isEqualTo(version("10"));
        assertThat(store.snapshot().size()).isEqualTo(3);
        assertThat(pushed).as("reads push nothing").isEmpty();
    }

    @Test
    void aReceiverThatThrowsIsNoFailureOfTheStore() {
        UndeltaStore<ConfigMap> store = new UndeltaStore<>(Platform.real(), KeyFunction.ofMetadata(), list -> {
            throw new IllegalStateException("cannot take it");
        });
        List<String> told = new ArrayList<>();
        var applier = new DeltaApplier<>(
                store,
                KeyFunction.<ConfigMap>ofMetadata(),
                changes -> changes.forEach(change -> told.add(change.getClass().getSimpleName())));
        applier.processBatch(
                List.of(
                        new Delta.Added<>(Key.of("ns", "a"), thing("a", "1")),
                        new Delta.Added<>(Key.of("ns", "b"), thing("b", "2"))),
                false);
        assertThat(store.size()).isEqualTo(2);
        assertThat(told).containsExactly("Added", "Added");
    }

    private static ExpiringStore<ConfigMap> expiring(Platform platform) {
        return new ExpiringStore<>(platform, KeyFunction.ofMetadata(), ExpirationPolicy.after(TTL));
    }

    // TestTTLExpirationBasic, TestTTLPolicy
    @Test
    void anObjectIsGoneWhenItsTimeIsOver() {
        VirtualPlatform.simulate(1, platform -> {
            ExpiringStore<ConfigMap> store = expiring(platform);
            store.add(thing("a", "1"));
            platform.sleep(TTL);
            assertThat(store.find(thing("a", "")))
                    .as("not at exactly that time")
                    .isPresent();
            platform.sleep(Duration.ofNanos(1));
            assertThat(store.listKeys()).as("nobody came across it").hasSize(1);
            assertThat(store.findByKey(Key.of("ns", "a"))).isEmpty();
            assertThat(store.listKeys()).as("deleted").isEmpty();
        });
    }

    // TestReAddExpiredItem
    @Test
    void anObjectThatIsWrittenAnewLivesAnew() {
        VirtualPlatform.simulate(2, platform -> {
            ExpiringStore<ConfigMap> store = expiring(platform);
            store.add(thing("a", "1"));
            platform.sleep(TTL.plusSeconds(1));
            store.update(thing("a", "2"));
            assertThat(store.findByKey(Key.of("ns", "a"))).contains(thing("a", "2"));
            store.delete(thing("a", "2"));
            assertThat(store.listKeys()).isEmpty();
        });
    }

    // TestTTLList
    @Test
    void aListHidesAndDeletesTheExpiredOnly() {
        VirtualPlatform.simulate(3, platform -> {
            ExpiringStore<ConfigMap> store = expiring(platform);
            store.replace(List.of(thing("a", "1"), thing("b", "2")), version("2"));
            platform.sleep(Duration.ofSeconds(6));
            store.add(thing("b", "3"));
            store.resync();
            store.bookmark(version("9"));
            platform.sleep(Duration.ofSeconds(6));
            assertThat(store.list()).containsExactly(thing("b", "3"));
            assertThat(store.listKeys()).containsExactly(Key.of("ns", "b"));
        });
    }

    @Test
    void aNewListTakesThePlaceOfAllThatWasThere() {
        ExpiringStore<ConfigMap> store = expiring(Platform.real());
        store.add(thing("a", "1"));
        store.replace(List.of(thing("b", "2"), thing("c", "3")), version("3"));
        assertThat(store.list()).containsExactly(thing("b", "2"), thing("c", "3"));
    }

    @Test
    void withoutATimeToLiveNothingExpires() {
        ExpirationPolicy<ConfigMap> forEver = ExpirationPolicy.after(Duration.ZERO);
        assertThat(forEver.isExpired(thing("a", "1"), Duration.ofDays(10_000))).isFalse();
        ExpiringStore<ConfigMap> keyless =
                new ExpiringStore<>(Platform.real(), KeyFunction.of(map -> List.of()), forEver);
        assertThatExceptionOfType(KeyException.class).isThrownBy(() -> keyless.add(thing("a", "1")));
    }
}
