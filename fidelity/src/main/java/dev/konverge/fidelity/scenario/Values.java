package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Named values, and their use: {@code ${name}} in a text stands for a value, {@code ${name.field}} for a part of it. A text
 * that is nothing else becomes the value itself, whatever its type. An object with the field {@code $with} is the object
 * that this field holds, changed by its other fields as a merge patch changes it; of a list of objects each changes those before it.
 *
 * @param named the values
 */
public record Values(Map<String, Json> named) {
    private static final Pattern USE = Pattern.compile("\\$\\{([A-Za-z][\\w-]*(?:\\.[\\w-]+)*)}");
    private static final String WITH = "$with";

    /** Copies its argument. */
    public Values {
        named = Map.copyOf(named);
    }

    /** {@return these and one more} */
    public Values with(String name, Json value) {
        Map<String, Json> more = new LinkedHashMap<>(named);
        more.put(name, value);
        return new Values(more);
    }

    /** {@return a text with the values it names; what has no value is left as it is} */
    public String in(String text) {
        return USE.matcher(text).replaceAll(use -> {
            Json value = find(use.group(1));
            return Matcher.quoteReplacement(value == null ? use.group() : plain(value));
        });
    }

    /** {@return a document with the values it names; what has no value is left as it is} */
    public Json in(Json tree) {
        return switch (tree) {
            case Json.Str text -> inText(text);
            case Json.Arr array ->
                new Json.Arr(array.items().stream().map(this::in).toList());
            case Json.Obj object -> inObject(object);
            default -> tree;
        };
    }

    private Json inText(Json.Str text) {
        Matcher use = USE.matcher(text.value());
        if (use.matches()) {
            Json value = find(use.group(1));
            return value == null ? text : value;
        }
        return new Json.Str(in(text.value()));
    }

    private Json inObject(Json.Obj object) {
        Map<String, Json> fields = new LinkedHashMap<>();
        object.fields().forEach((name, value) -> fields.put(in(name), in(value)));
        Json changed = fields.remove(WITH);
        if (changed instanceof Json.Obj) {
            return merged(changed, new Json.Obj(fields));
        }
        if (changed instanceof Json.Arr several) {
            Json sum = Json.Obj.EMPTY;
            for (Json change : several.items()) {
                sum = merged(sum, change);
            }
            return merged(sum, new Json.Obj(fields));
        }
        if (changed != null) {
            fields.put(WITH, changed);
        }
        return new Json.Obj(fields);
    }

    private static Json merged(@Nullable Json old, Json change) {
        if (!(change instanceof Json.Obj changes)) {
            return change;
        }
        Map<String, Json> fields = new LinkedHashMap<>(old instanceof Json.Obj object ? object.fields() : Map.of());
        changes.fields().forEach((name, value) -> {
            if (value instanceof Json.Null) {
                fields.remove(name);
            } else {
                fields.put(name, merged(fields.get(name), value));
            }
        });
        return new Json.Obj(fields);
    }

    private @Nullable Json find(String use) {
        int dot = use.indexOf('.');
        Json value = named.get(dot < 0 ? use : use.substring(0, dot));
        return value == null || dot < 0 ? value : at(value, use.substring(dot + 1));
    }

    /** {@return the value at a path such as {@code spec.ports.0.port}, or null if there is none}; {@code $} is the whole */
    public static @Nullable Json at(Json value, String path) {
        if (path.equals("$")) {
            return value;
        }
        Json found = value;
        for (String part : path.split("\\.", -1)) {
            found = switch (found) {
                case Json.Obj object -> object.get(part);
                case Json.Arr array -> element(array, part);
                case null, default -> null;
            };
        }
        return found;
    }

    private static @Nullable Json element(Json.Arr array, String index) {
        List<Json> items = array.items();
        return index.matches("\\d{1,6}") && Integer.parseInt(index) < items.size()
                ? items.get(Integer.parseInt(index))
                : null;
    }

    private static String plain(Json value) {
        return value instanceof Json.Str text ? text.value() : value.toString();
    }

    /** {@return the names that a text uses} */
    static List<String> uses(String text) {
        List<String> names = new ArrayList<>();
        Matcher use = USE.matcher(text);
        while (use.find()) {
            names.add(use.group(1));
        }
        return names;
    }
}
