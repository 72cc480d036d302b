package dev.konverge.client;

import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Options of a request that travel in its query. */
public interface QueryOptions {
    /** Hands over every parameter that is set, as name and value; a name may come more than once. */
    void addTo(BiConsumer<String, String> query);

    /** Hands a parameter over unless its value is empty. */
    static void add(BiConsumer<String, String> query, String name, String value) {
        if (!value.isEmpty()) {
            query.accept(name, value);
        }
    }

    /** Hands a time over in whole seconds, rounded up: a limit of half a second must not become none. */
    static void addSeconds(BiConsumer<String, String> query, String name, @Nullable Duration value) {
        if (value != null) {
            query.accept(name, Long.toString(value.plusNanos(999_999_999).toSeconds()));
        }
    }
}
