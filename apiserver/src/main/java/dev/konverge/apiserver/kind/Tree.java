package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and copies object trees by path.
 *
 * <p>Reading is tolerant: what is absent, null or of another type reads as the empty value of the type asked for, which is how
 * Kubernetes' own types see it. Copying shares every part that does not change.
 */
public final class Tree {
    private Tree() {}

    /** {@return the value at a path, or null if there is none or it is the JSON null} */
    public static @Nullable Json at(Json.Obj object, String... path) {
        Json value = object;
        for (String name : path) {
            if (!(value instanceof Json.Obj parent)) {
                return null;
            }
            value = parent.get(name);
        }
        return value instanceof Json.Null ? null : value;
    }

    /** {@return whether there is a value at a path} */
    public static boolean has(Json.Obj object, String... path) {
        return at(object, path) != null;
    }

    /** {@return the text at a path, or the empty one} */
    public static String text(Json.Obj object, String... path) {
        return at(object, path) instanceof Json.Str text ? text.value() : "";
    }

    /** {@return the whole number at a path, or 0} */
    public static long number(Json.Obj object, String... path) {
        return numberOr(0, object, path);
    }

    /** {@return the whole number at a path, or another if there is none} */
    public static long numberOr(long absent, Json.Obj object, String... path) {
        return at(object, path) instanceof Json.Int number ? number.value() : absent;
    }

    /** {@return the boolean at a path, or false} */
    public static boolean flag(Json.Obj object, String... path) {
        return at(object, path) instanceof Json.Bool flag && flag.value();
    }

    /** {@return the object at a path, or the empty one} */
    public static Json.Obj object(Json.Obj object, String... path) {
        return at(object, path) instanceof Json.Obj found ? found : Json.Obj.EMPTY;
    }

    /** {@return the elements of the list at a path, or none} */
    public static List<Json> list(Json.Obj object, String... path) {
        return at(object, path) instanceof Json.Arr found ? found.items() : List.of();
    }

    /** {@return the objects among the elements of the list at a path} */
    public static List<Json.Obj> objects(Json.Obj object, String... path) {
        List<Json> items = list(object, path);
        if (items.isEmpty()) {
            return List.of();
        }
        List<Json.Obj> objects = new ArrayList<>(items.size());
        for (Json item : items) {
            objects.add(item instanceof Json.Obj found ? found : Json.Obj.EMPTY);
        }
        return objects;
    }

    /** {@return the texts among the elements of the list at a path} */
    public static List<String> strings(Json.Obj object, String... path) {
        List<Json> items = list(object, path);
        if (items.isEmpty()) {
            return List.of();
        }
        List<String> strings = new ArrayList<>(items.size());
        for (Json item : items) {
            if (item instanceof Json.Str text) {
                strings.add(text.value());
            }
        }
        return strings;
    }

    /** {@return the texts of the map at a path} */
    public static Map<String, String> texts(Json.Obj object, String... path) {
        Json.Obj found = object(object, path);
        if (found.fields().isEmpty()) {
            return Map.of();
        }
        Map<String, String> texts =
                LinkedHashMap.newLinkedHashMap(found.fields().size());
        found.fields().forEach((key, value) -> {
            if (value instanceof Json.Str text) {
                texts.put(key, text.value());
            }
        });
        return texts;
    }

    /** {@return the object with the value at a path replaced}; the objects on the way are made if need be; null removes it. */
    public static Json.Obj with(Json.Obj object, @Nullable Json value, String... path) {
        String name = path[0];
        Json before = object.get(name);
        Json after;
        if (path.length == 1) {
            after = value;
        } else {
            String[] rest = Arrays.copyOfRange(path, 1, path.length);
            if (value == null && !has(object, path)) {
                return object;
            }
            after = with(before instanceof Json.Obj child ? child : Json.Obj.EMPTY, value, rest);
        }
        return replaced(object, name, before, after);
    }

    /** {@return the object without the value at a path} */
    public static Json.Obj without(Json.Obj object, String... path) {
        return with(object, null, path);
    }

    /** {@return {@code object} with what {@code source} has at a path, or without it if that has none} */
    public static Json.Obj withFrom(Json.Obj object, Json.Obj source, String... path) {
        return with(object, at(source, path), path);
    }

    /** {@return the object of these fields, given as name, value, name, value and so on} */
    public static Json.Obj of(Object... pairs) {
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(pairs.length / 2);
        for (int i = 0; i < pairs.length; i += 2) {
            fields.put((String) pairs[i], json(pairs[i + 1]));
        }
        return new Json.Obj(fields);
    }

    /** {@return a list of these texts} */
    public static Json.Arr arr(List<String> texts) {
        return new Json.Arr(texts.stream().map(Json::of).toList());
    }

    /** {@return whether two values are one}: that of a copy that turned out not to be needed, without looking inside. */
    @SuppressWarnings("ReferenceEquality") // equality would look at the whole tree, and a false "no" costs only a copy
    static boolean isSame(@Nullable Json left, @Nullable Json right) {
        return left == right;
    }

    private static Json json(Object value) {
        return switch (value) {
            case Json json -> json;
            case String text -> Json.of(text);
            case Boolean flag -> Json.of((boolean) flag);
            case Integer number -> Json.of((long) number);
            case Long number -> Json.of((long) number);
            case List<?> items -> new Json.Arr(items.stream().map(Tree::json).toList());
            default -> throw new IllegalArgumentException("no JSON form for " + value.getClass());
        };
    }

    private static Json.Obj replaced(Json.Obj object, String name, @Nullable Json before, @Nullable Json after) {
        if (isSame(before, after) || (before != null && before.equals(after))) {
            return object;
        }
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        if (after == null) {
            fields.remove(name);
        } else {
            fields.put(name, after);
        }
        return new Json.Obj(fields);
    }
}
