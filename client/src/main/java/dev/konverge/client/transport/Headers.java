package dev.konverge.client.transport;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

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
        Map<String, List<String>> all = new TreeMap<>();
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            all.merge(key(header.getKey()), List.copyOf(header.getValue()), Headers::both);
        }
        return new Headers(all);
    }

    /** {@return these headers and one more value} */
    public Headers with(String name, String value) {
        Map<String, List<String>> copy = new TreeMap<>(byName);
        copy.merge(key(name), List.of(value), Headers::both);
        return new Headers(copy);
    }

    private static List<String> both(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** {@return the first value of a header} */
    public Optional<String> first(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }

    /** {@return all values of a header} */
    public List<String> all(String name) {
        return byName.getOrDefault(key(name), List.of());
    }

    /** {@return names, in lower case, and values} */
    public Map<String, List<String>> asMap() {
        return Collections.unmodifiableMap(byName);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return byName.keySet().toString();
    }
}
