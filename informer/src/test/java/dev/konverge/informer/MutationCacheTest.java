package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.konverge.base.Platform;
import dev.konverge.base.VirtualPlatform;
import dev.konverge.model.Key;
import dev.konverge.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MutationCacheTest { // §1.8 MutationCache
    private static final Key A = Key.of("ns", "a");
    private static final String WORDS = "words";

    private final Indexer<ConfigMap> copy = Indexer.of(
            Platform.real(),
            StoreConfig.of(KeyFunction.<ConfigMap>ofMetadata()).withIndexers(Map.of(WORDS, Things.byWord())));

    private MutationCache<ConfigMap> cache(MutationCache.Options options) {
        return new MutationCache<>(Platform.real(), copy, options);
    }

    private static ConfigMap a(String uid, String version, String value) {
        return Things.thing("ns", "a", version, value).toBuilder()
                .metadata(m -> m.uid(uid))
                .build();
    }

    private static Optional<String> version(Optional<ConfigMap> object) {
        return object.map(map -> map.metadata().version().text());
    }

    @Test
    void theNewerOfWriteAndCopyCounts() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD);
        copy.add(a("u", "9", ""));
        assertThat(version(cache.findByKey(A))).contains("9");
        cache.mutation(a("u", "10", ""));
        assertThat(version(cache.findByKey(A))).as("compared as numbers").contains("10");
        cache.mutation(a("u", "8", ""));
        assertThat(version(cache.findByKey(A)))
                .as("an older write says nothing")
                .contains("10");
        copy.add(a("u", "11", ""));
        assertThat(version(cache.findByKey(A))).contains("11");
        copy.add(a("u", "7", ""));
        assertThat(version(cache.findByKey(A))).as("the write was dropped").contains("7");
    }

    @Test
    void whatTheCopyDoesNotHaveCountsOnlyIfWanted() {
        MutationCache<ConfigMap> without = cache(MutationCache.Options.STANDARD);
        without.mutation(a("u", "1", "red"));
        assertThat(without.findByKey(A)).isEmpty();
        assertThat(without.byIndex(WORDS, "red")).isEmpty();
        MutationCache<ConfigMap> with = cache(MutationCache.Options.STANDARD.includingAdds());
        with.mutation(a("u", "1", "red"));
        assertThat(with.findByKey(A)).isPresent();
        assertThat(with.byIndex(WORDS, "red")).hasSize(1);
        assertThat(with.byIndex(WORDS, "blue")).isEmpty();
    }

    @Test
    void anIndexWithAddsGivesTheNewerStateUnderItsOwnValues() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD.includingAdds());
        copy.add(a("u", "1", "red"));
        cache.mutation(a("u", "2", "red"));
        copy.add(a("u", "3", "blue"));
        assertThat(cache.byIndex(WORDS, "red")).isEmpty();
        assertThat(cache.byIndex(WORDS, "blue")).containsExactly(a("u", "3", "blue"));
        cache.mutation(a("u", "4", "green"));
        assertThat(cache.byIndex(WORDS, "green")).containsExactly(a("u", "4", "green"));
    }

    @Test
    void anIndexGivesTheNewerState() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD);
        copy.add(a("u", "1", "red"));
        cache.mutation(a("u", "2", "red blue"));
        assertThat(cache.byIndex(WORDS, "red")).containsExactly(a("u", "2", "red blue"));
        assertThatExceptionOfType(UnknownIndexException.class).isThrownBy(() -> cache.byIndex("none", "red"));
        MutationCache<ConfigMap> plain = new MutationCache<>(
                Platform.real(),
                new UndeltaStore<>(Platform.real(), KeyFunction.ofMetadata(), list -> {}),
                MutationCache.Options.STANDARD);
        assertThatIllegalStateException().isThrownBy(() -> plain.byIndex(WORDS, "red"));
    }

    @Test
    void aWriteThatTheCopyHasCaughtUpWithIsDropped() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD.includingAdds());
        cache.mutation(a("u", "5", ""));
        copy.add(a("u", "5", ""));
        assertThat(version(cache.findByKey(A))).contains("5");
        copy.deleteByKey(A);
        assertThat(cache.findByKey(A)).isEmpty();
    }

    // TestMutationCacheOnAddOrUpdate
    @Test
    void anObservedStateDropsAWriteThatIsNoNewer() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD.includingAdds());
        cache.mutation(a("u", "5", ""));
        cache.onAddOrUpdate(a("u", "4", ""));
        assertThat(version(cache.findByKey(A))).contains("5");
        cache.onAddOrUpdate(a("u", "5", ""));
        assertThat(cache.findByKey(A)).isEmpty();
    }

    // TestMutationCacheOnDelete, TestMutationCacheOnDeleteClearsStaleMutation
    @Test
    void aDeletionDropsTheWriteOfThatObject() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD.includingAdds());
        cache.mutation(a("u", "5", "red"));
        cache.onDelete(a("u", "3", ""));
        assertThat(cache.findByKey(A)).as("same object, any version").isEmpty();
        assertThat(cache.byIndex(WORDS, "red")).isEmpty();
        cache.mutation(a("v", "7", ""));
        cache.onDelete(a("u", "6", ""));
        assertThat(version(cache.findByKey(A))).as("another, newer object").contains("7");
        cache.onDelete(a("w", "7", ""));
        assertThat(cache.findByKey(A)).as("another, not newer").isEmpty();
    }

    // TestMutationCacheUpdateConcurrentDelete
    @Test
    void aLateWriteToADeletedObjectIsRefused() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD.includingAdds());
        cache.onDelete(a("u", "5", ""));
        cache.mutation(a("u", "6", ""));
        assertThat(cache.findByKey(A)).as("same object").isEmpty();
        cache.mutation(a("v", "5", ""));
        assertThat(cache.findByKey(A)).as("same version").isEmpty();
        cache.mutation(a("v", "7", ""));
        assertThat(version(cache.findByKey(A))).as("a new object").contains("7");
    }

    // TestMutationCacheUpdateConcurrentRecreate
    @Test
    void aLateWriteLosesAgainstARecreatedObject() {
        MutationCache<ConfigMap> cache = cache(MutationCache.Options.STANDARD.includingAdds());
        cache.onDelete(a("u", "5", ""));
        copy.add(a("v", "6", ""));
        cache.onAddOrUpdate(a("v", "6", ""));
        cache.mutation(a("u", "4", ""));
        assertThat(version(cache.findByKey(A))).contains("6");
        copy.deleteByKey(A);
        assertThat(cache.findByKey(A)).as("nothing is left of it").isEmpty();
    }

    @Test
    void writesAreForgottenInTimeAndInNumber() {
        VirtualPlatform.simulate(1, platform -> {
            MutationCache<ConfigMap> cache =
                    new MutationCache<>(platform, copy, new MutationCache.Options(2, Duration.ofMinutes(5), true));
            cache.mutation(Things.thing("a", "1"));
            cache.mutation(Things.thing("b", "2"));
            assertThat(cache.findByKey(A)).isPresent();
            cache.mutation(Things.thing("c", "3"));
            assertThat(cache.findByKey(Key.of("ns", "b")))
                    .as("unused for longest")
                    .isEmpty();
            assertThat(cache.findByKey(A)).isPresent();
            platform.sleep(Duration.ofMinutes(5));
            assertThat(cache.findByKey(A)).isEmpty();
        });
    }
}
