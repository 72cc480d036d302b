package dev.konverge.informer;

import dev.konverge.model.Key;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One index of a store: for each value the slots of the objects that have it. Immutable.
 *
 * <p>The slots are those of the store, so that objects are found without another look-up. In exchange a new version of an object
 * takes the old one's place here even if its value is the same.
 *
 * @param <T> the type of the objects
 * @param name the name of the index
 * @param function what gives an object's values
 * @param postings the values that at least one object has
 */
record Index<T>(String name, IndexFunction<? super T> function, HashTrie<String, Posting> postings) {
    private static final Keying<String, Posting> BY_VALUE = new ByValue();

    /** How many objects with one value there is room for at first: often it is one. */
    private static final int FEW = 4;

    /**
     * The objects with one value.
     *
     * @param value the value
     * @param slots the slots of the objects, at least one
     */
    record Posting(String value, HashTrie<Key, Object> slots) {}

    /** {@return an index of no objects} */
    static <T> Index<T> empty(String name, IndexFunction<? super T> function) {
        return new Index<>(name, function, HashTrie.empty(BY_VALUE));
    }

    /** {@return this index filled anew with objects, which are given by their slots, none of them twice} */
    Index<T> filledWith(TrieBuilder<Key, Object> objects) {
        Map<String, TrieBuilder<Key, Object>> byValue = new HashMap<>();
        objects.forEach((hash, slot) -> {
            List<String> values = valuesOf(slot);
            for (int i = 0; i < values.size(); i++) {
                slotsOf(values.get(i), byValue).putHashed(hash, slot);
            }
        });
        TrieBuilder<String, Posting> filled = new TrieBuilder<>(BY_VALUE, byValue.size());
        byValue.forEach((value, slots) -> filled.put(value, new Posting(value, slots.build())));
        return new Index<>(name, function, filled.build());
    }

    /** By what is compiled when a program has just begun: {@code computeIfAbsent} is not, and is long. */
    private static TrieBuilder<Key, Object> slotsOf(String value, Map<String, TrieBuilder<Key, Object>> byValue) {
        TrieBuilder<Key, Object> slots = byValue.get(value);
        if (slots == null) {
            slots = new TrieBuilder<>(Slot.BY_KEY, FEW);
            byValue.put(value, slots);
        }
        return slots;
    }

    /** {@return this index after an object took the place of another, each of which may be missing} */
    Index<T> changed(Key key, @Nullable Object oldSlot, @Nullable Object newSlot) {
        List<String> oldValues = oldSlot == null ? List.of() : valuesOf(oldSlot);
        List<String> newValues = newSlot == null ? List.of() : valuesOf(newSlot);
        HashTrie<String, Posting> changed = postings;
        for (String value : oldValues) {
            if (!newValues.contains(value)) {
                changed = without(changed, value, key);
            }
        }
        if (newSlot != null) {
            for (String value : newValues) {
                changed = with(changed, value, key, newSlot);
            }
        }
        return changed == postings ? this : new Index<>(name, function, changed);
    }

    private static HashTrie<String, Posting> with(
            HashTrie<String, Posting> postings, String value, Key key, Object slot) {
        Posting posting = postings.find(value);
        HashTrie<Key, Object> slots = posting == null ? HashTrie.empty(Slot.BY_KEY) : posting.slots();
        return postings.with(value, new Posting(posting == null ? value : posting.value(), slots.with(key, slot)));
    }

    private static HashTrie<String, Posting> without(HashTrie<String, Posting> postings, String value, Key key) {
        Posting posting = postings.find(value);
        if (posting == null) {
            return postings;
        }
        HashTrie<Key, Object> slots = posting.slots().without(key);
        // A value that nobody has any more must not stay: values may be as short-lived as the objects.
        return slots.isEmpty() ? postings.without(value) : postings.with(value, new Posting(posting.value(), slots));
    }

    @SuppressWarnings("unchecked") // only objects of type T are put in
    private List<String> valuesOf(Object slot) {
        return valuesOf(name, function, Slot.key(slot), (T) Slot.object(slot));
    }

    /**
     * {@return what an index function says of an object}
     *
     * @throws IndexException if it fails, or gives a null
     * @throws OutOfMemoryError if there was no memory for it, which is no fault of the object
     */
    static <T> List<String> valuesOf(String index, IndexFunction<? super T> function, Key key, T object) {
        try {
            // The copy refuses nulls, here where index and key can still be named.
            return List.copyOf(function.valuesOf(object));
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            throw new IndexException(index, key, e);
        }
    }

    /** {@return the slots of the objects with a value} */
    HashTrie<Key, Object> find(String value) {
        Posting posting = postings.find(value);
        return posting == null ? HashTrie.empty(Slot.BY_KEY) : posting.slots();
    }

    private static final class ByValue implements Keying<String, Posting> {
        @Override
        public int hash(String value) {
            return Keying.mix(value.hashCode());
        }

        @Override
        public String key(Posting posting) {
            return posting.value();
        }

        @Override
        public int compare(Posting posting, String value) {
            return posting.value().compareTo(value);
        }
    }
}
