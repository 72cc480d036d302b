package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.GoText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request's query. What cannot be decoded is passed over, as Go does.
 *
 * @param values the values of each parameter, in order
 */
public record Query(Map<String, List<String>> values) {
    /** No parameters. */
    public static final Query NONE = new Query(Map.of());

    /** {@return the parameters of a query, still percent-encoded} */
    public static Query parse(String rawQuery) {
        if (rawQuery.isEmpty()) {
            return NONE;
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : rawQuery.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (name != null && value != null && !pair.isEmpty() && pair.indexOf(';') < 0) {
                values.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
            }
        }
        return new Query(values);
    }

    private static @Nullable String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }

    /** {@return the first value of a parameter, or null if it is not there} */
    public @Nullable String first(String name) {
        List<String> found = values.get(name);
        return found == null ? null : found.get(0);
    }

    /** {@return the first value of a parameter, or the empty text} */
    public String text(String name) {
        String found = first(name);
        return found == null ? "" : found;
    }

    /** {@return all values of a parameter} */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** {@return whether a parameter is there} */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** {@return whether a parameter is there and not {@code false} or {@code 0}} */
    public boolean flag(String name) {
        String found = first(name);
        return found != null && !found.equalsIgnoreCase("false") && !found.equals("0");
    }

    /**
     * {@return the whole number that a parameter holds, if it is there}
     *
     * @throws dev.konverge.apiserver.failure.StatusException 400 if it holds something else
     */
    public OptionalLong number(String name) {
        String found = first(name);
        if (found == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(found));
        } catch (NumberFormatException e) {
            boolean digits = found.matches("[+-]?[0-9]+");
            throw Failures.badRequest("strconv.ParseInt: parsing " + GoText.quote(found) + ": "
                    + (digits ? "value out of range" : "invalid syntax"));
        }
    }
}
