package dev.konverge.codegen.crd;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A place in a document: what stands there, and how to name it in a message.
 *
 * @param where the document and the path in it
 * @param value what the parser made of it: a map, a list, a scalar or null
 */
record Tree(String where, @Nullable Object value) {
    /** {@return what stands at a name, if this is an object and has something there} */
    Optional<Tree> find(String name) {
        return value instanceof Map<?, ?> map && map.get(name) != null
                ? Optional.of(new Tree(where + "." + name, map.get(name)))
                : Optional.empty();
    }

    /** {@return what stands at a name, or something empty} */
    Tree at(String name) {
        return find(name).orElseGet(() -> new Tree(where + "." + name, Map.of()));
    }

    boolean isObject() {
        return value instanceof Map<?, ?>;
    }

    /** {@return the members of an object in alphabetical order: schemas state none} */
    Map<String, Tree> members() {
        Map<String, Tree> members = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> members.put(
                    String.valueOf(name), new Tree(where + "." + name, Objects.requireNonNullElse(member, Map.of()))));
        }
        return members;
    }

    /** {@return the elements at a name; none if there is no list} */
    List<Tree> list(String name) {
        return find(name)
                .filter(tree -> tree.value() instanceof List<?>)
                .map(tree -> elements(tree.where(), (List<?>) Objects.requireNonNull(tree.value())))
                .orElse(List.of());
    }

    private static List<Tree> elements(String where, List<?> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> new Tree(where + "[" + i + "]", values.get(i)))
                .toList();
    }

    /** {@return the text at a name, empty if there is none} */
    String text(String name) {
        return find(name).map(Tree::text).orElse("");
    }

    /** {@return the text here} */
    String text() {
        return value instanceof Map<?, ?> || value instanceof List<?> ? "" : String.valueOf(value);
    }

    /**
     * {@return the text at a name}
     *
     * @throws CrdException if there is none
     */
    String required(String name) {
        String text = text(name);
        if (text.isEmpty()) {
            throw problem("has no " + name);
        }
        return text;
    }

    /**
     * {@return the text at a name}
     *
     * @throws CrdException if there is none, or one of another form
     */
    String required(String name, Pattern form) {
        String text = required(name);
        if (!form.matcher(text).matches()) {
            throw problem("has the " + name + " \"" + text + "\", which no server would take");
        }
        return text;
    }

    List<String> texts(String name) {
        return list(name).stream().map(Tree::text).toList();
    }

    boolean isTrue(String name) {
        return find(name).filter(tree -> Boolean.TRUE.equals(tree.value())).isPresent();
    }

    CrdException problem(String what) {
        return new CrdException(where + " " + what);
    }
}
