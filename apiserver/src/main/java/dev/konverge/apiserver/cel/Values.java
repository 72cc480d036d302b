package dev.konverge.apiserver.cel;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values that variables can have. */
public final class Values {
    private Values() {}

    /**
     * {@return a value of an object of which the shape is known}
     *
     * @throws CelFailure if it is not of that shape
     */
    public static Object of(Json value, Shape shape) {
        return shape.value(value);
    }

    /** {@return a value taken as it is written} */
    public static Object of(Json value) {
        return Shape.ANYTHING.value(value);
    }

    /** {@return {@code null} as an expression sees it} */
    public static Object nothing() {
        return Nothing.NULL;
    }

    /**
     * {@return a map whose values are made when they are asked for, each once}
     *
     * @param make makes the value of a key, null if there is none
     */
    public static Object lazily(Function<String, @Nullable Object> make) {
        Map<Object, Object> made = new LinkedHashMap<>();
        return new MapValue() {
            @Override
            public @Nullable Object find(Object key) {
                Object known = made.get(key);
                if (known == null && key instanceof String name) {
                    known = make.apply(name);
                    if (known != null) {
                        made.put(key, known);
                    }
                }
                return known;
            }

            @Override
            public Iterable<Object> keys() {
                return made.keySet();
            }

            @Override
            public int size() {
                return made.size();
            }
        };
    }
}
