package dev.konverge.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeySlabTest {
    private final KeySlab<Object> slab = new KeySlab<>();

    /** A key that shares its bucket with many others. */
    private record Colliding(int id) {
        @Override
        public int hashCode() {
            return id % 3;
        }
    }

    private int slotOf(Object key) {
        return slab.slotOf(key, KeySlab.hash(key));
    }

    private int find(Object key) {
        return slab.find(key, KeySlab.hash(key));
    }

    @Test
    void equalKeysShareASlotAndOthersDoNot() {
        int one = slotOf("one");

        assertThat(slotOf(new String("one".toCharArray()))).isEqualTo(one);
        assertThat(slotOf("two")).isNotEqualTo(one);
        assertThat(slab.size()).isEqualTo(2);
        assertThat(slab.key(one)).isEqualTo("one");
    }

    @Test
    void aRemovedKeyIsUnknownAndItsSlotStartsWithoutFlags() {
        slotOf("other");
        int slot = slotOf("key");
        slab.raise(slot, 15);
        slab.setPlace(slot, 77);
        slab.remove(slot);

        assertThat(find("key")).isEqualTo(KeySlab.NONE);
        assertThat(slotOf("next")).isEqualTo(slot);
        assertThat(slab.flags(slot)).isZero();
    }

    @Test
    void flagsPlaceAndLinkDoNotDisturbEachOther() {
        int slot = slotOf("key");
        slab.raise(slot, 5);
        slab.setPlace(slot, (1 << 28) - 1);
        slab.setLink(slot, -1);
        slab.clear(slot, 4);

        assertThat(slab.flags(slot)).isEqualTo(1);
        assertThat(slab.place(slot)).isEqualTo((1 << 28) - 1);
        assertThat(slab.link(slot)).isEqualTo(-1);
        assertThat(slab.has(slot, 1)).isTrue();
        assertThat(slab.has(slot, 4)).isFalse();
    }

    @Test
    void itGivesItsMemoryBackWhenTheLastOfManyKeysLeaves() {
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            slots.add(slotOf(i));
        }
        assertThat(slab.capacity()).isGreaterThanOrEqualTo(100_000);
        slots.forEach(slab::remove);

        assertThat(slab.size()).isZero();
        assertThat(slab.capacity()).isLessThanOrEqualTo(1 << 16);
        assertThat(find(5)).isEqualTo(KeySlab.NONE);
        assertThat(slab.key(slotOf("again"))).isEqualTo("again");
    }

    @Test
    void itAgreesWithAHashMap() {
        for (long seed = 0; seed < 20; seed++) {
            agreeWithAHashMap(seed);
        }
    }

    private static void agreeWithAHashMap(long seed) {
        var random = new SplittableRandom(seed);
        var slab = new KeySlab<Object>();
        Map<Object, Integer> model = new HashMap<>();
        int keys = 1 + random.nextInt(2000);
        for (int i = 0; i < 20_000; i++) {
            int id = random.nextInt(keys);
            Object key = seed % 2 == 0 ? new Colliding(id % 100) : "key-" + id;
            int hash = KeySlab.hash(key);
            if (random.nextInt(3) > 0) {
                Integer known = model.putIfAbsent(key, slab.slotOf(key, hash));
                assertThat(slab.slotOf(key, hash))
                        .as("seed %s", seed)
                        .isEqualTo(known == null ? model.get(key) : known);
            } else if (model.containsKey(key)) {
                slab.remove(Objects.requireNonNull(model.remove(key)));
            } else {
                assertThat(slab.find(key, hash)).as("seed %s", seed).isEqualTo(KeySlab.NONE);
            }
            assertThat(slab.size()).as("seed %s", seed).isEqualTo(model.size());
        }
        model.forEach(
                (key, slot) -> assertThat(slab.key(slot)).as("seed %s", seed).isEqualTo(key));
    }
}
