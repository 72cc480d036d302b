package dev.konverge.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words {@code key=value} at the end of a line; each is taken once, and none may be left over. */
final class Attributes {
    private final Map<String, String> values;

    Attributes(List<String> words) {
        if (words.isEmpty()) {
            values = Map.of();
            return;
        }
        values = new HashMap<>();
        for (String word : words) {
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

    <E extends Enum<E>> @Nullable E take(String key, Class<E> type) {
        String word = take(key);
        return word == null ? null : Words.constant(type, word);
    }

    List<String> takeList(String key) {
        String text = take(key);
        return text == null
                ? List.of()
                : Words.split(text, ',').stream().map(Words::unquote).toList();
    }

    void checkAllTaken() {
        for (String key : values.keySet()) {
            throw new IllegalArgumentException("unknown attribute '" + key + "='");
        }
    }
}
