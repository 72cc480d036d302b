package dev.konverge.apiserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The header fields of a request or a response, in order. Names are compared without regard to case. Immutable.
 *
 * @param fields the fields
 */
public record Headers(List<Field> fields) {
    /** No fields. */
    public static final Headers NONE = new Headers(List.of());

    /**
     * One field.
     *
     * @param name its name
     * @param value its value
     */
    public record Field(String name, String value) {}

    /** Copies its argument. */
    public Headers {
        fields = List.copyOf(fields);
    }

    /** {@return the fields given as name, value, name, value…} */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("a header without a value: " + List.of(namesAndValues));
        }
        List<Field> fields = new ArrayList<>(namesAndValues.length / 2);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(new Field(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new Headers(fields);
    }

    /** {@return the first value of a field, if there is one} */
    public Optional<String> find(String name) {
        for (Field field : fields) {
            if (field.name.equalsIgnoreCase(name)) {
                return Optional.of(field.value);
            }
        }
        return Optional.empty();
    }

    /** {@return all values of a field, in order} */
    public List<String> all(String name) {
        return fields.stream()
                .filter(field -> field.name.equalsIgnoreCase(name))
                .map(Field::value)
                .toList();
    }

    /** {@return these and one more field} */
    public Headers with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Headers(more);
    }

    /** {@return these with all fields of a name replaced by one} */
    public Headers replacing(String name, String value) {
        List<Field> others = new ArrayList<>(fields);
        others.removeIf(field -> field.name.equalsIgnoreCase(name));
        others.add(new Field(name, value));
        return new Headers(others);
    }
}
