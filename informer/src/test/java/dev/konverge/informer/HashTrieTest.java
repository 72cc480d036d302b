package dev.konverge.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashTrieTest {
    /** An entry with its key, so that a replaced one can be told from the other. */
    private record Entry(Integer key, int value) {}

    /** Keys hashed to a few bits only, so that many have the same. */
    private record Poor(int mask) implements Keying<Integer, Entry> {
        @Override
        public int hash(Integer key) {
            return Keying.mix(key) & mask;
        }

        @Override
        public Integer key(Entry entry) {
            return entry.key();
        }

        @Override
        public int compare(Entry entry, Integer key) {
            return entry.key().compareTo(key);
        }
    }

    private static Map<Integer, Integer> contents(HashTrie<Integer, Entry> trie) {
        Map<Integer, Integer> contents = new HashMap<>();
        trie.forEach(entry -> assertThat(contents.put(entry.key(), entry.value()))
                .as("handed out twice")
                .isNull());
        assertThat(trie.size()).isEqualTo(contents.size());
        return contents;
    }

    @Test
    void itIsAMapWhateverTheHashes() {
        for (int mask : new int[] {0, 3, 0xF000_000F, 0xC000_0000, -1}) {
            for (long seed = 0; seed < 20; seed++) {
                new Run(mask, seed).run();
            }
        }
    }

    private record Run(int mask, long seed) {
        void run() {
            Random random = new Random(seed);
            int keys = 1 << random.nextInt(9);
            Map<Integer, Integer> expected = new HashMap<>();
            HashTrie<Integer, Entry> trie = HashTrie.empty(new Poor(mask));
            HashTrie<Integer, Entry> earlier = trie;
            Map<Integer, Integer> earlierContents = Map.of();
            for (int i = 0; i < 600; i++) {
                int key = random.nextInt(keys);
                // In waves, so that the trie gets deep and shallow again.
                if (random.nextInt(100) < (i / 150 % 2 == 0 ? 80 : 20)) {
                    trie = trie.with(key, new Entry(key, i));
                    expected.put(key, i);
                } else {
                    trie = trie.without(key);
                    expected.remove(key);
                }
                Entry found = trie.find(key);
                assertThat(found == null ? null : found.value()).as(toString()).isEqualTo(expected.get(key));
                if (i % 100 == 0) {
                    assertThat(contents(trie)).as(toString()).isEqualTo(expected);
                    assertThat(contents(earlier))
                            .as("%s: an older one stays", this)
                            .isEqualTo(earlierContents);
                    earlier = trie;
                    earlierContents = Map.copyOf(expected);
                }
            }
            assertThat(contents(trie)).as(toString()).isEqualTo(expected);
        }
    }

    @Test
    void manyAtOnceAreTheSameAsOneAfterTheOther() {
        for (int mask : new int[] {0, 0xFF, 0xFF00_0000, -1}) {
            for (long seed = 0; seed < 20; seed++) {
                Random random = new Random(seed);
                int count = random.nextInt(500);
                TrieBuilder<Integer, Entry> builder = new TrieBuilder<>(new Poor(mask), count);
                Map<Integer, Integer> expected = new HashMap<>();
                for (int i = 0; i < count; i++) {
                    int key = random.nextInt(300);
                    builder.put(key, new Entry(key, i));
                    expected.put(key, i);
                }
                HashTrie<Integer, Entry> built = builder.build();
                assertThat(contents(built)).as("mask %s, seed %s", mask, seed).isEqualTo(expected);
                for (int key = 0; key < 300; key++) {
                    Entry found = built.find(key);
                    assertThat(found == null ? null : found.value())
                            .as("mask %s, seed %s", mask, seed)
                            .isEqualTo(expected.get(key));
                }
            }
        }
    }

    @Test
    void oneThatWasMadeAtOnceIsChangedLikeAnyOther() {
        for (int mask : new int[] {0, 0xFF, 0xFF00_0000, -1}) {
            TrieBuilder<Integer, Entry> builder = new TrieBuilder<>(new Poor(mask), 0);
            HashTrie<Integer, Entry> expected = HashTrie.empty(new Poor(mask));
            for (int key = 0; key < 300; key++) {
                builder.put(key, new Entry(key, key));
                expected = expected.with(key, new Entry(key, key));
            }
            HashTrie<Integer, Entry> trie = builder.build();
            for (int key = 0; key < 300; key++) {
                if (key % 10 == 0) {
                    trie = trie.with(key, new Entry(key, -key));
                    expected = expected.with(key, new Entry(key, -key));
                } else {
                    trie = trie.without(key);
                    expected = expected.without(key);
                }
            }
            assertThat(inOrder(trie)).as("mask %s", mask).hasSize(30).isEqualTo(inOrder(expected));
            assertThat(inOrder(trie.toBuilder().build())).as("mask %s", mask).isEqualTo(inOrder(expected));
        }
    }

    private static List<Entry> inOrder(HashTrie<Integer, Entry> trie) {
        List<Entry> entries = new ArrayList<>();
        trie.forEach(entries::add);
        return entries;
    }

    @Test
    void takingOutWhatIsNotThereChangesNothing() {
        HashTrie<Integer, Entry> trie = HashTrie.empty(new Poor(-1));
        assertThat(trie.without(1)).isSameAs(trie);
        for (int key = 0; key < 100; key++) {
            trie = trie.with(key, new Entry(key, key));
        }
        assertThat(trie.without(1000)).isSameAs(trie);
        for (int key = 0; key < 100; key++) {
            trie = trie.without(key);
        }
        assertThat(trie.isEmpty()).isTrue();
    }
}
