package dev.konverge.client.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** HTTP headers: names in any case, values in order. Immutable. Prints names only: values may be secrets. */
public final class Headers {
    /** No headers. */
    public static final Headers NONE = new Headers(Map.of());

    private final Map<String, List<String>> byName;

    private Headers(Map<String, List<String>> byName) {
        this.byName = byName;
    }

    /** {@return headers with these names and values} */
    public static Headers of(Map<String, List<String>> headers) {
        Headers all = NONE;
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            for (String value : header.getValue()) {
                all = all.with(header.getKey(), value);
            }
        }
        return all;
    }

    /** {@return these headers and one more value} */
    public Headers with(String name, String value) {
        Map<String, List<String>> copy = new TreeMap<>(byName);
        List<String> values = new ArrayList<>(copy.getOrDefault(key(name), List.of()));
        values.add(value);
        copy.put(key(name), List.copyOf(values));
        return new Headers(copy);
    }

    /** {@return the first value of a header} */
    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    /** {@return all values of a header} */
    public List<String> all(String name) {
        return byName.getOrDefault(key(name), List.of());
    }

    /** {@return names, in lower case, and values} */
    public Map<String, List<String>> asMap() {
        return Map.copyOf(byName);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return byName.keySet().toString();
    }
}
