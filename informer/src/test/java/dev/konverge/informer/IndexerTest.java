package dev.konverge.informer;

import static dev.konverge.informer.Things.byWord;
import static dev.konverge.informer.Things.thing;
import static dev.konverge.informer.Things.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.konverge.base.Platform;
import dev.konverge.model.Key;
import dev.konverge.model.Resource;
import dev.konverge.model.core.v1.ConfigMap;
import dev.konverge.model.core.v1.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexerTest {
    private static final String WORDS = "words";

    private static Indexer<ConfigMap> indexer() {
        return Indexer.of(Platform.real(), StoreConfig.<ConfigMap>ofResources());
    }

    private static Indexer<ConfigMap> indexerByWord() {
        return Indexer.of(
                Platform.real(),
                StoreConfig.of(KeyFunction.<ConfigMap>ofMetadata()).withIndexers(Map.of(WORDS, byWord())));
    }

    @Test
    void addAndUpdateAreTheSame() { // ST-1, ST-2, ST-4
        Indexer<ConfigMap> store = indexer();
        store.update(thing("a", "1"));
        store.add(thing("a", "2"));
        store.add(thing("b", "3"));
        assertThat(store.find(thing("a", "9"))).contains(thing("a", "2"));
        assertThat(store.findByKey(Key.of("ns", "b"))).contains(thing("b", "3"));
        assertThat(store.findByKey(Key.of("ns", "c"))).isEmpty();
        assertThat(store.size()).isEqualTo(2);
        assertThat(store.version()).isEqualTo(version("3"));
    }

    @Test
    void deletingIsByKeyAndNeedNotFindAnything() { // ST-3
        Indexer<ConfigMap> store = indexer();
        store.add(thing("a", "1"));
        store.delete(thing("a", "5"));
        store.delete(thing("a", "6"));
        assertThat(store.list()).isEmpty();
        assertThat(store.version()).isEqualTo(version("6"));
        store.add(thing("a", "7"));
        store.deleteByKey(Key.of("ns", "a"));
        assertThat(store.list()).isEmpty();
        assertThat(store.version()).isEqualTo(version("7"));
    }

    @Test
    void aListIsAMomentAndHoldsTheStoredObjects() { // ST-5, CC-1, CC-2
        Indexer<ConfigMap> store = indexer();
        ConfigMap a = thing("a", "1");
        store.add(a);
        List<ConfigMap> before = store.list();
        IndexView<ConfigMap> snapshot = store.snapshot();
        store.add(thing("b", "2"));
        assertThat(before).hasSize(1).first().isSameAs(a);
        assertThat(store.findByKey(Key.of("ns", "a"))).containsSame(a);
        assertThat(snapshot.listKeys()).containsExactly(Key.of("ns", "a"));
        assertThat(snapshot.size()).isEqualTo(1);
        assertThat(snapshot.byIndex(IndexFunction.NAMESPACE, "ns")).containsExactly(a);
        assertThat(snapshot.version()).isEqualTo(version("1"));
        assertThat(store.listKeys()).containsExactlyInAnyOrder(Key.of("ns", "a"), Key.of("ns", "b"));
    }

    @Test
    void replaceHoldsTheListAndNothingElse() { // ST-6
        Indexer<ConfigMap> store = indexerByWord();
        store.add(thing("ns", "old", "1", "one"));
        store.replace(
                List.of(thing("ns", "a", "2", "two"), thing("ns", "b", "3", "two"), thing("ns", "a", "4", "three")),
                version("17"));
        assertThat(store.list())
                .as("of several with one key the last counts")
                .containsExactlyInAnyOrder(thing("ns", "b", "3", "two"), thing("ns", "a", "4", "three"));
        assertThat(store.listIndexValues(WORDS)).containsExactlyInAnyOrder("two", "three");
        assertThat(store.indexKeys(WORDS, "two")).containsExactly(Key.of("ns", "b"));
        assertThat(store.version()).isEqualTo(version("17"));
        assertThat(store.size()).isEqualTo(2);
    }

    // TestCacheWithTransformer
    @Test
    void replaceLooksAtAllBeforeItChangesAnything() { // ST-6, ST-12
        List<ConfigMap> transformed = new ArrayList<>();
        Indexer<ConfigMap> store =
                Indexer.of(Platform.real(), StoreConfig.of(keysFailingOn("bad")).withTransform(map -> {
                    if (Things.value(map).equals("untransformable")) {
                        throw new IllegalStateException("no way");
                    }
                    transformed.add(map);
                    return map;
                }));
        store.add(thing("a", "1"));
        transformed.clear();
        assertThatExceptionOfType(KeyException.class)
                .isThrownBy(() -> store.replace(List.of(thing("b", "2"), thing("bad", "3")), version("9")));
        assertThat(transformed).isEmpty();
        assertThatExceptionOfType(TransformException.class)
                .isThrownBy(() ->
                        store.replace(List.of(thing("b", "2"), thing("ns", "c", "3", "untransformable")), version("9")))
                .withMessage("transforming: no way");
        assertThat(store.list()).containsExactly(thing("a", "1"));
        assertThat(store.version()).isEqualTo(version("1"));
    }

    private static KeyFunction<ConfigMap> keysFailingOn(String name) {
        return map -> {
            Key key = map.key();
            if (key.name().equals(name)) {
                throw new IllegalArgumentException("no key for you");
            }
            return key;
        };
    }

    // TestCacheWithTransformer
    @Test
    void whatIsStoredIsTransformedAndTheKeyIsNot() { // ST-1, ST-11
        Indexer<ConfigMap> store = Indexer.of(
                Platform.real(),
                StoreConfig.of(KeyFunction.<ConfigMap>ofMetadata())
                        .withTransform(map -> thing("other", "t-" + map.key().name(), "77", "t")));
        store.add(thing("a", "1"));
        assertThat(store.findByKey(Key.of("ns", "a"))).contains(thing("other", "t-a", "77", "t"));
        assertThat(store.listKeys()).containsExactly(Key.of("ns", "a"));
        assertThat(store.version()).as("of what is stored").isEqualTo(version("77"));
        assertThat(store.find(thing("a", "1"))).isPresent();
        store.replace(List.of(thing("b", "1")), version("2"));
        assertThat(store.findByKey(Key.of("ns", "b"))).contains(thing("other", "t-b", "77", "t"));
        store.transaction(List.of(new StoreOperation.Add<>(thing("c", "5"))));
        assertThat(store.findByKey(Key.of("ns", "c"))).as("as it is").contains(thing("c", "5"));
        store.delete(thing("b", "6"));
        assertThat(store.version()).as("untransformed").isEqualTo(version("6"));
        assertThat(store.transform().apply(thing("x", "1")).key()).isEqualTo(Key.of("other", "t-x"));
    }

    @Test
    void resyncDoesNothingAndABookmarkMovesTheVersion() { // ST-7, ST-8, ST-9
        Indexer<ConfigMap> store = indexer();
        store.add(thing("a", "1"));
        store.resync();
        store.bookmark(version("6"));
        assertThat(store.list()).containsExactly(thing("a", "1"));
        assertThat(store.version()).isEqualTo(version("6"));
    }

    // TestKeyError
    @Test
    void anObjectWithoutAKeyIsRefused() { // ST-1, ST-4, ST-12
        Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.of(keysFailingOn("bad")));
        ConfigMap bad = thing("bad", "1");
        KeyException thrown = catchThrowableOfType(KeyException.class, () -> store.add(bad));
        assertThat(thrown.object()).isSameAs(bad);
        assertThat(thrown).hasMessageContaining("no key for you").hasRootCauseMessage("no key for you");
        assertThatExceptionOfType(KeyException.class).isThrownBy(() -> store.find(bad));
        assertThatExceptionOfType(KeyException.class).isThrownBy(() -> store.delete(bad));
        assertThat(new KeyException(bad, thrown)).hasRootCauseMessage("no key for you");
    }

    // TestCacheTransactionShouldIndexErrors
    @Test
    void aTransactionSkipsWhatHasNoKey() { // ST-10, TX-2, TX-3
        Indexer<ConfigMap> store = Indexer.of(Platform.real(), StoreConfig.of(keysFailingOn("bad")));
        store.add(thing("gone", "1"));
        TransactionException thrown = catchThrowableOfType(
                TransactionException.class,
                () -> store.transaction(List.of(
                        new StoreOperation.Add<>(thing("a", "2")),
                        new StoreOperation.Update<>(thing("bad", "3")),
                        new StoreOperation.Delete<>(
                                new DeletedFinalState<>(Key.of("ns", "gone"), thing("gone", "4"))))));
        assertThat(thrown.successfulIndices()).containsExactly(0, 2);
        assertThat(thrown.total()).isEqualTo(3);
        assertThat(thrown).hasMessageStartingWith("failed to execute (1/3) transactions failed due to: ");
        assertThat(thrown.getSuppressed()).hasSize(1).allMatch(KeyException.class::isInstance);
        assertThat(store.list()).containsExactly(thing("a", "2"));
        assertThat(store.version()).isEqualTo(version("4"));
    }

    @Test
    void theNamespaceIndexHasTheNamespaceOrNothing() { // IX-11
        Indexer<Resource> store = Indexer.of(
                Platform.real(), StoreConfig.of(KeyFunction.ofMetadata()).withIndexers(Indexer.byNamespace()));
        store.add(thing("x", "a", "1", ""));
        store.add(Node.builder().metadata(m -> m.name("n")).build());
        assertThat(store.listIndexValues(IndexFunction.NAMESPACE)).containsExactlyInAnyOrder("x", "");
        assertThat(store.indexKeys(IndexFunction.NAMESPACE, "")).containsExactly(Key.of("n"));
        assertThat(IndexFunction.namespace().valuesOf("text")).containsExactly("");
    }

    // TestIndex
    @Test
    void indexFindsThoseThatShareAValueOnce() { // IX-6
        Indexer<ConfigMap> store = indexerByWord();
        store.add(thing("ns", "a", "1", "one two"));
        store.add(thing("ns", "b", "2", "two three"));
        store.add(thing("ns", "c", "3", "four"));
        assertThat(store.index(WORDS, thing("ns", "x", "", "one two three")))
                .extracting(map -> map.key().name())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(store.index(WORDS, thing("ns", "x", "", "four"))).hasSize(1);
        assertThat(store.index(WORDS, thing("ns", "x", "", ""))).isEmpty();
    }

    @Test
    void theFailureOfAnIndexFunctionIsTheReadersToSee() { // IX-6
        Indexer<ConfigMap> store = indexer();
        store.addIndexers(Map.of("failing", map -> {
            throw new IllegalStateException("cannot");
        }));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> store.index("failing", thing("a", "1")))
                .withMessage("cannot");
    }

    @Test
    void keysOfAValueAreSorted() { // IX-7
        Indexer<ConfigMap> store = indexerByWord();
        for (String name : List.of("c", "a", "b", "a-1")) {
            store.add(thing("ns", name, "1", "one"));
        }
        assertThat(store.indexKeys(WORDS, "one")).extracting(Key::name).containsExactly("a", "a-1", "b", "c");
        assertThat(store.byIndex(WORDS, "one")).hasSize(4);
        assertThat(store.byIndex(WORDS, "none")).isEmpty();
        assertThat(store.indexKeys(WORDS, "none")).isEmpty();
    }

    @Test
    void anUnknownIndexIsAnErrorExceptForItsValues() { // IX-6, IX-7, IX-8
        Indexer<ConfigMap> store = indexer();
        String message = "Index with name X does not exist";
        assertThatExceptionOfType(UnknownIndexException.class)
                .isThrownBy(() -> store.byIndex("X", "v"))
                .withMessage(message);
        assertThatExceptionOfType(UnknownIndexException.class)
                .isThrownBy(() -> store.indexKeys("X", "v"))
                .withMessage(message);
        assertThatExceptionOfType(UnknownIndexException.class)
                .isThrownBy(() -> store.index("X", thing("a", "1")))
                .withMessage(message);
        assertThat(store.listIndexValues("X")).isEmpty();
    }

    // TestIndex, TestGetIndexFuncValues
    @Test
    void anIndexCanBeAddedBeforeAndAfterTheData() { // IX-9, IX-10
        Indexer<ConfigMap> store = indexer();
        store.add(thing("ns", "a", "1", "one"));
        store.addIndexers(Map.of(WORDS, byWord()));
        assertThat(store.indexKeys(WORDS, "one")).containsExactly(Key.of("ns", "a"));
        store.add(thing("ns", "b", "2", "one"));
        assertThat(store.byIndex(WORDS, "one")).hasSize(2);
        assertThat(store.indexers()).containsOnlyKeys(IndexFunction.NAMESPACE, WORDS);
        assertThat(store.version()).isEqualTo(version("2"));
    }

    @Test
    void anIndexOfATakenNameIsRefusedWithAllOthers() { // IX-9
        Indexer<ConfigMap> store = indexer();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.addIndexers(Map.of("new", byWord(), IndexFunction.NAMESPACE, byWord())))
                .withMessage("indexer conflict: [namespace]");
        assertThat(store.indexers()).containsOnlyKeys(IndexFunction.NAMESPACE);
    }

    @Test
    void keysComeFromMetadata() { // §1.7
        assertThat(KeyFunction.<ConfigMap>ofMetadata().keyOf(thing("a", "1"))).isEqualTo(Key.of("ns", "a"));
        assertThat(KeyFunction.ofAnything().keyOf(thing("a", "1"))).hasToString("ns/a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyFunction.ofAnything().keyOf("text"))
                .withMessage("object has no meta");
    }

    @Test
    void anIndexFunctionWithOneValueIsAKeyFunction() { // IX-12
        KeyFunction<ConfigMap> keys = KeyFunction.of(byWord());
        assertThat(keys.keyOf(thing("ns", "a", "1", "x/y"))).isEqualTo(Key.of("x", "y"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.keyOf(thing("ns", "a", "1", "one two")))
                .withMessageStartingWith("too many keys");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.keyOf(thing("ns", "a", "1", "")))
                .withMessage("unexpected empty indexKeys");
    }

    @Test
    void objectsMayBeMutableAndWithoutMetadata() {
        Indexer<StringBuilder> store = Indexer.of(
                Platform.real(),
                StoreConfig.<StringBuilder>of(text -> Key.of(text.substring(0, 1)))
                        .withIndexers(Map.of("length", text -> List.of("" + text.length()))));
        StringBuilder text = new StringBuilder("abc");
        store.add(text);
        text.setCharAt(0, 'z');
        assertThat(store.findByKey(Key.of("a"))).containsSame(text);
        assertThat(store.listKeys()).containsExactly(Key.of("a"));
        store.deleteByKey(Key.of("a"));
        assertThat(store.byIndex("length", "3")).isEmpty();
    }

    @Test
    void namesThatWereChosenToHaveOneHashAreToldApart() {
        assertThat("an".hashCode()).isEqualTo("c0".hashCode());
        Indexer<ConfigMap> store = indexer();
        List<ConfigMap> list = new ArrayList<>();
        for (int i = 0; i < 1024; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 10; bit++) {
                name.append((i >> bit & 1) == 0 ? "an" : "c0");
            }
            list.add(thing(name.toString(), "" + (i + 1)));
        }
        store.replace(list, version("1024"));
        list.forEach(object -> assertThat(store.find(object)).containsSame(object));
        list.forEach(store::delete);
        list.forEach(store::add);
        assertThat(store.byIndex(IndexFunction.NAMESPACE, "ns")).containsExactlyInAnyOrderElementsOf(list);
    }
}
