package dev.konverge.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a few fields of an object that the server knows by name: all of several terms, everything if there is
 * none.
 *
 * <p>The text form is that of {@code kubectl get --field-selector}: {@code status.phase=Running,spec.nodeName!=n1}. In
 * values, {@code \ , =} are preceded by a backslash.
 *
 * @param terms the terms, ordered by their text
 */
public record FieldSelector(List<Term> terms) {
    /** Selects every object. */
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    /** Copies its argument and puts it in order. */
    public FieldSelector {
        terms = terms.stream().sorted(Comparator.comparing(Term::toString)).toList();
    }

    /** One condition on one field; a field that an object does not have counts as empty. */
    public sealed interface Term {
        /** {@return the field's name, such as {@code metadata.name}} */
        String field();

        /** {@return the value it is compared with} */
        String value();

        /** {@return whether a field with this value meets it} */
        boolean matches(String actual);
    }

    /**
     * The field has a certain value: {@code field=value}.
     *
     * @param field the field's name
     * @param value the value
     */
    public record Equals(String field, String value) implements Term {
        /** Checks the name. */
        public Equals {
            checkName(field);
        }

        @Override
        public boolean matches(String actual) {
            return actual.equals(value);
        }

        @Override
        public String toString() {
            return field + '=' + escape(value);
        }
    }

    /**
     * The field has another value: {@code field!=value}.
     *
     * @param field the field's name
     * @param value the value
     */
    public record NotEquals(String field, String value) implements Term {
        /** Checks the name. */
        public NotEquals {
            checkName(field);
        }

        @Override
        public boolean matches(String actual) {
            return !actual.equals(value);
        }

        @Override
        public String toString() {
            return field + "!=" + escape(value);
        }
    }

    /** {@return the selector of objects whose field has a value} */
    public static FieldSelector of(String field, String value) {
        return new FieldSelector(List.of(new Equals(field, value)));
    }

    /** {@return the selector of the one object of that name} */
    public static FieldSelector ofName(String name) {
        return of("metadata.name", name);
    }

    /**
     * {@return the selector that a text stands for} Empty terms are passed over.
     *
     * @throws IllegalArgumentException if the text is not a selector
     */
    public static FieldSelector parse(String text) {
        List<Term> terms = new ArrayList<>();
        for (String part : split(text)) {
            if (!part.isEmpty()) {
                terms.add(term(text, part));
            }
        }
        return new FieldSelector(terms);
    }

    /** {@return the selector of what is selected by this one and by the other} */
    public FieldSelector and(FieldSelector other) {
        return new FieldSelector(
                Stream.concat(terms.stream(), other.terms.stream()).toList());
    }

    /**
     * {@return whether an object is selected}
     *
     * @param fields gives the value of a field by its name, null if the object does not have it
     */
    public boolean matches(Function<String, @Nullable String> fields) {
        for (Term term : terms) {
            String actual = fields.apply(term.field());
            if (!term.matches(actual == null ? "" : actual)) {
                return false;
            }
        }
        return true;
    }

    /** {@return the one value that a field of every selected object has, if this selector says so} */
    public Optional<String> findExactValue(String field) {
        return terms.stream()
                .filter(term -> term instanceof Equals && term.field().equals(field))
                .map(Term::value)
                .findFirst();
    }

    /** {@return whether every object is selected} */
    public boolean isEverything() {
        return terms.isEmpty();
    }

    /** {@return the text that the API server reads as this selector; empty if it selects everything} */
    @Override
    public String toString() {
        return terms.stream().map(Term::toString).collect(Collectors.joining(","));
    }

    /** The parts between commas, in order; a comma behind a backslash belongs to its part. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        Collections.sort(parts);
        return parts;
    }

    private static Term term(String text, String part) {
        int equals = part.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("invalid selector: '" + text + "'; can't understand '" + part + "'");
        }
        if (equals > 0 && part.charAt(equals - 1) == '!') {
            return new NotEquals(part.substring(0, equals - 1), unescape(part.substring(equals + 1)));
        }
        int valueAt = part.startsWith("==", equals) ? equals + 2 : equals + 1;
        return new Equals(part.substring(0, equals), unescape(part.substring(valueAt)));
    }

    private static void checkName(String field) {
        // There is no escape in names, so such a name could not be read back.
        if (field.indexOf(',') >= 0 || field.indexOf('=') >= 0 || field.endsWith("!") || field.indexOf('\\') >= 0) {
            throw new IllegalArgumentException("no field can be named " + Excerpt.quoted(field));
        }
    }

    private static String escape(String value) {
        StringBuilder out = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' || c == ',' || c == '=') {
                out.append('\\');
            }
            out.append(c);
        }
        return out.toString();
    }

    private static String unescape(String value) {
        StringBuilder out = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                i++;
                c = escaped(value, i);
            } else if (c == ',' || c == '=') {
                throw new IllegalArgumentException("invalid field selector: unescaped character in value: " + (int) c);
            }
            out.append(c);
        }
        return out.toString();
    }

    private static char escaped(String value, int at) {
        if (at == value.length()) {
            throw new IllegalArgumentException("invalid field selector: invalid escape sequence: \\");
        }
        char c = value.charAt(at);
        if (c != '\\' && c != ',' && c != '=') {
            throw new IllegalArgumentException("invalid field selector: invalid escape sequence: \\" + c);
        }
        return c;
    }
}
