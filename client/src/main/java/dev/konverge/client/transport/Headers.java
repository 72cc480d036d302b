package dev.konverge.client.transport;

import dev.konverge.client.http.HeaderFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** HTTP headers: names in any case, values in order. Immutable. Prints names only: values may be secrets. */
public final class Headers {
    /** No headers. */
    public static final Headers NONE = new Headers(new String[0]);

    /** Names in lower case, each with a value behind it: there are few, and every watch keeps those of its answer. */
    private final String[] pairs;

    private Headers(String[] pairs) {
        this.pairs = pairs;
    }

    /** {@return headers with these names and values} */
    public static Headers of(Map<String, List<String>> headers) {
        List<String> pairs = new ArrayList<>();
        headers.forEach((name, values) -> values.forEach(value -> {
            pairs.add(key(name));
            pairs.add(value);
        }));
        return new Headers(pairs.toArray(new String[0]));
    }

    static Headers of(HeaderFields fields) {
        String[] pairs = new String[2 * fields.size()];
        for (int i = 0; i < fields.size(); i++) {
            pairs[2 * i] = fields.name(i);
            pairs[2 * i + 1] = fields.value(i);
        }
        return new Headers(pairs);
    }

    /** Adds all of them to others, in place of those that have the same names. */
    void replaceIn(HeaderFields.Builder others) {
        for (int i = 0; i < pairs.length; i += 2) {
            others.remove(pairs[i]);
        }
        for (int i = 0; i < pairs.length; i += 2) {
            others.add(pairs[i], pairs[i + 1]);
        }
    }

    /** {@return these headers and one more value} */
    public Headers with(String name, String value) {
        String[] longer = Arrays.copyOf(pairs, pairs.length + 2);
        longer[pairs.length] = key(name);
        longer[pairs.length + 1] = value;
        return new Headers(longer);
    }

    /** {@return the first value of a header} */
    public Optional<String> first(String name) {
        String key = key(name);
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                return Optional.of(pairs[i + 1]);
            }
        }
        return Optional.empty();
    }

    /** {@return all values of a header} */
    public List<String> all(String name) {
        String key = key(name);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(key)) {
                values.add(pairs[i + 1]);
            }
        }
        return Collections.unmodifiableList(values);
    }

    /** {@return names, in lower case and in their order, and values} */
    public Map<String, List<String>> asMap() {
        Map<String, List<String>> byName = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            byName.computeIfAbsent(pairs[i], unused -> new ArrayList<>()).add(pairs[i + 1]);
        }
        byName.replaceAll((name, values) -> List.copyOf(values));
        return Collections.unmodifiableMap(byName);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return asMap().keySet().toString();
    }
}
