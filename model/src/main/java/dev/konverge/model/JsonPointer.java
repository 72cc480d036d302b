package dev.konverge.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A place in a JSON document (RFC 6901), written {@code /metadata/labels/app.kubernetes.io~1name}.
 *
 * @param tokens the names and indexes that lead there from the root; none for the root itself
 */
public record JsonPointer(List<String> tokens) {
    /** The whole document. */
    public static final JsonPointer ROOT = new JsonPointer(List.of());

    /** The token for the place behind the last element of a list. */
    static final String BEHIND_LAST = "-";

    /** Copies its argument. */
    public JsonPointer {
        tokens = List.copyOf(tokens);
    }

    /** {@return the place that these names and indexes lead to; they are taken as they are, without escapes} */
    public static JsonPointer of(String... tokens) {
        return new JsonPointer(List.of(tokens));
    }

    /**
     * {@return the place that a text stands for}
     *
     * @throws IllegalArgumentException if the text is neither empty nor begins with a slash, or has a {@code ~} that is
     *     not followed by 0 or 1
     */
    public static JsonPointer parse(String text) {
        if (text.isEmpty()) {
            return ROOT;
        }
        if (text.charAt(0) != '/') {
            throw wrong(text, 0, "expected '/'");
        }
        List<String> tokens = new ArrayList<>();
        StringBuilder token = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '/' -> {
                    tokens.add(token.toString());
                    token.setLength(0);
                }
                case '~' -> {
                    i++;
                    token.append(escaped(text, i));
                }
                default -> token.append(c);
            }
        }
        tokens.add(token.toString());
        return new JsonPointer(tokens);
    }

    private static char escaped(String text, int at) {
        char c = at < text.length() ? text.charAt(at) : ' ';
        return switch (c) {
            case '0' -> '~';
            case '1' -> '/';
            default -> throw wrong(text, at, "expected 0 or 1 behind '~'");
        };
    }

    private static IllegalArgumentException wrong(String text, int position, String reason) {
        return new IllegalArgumentException(
                Excerpt.quoted(text) + " is not a JSON pointer: " + reason + " at position " + position);
    }

    /** {@return the place of a field of the object, or an element of the list, at this place} */
    public JsonPointer child(String token) {
        List<String> longer = new ArrayList<>(tokens);
        longer.add(token);
        return new JsonPointer(longer);
    }

    /** {@return the place of an element of the list at this place} */
    public JsonPointer child(int index) {
        return child(Integer.toString(index));
    }

    /** {@return whether the other place is this one or inside it} */
    public boolean contains(JsonPointer other) {
        return other.tokens.size() >= tokens.size()
                && other.tokens.subList(0, tokens.size()).equals(tokens);
    }

    /** {@return the value at this place of a document, if there is one} */
    public Optional<Json> find(Json document) {
        Json value = document;
        for (String token : tokens) {
            Optional<Json> child = findChild(value, token);
            if (child.isEmpty()) {
                return Optional.empty();
            }
            value = child.get();
        }
        return Optional.of(value);
    }

    static Optional<Json> findChild(Json value, String token) {
        return switch (value) {
            case Json.Obj object -> Optional.ofNullable(object.get(token));
            case Json.Arr array -> {
                OptionalInt index = findIndex(token);
                yield index.isPresent() && index.getAsInt() < array.items().size()
                        ? Optional.of(array.items().get(index.getAsInt()))
                        : Optional.empty();
            }
            case Json.Str ignored -> Optional.empty();
            case Json.Int ignored -> Optional.empty();
            case Json.Dec ignored -> Optional.empty();
            case Json.Bool ignored -> Optional.empty();
            case Json.Null ignored -> Optional.empty();
        };
    }

    /** {@return the index that a token stands for: digits, without leading zeros} */
    static OptionalInt findIndex(String token) {
        if (token.isEmpty() || token.length() > 9 || (token.length() > 1 && token.charAt(0) == '0')) {
            return OptionalInt.empty();
        }
        int index = 0;
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            if (c < '0' || c > '9') {
                return OptionalInt.empty();
            }
            index = index * 10 + (c - '0');
        }
        return OptionalInt.of(index);
    }

    /** {@return the text form; empty for the root} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String token : tokens) {
            text.append('/').append(token.replace("~", "~0").replace("/", "~1"));
        }
        return text.toString();
    }
}
