package dev.konverge.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OrderedMapTest {
    @Test
    void doesWhatATreeMapDoesWhateverTheChanges() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            OrderedMap<String, Integer> map = OrderedMap.empty();
            TreeMap<String, Integer> model = new TreeMap<>();
            for (int i = 0; i < 2000; i++) {
                String key = Integer.toString(random.nextInt(300));
                if (random.nextInt(3) == 0) {
                    map = map.without(key);
                    model.remove(key);
                } else {
                    map = map.with(key, i);
                    model.put(key, i);
                }
                assertSame(map, model, Integer.toString(random.nextInt(300)), seed);
            }
        }
    }

    private static void assertSame(
            OrderedMap<String, Integer> map, NavigableMap<String, Integer> model, String key, long seed) {
        String about = "seed " + seed + ", key " + key;
        assertThat(map.size()).describedAs(about).isEqualTo(model.size());
        assertThat(map.get(key)).describedAs(about).isEqualTo(model.get(key));
        assertThat(map.countBelow(key))
                .describedAs(about)
                .isEqualTo(model.headMap(key).size());
        Map.Entry<String, Integer> floor = model.floorEntry(key);
        OrderedMap.Entry<String, Integer> found = map.floor(key);
        assertThat(found == null ? null : found.key())
                .describedAs(about)
                .isEqualTo(floor == null ? null : floor.getKey());
    }

    @Test
    void valuesComeInTheOrderOfTheirKeysFromAnyKeyOn() {
        OrderedMap<String, String> map = OrderedMap.empty();
        for (String key : List.of("d", "a", "c", "b", "e")) {
            map = map.with(key, key);
        }
        assertThat(map.values()).containsExactly("a", "b", "c", "d", "e");
        assertThat(map.valuesFrom("c")).containsExactly("c", "d", "e");
        assertThat(map.valuesFrom("bb")).containsExactly("c", "d", "e");
        assertThat(map.valuesFrom("f")).isEmpty();
        assertThat(map.keys()).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void changesDoNotTouchOlderMaps() {
        List<OrderedMap<Integer, Integer>> history = new ArrayList<>();
        OrderedMap<Integer, Integer> map = OrderedMap.empty();
        for (int i = 0; i < 500; i++) {
            history.add(map);
            map = map.with(i, i);
        }
        for (int i = 0; i < 500; i++) {
            map = map.without(i);
        }
        assertThat(map.isEmpty()).isTrue();
        for (int i = 0; i < 500; i++) {
            assertThat(history.get(i).size()).isEqualTo(i);
        }
    }

    @Test
    void staysShallowWhenKeysComeInOrder() {
        OrderedMap<Integer, Integer> map = OrderedMap.empty();
        for (int i = 0; i < 1 << 16; i++) {
            map = map.with(i, i);
        }
        assertThat(map.depth()).isLessThanOrEqualTo(40);
        for (int i = 0; i < (1 << 16) - 8; i++) {
            map = map.without(i);
        }
        assertThat(map.depth()).isLessThanOrEqualTo(6);
    }
}
