package dev.konverge.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words {@code key=value} at the end of a line; each is taken once, and none may be left over. */
final class Attributes {
    private final Map<String, String> values;

    /**
     * The attributes in a line.
     *
     * @param words the words of the line
     * @param from the index of the first that is an attribute
     */
    Attributes(List<String> words, int from) {
        if (words.size() <= from) {
            values = Map.of();
            return;
        }
        values = new HashMap<>();
        for (String word : words.subList(from, words.size())) {
            int equals = word.indexOf('=');
            if (equals < 1 || equals == word.length() - 1) {
                throw new IllegalArgumentException("unknown word '" + word + "'");
            }
            if (values.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
                throw new IllegalArgumentException("'" + word.substring(0, equals) + "=' is there twice");
            }
        }
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    @Nullable
    String take(String key) {
        return values.isEmpty() ? null : values.remove(key);
    }

    /** Takes an attribute whose value is one of {@code constants}. */
    <E extends Enum<E>> @Nullable E take(String key, Map<String, E> constants) {
        String word = take(key);
        if (word == null) {
            return null;
        }
        E constant = constants.get(word);
        if (constant == null) {
            throw new IllegalArgumentException("unknown word '" + word + "'");
        }
        return constant;
    }

    List<String> takeList(String key) {
        String text = take(key);
        if (text == null) {
            return List.of();
        }
        List<String> list = Words.split(text, ',');
        for (int i = 0; i < list.size(); i++) {
            list.set(i, Words.unquote(list.get(i)));
        }
        return list;
    }

    void checkAllTaken() {
        for (String key : values.keySet()) {
            throw new IllegalArgumentException("unknown attribute '" + key + "='");
        }
    }
}
