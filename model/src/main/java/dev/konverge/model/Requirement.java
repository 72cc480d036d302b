package dev.konverge.model;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One condition on the labels of an object; a {@link Selector} is the conjunction of several.
 *
 * <p>Keys and values are checked on construction, which fails with an {@link IllegalArgumentException} that names what
 * is wrong. {@code toString} is the form that the API server reads.
 */
public sealed interface Requirement {
    /** {@return the label it is about} */
    String key();

    /** {@return whether an object with these labels meets it} */
    boolean matches(Map<String, String> labels);

    /** {@return the one value that the label must have, if there is only one} */
    default Optional<String> findExactValue() {
        return Optional.empty();
    }

    /**
     * The label has one certain value: {@code key=value}.
     *
     * @param key the label
     * @param value the value, which may be empty
     */
    record Equals(String key, String value) implements Requirement {
        /** Checks key and value. */
        public Equals {
            check(key, List.of(value));
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            return value.equals(labels.get(key));
        }

        @Override
        public Optional<String> findExactValue() {
            return Optional.of(value);
        }

        @Override
        public String toString() {
            return key + '=' + value;
        }
    }

    /**
     * The label has another value or is absent: {@code key!=value}.
     *
     * @param key the label
     * @param value the value, which may be empty
     */
    record NotEquals(String key, String value) implements Requirement {
        /** Checks key and value. */
        public NotEquals {
            check(key, List.of(value));
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            return !value.equals(labels.get(key));
        }

        @Override
        public String toString() {
            return key + "!=" + value;
        }
    }

    /**
     * The label has one of several values: {@code key in (a,b)}.
     *
     * @param key the label
     * @param values the values, at least one
     */
    record In(String key, SortedSet<String> values) implements Requirement {
        /** Checks key and values, and copies the values. */
        public In {
            values = checkedValues(key, values);
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            String actual = labels.get(key);
            return actual != null && values.contains(actual);
        }

        @Override
        public Optional<String> findExactValue() {
            return values.size() == 1 ? Optional.of(values.first()) : Optional.empty();
        }

        @Override
        public String toString() {
            return key + " in (" + String.join(",", values) + ')';
        }
    }

    /**
     * The label has none of several values or is absent: {@code key notin (a,b)}.
     *
     * @param key the label
     * @param values the values, at least one
     */
    record NotIn(String key, SortedSet<String> values) implements Requirement {
        /** Checks key and values, and copies the values. */
        public NotIn {
            values = checkedValues(key, values);
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            String actual = labels.get(key);
            return actual == null || !values.contains(actual);
        }

        @Override
        public String toString() {
            return key + " notin (" + String.join(",", values) + ')';
        }
    }

    /**
     * The label is present: {@code key}.
     *
     * @param key the label
     */
    record Exists(String key) implements Requirement {
        /** Checks the key. */
        public Exists {
            check(key, List.of());
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            return labels.containsKey(key);
        }

        @Override
        public String toString() {
            return key;
        }
    }

    /**
     * The label is absent: {@code !key}.
     *
     * @param key the label
     */
    record DoesNotExist(String key) implements Requirement {
        /** Checks the key. */
        public DoesNotExist {
            check(key, List.of());
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            return !labels.containsKey(key);
        }

        @Override
        public String toString() {
            return '!' + key;
        }
    }

    /**
     * The label is a whole number above a bound: {@code key>bound}.
     *
     * @param key the label
     * @param bound the bound, not negative because a label's value cannot begin with a sign
     */
    record GreaterThan(String key, long bound) implements Requirement {
        /** Checks key and bound. */
        public GreaterThan {
            check(key, List.of(Long.toString(bound)));
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            OptionalLong actual = findNumber(labels, key);
            return actual.isPresent() && actual.getAsLong() > bound;
        }

        @Override
        public String toString() {
            return key + '>' + bound;
        }
    }

    /**
     * The label is a whole number below a bound: {@code key<bound}.
     *
     * @param key the label
     * @param bound the bound, not negative because a label's value cannot begin with a sign
     */
    record LessThan(String key, long bound) implements Requirement {
        /** Checks key and bound. */
        public LessThan {
            check(key, List.of(Long.toString(bound)));
        }

        @Override
        public boolean matches(Map<String, String> labels) {
            OptionalLong actual = findNumber(labels, key);
            return actual.isPresent() && actual.getAsLong() < bound;
        }

        @Override
        public String toString() {
            return key + '<' + bound;
        }
    }

    private static OptionalLong findNumber(Map<String, String> labels, String key) {
        String actual = labels.get(key);
        if (actual == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(AsciiDecimal.parse(actual));
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty();
        }
    }

    private static SortedSet<String> checkedValues(String key, SortedSet<String> values) {
        check(key, values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("\"in\" and \"notin\" need at least one value for label \"" + key + '"');
        }
        return Collections.unmodifiableSortedSet(new TreeSet<>(values));
    }

    private static void check(String key, Collection<String> values) {
        LabelSyntax.require(key, values);
    }
}
