package dev.konverge.client.config;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object of a document, read field by field; what is absent or null is empty. Knows its path, for messages. */
record Fields(Json.Obj object, String path) {
    static Fields root(Json document) {
        return of(document, "$");
    }

    private static Fields of(Json value, String path) {
        return switch (value) {
            case Json.Obj object -> new Fields(object, path);
            case Json.Null none -> new Fields(Json.Obj.EMPTY, path);
            default -> throw wrong("expected an object", path);
        };
    }

    static DecodeException wrong(String reason, String path) {
        return new DecodeException(reason, path, 0);
    }

    private Json value(String name) {
        Json value = object.get(name);
        return value == null ? Json.Null.INSTANCE : value;
    }

    @Nullable
    Json raw(String name) {
        return object.get(name);
    }

    String at(String name) {
        return path + "." + name;
    }

    boolean has(String name) {
        return !(value(name) instanceof Json.Null);
    }

    String text(String name) {
        return text(value(name), at(name));
    }

    private static String text(Json value, String path) {
        return switch (value) {
            case Json.Str text -> text.value();
            case Json.Null none -> "";
            default -> throw wrong("expected a text; put it in quotes", path);
        };
    }

    boolean flag(String name) {
        return switch (value(name)) {
            case Json.Bool flag -> flag.value();
            case Json.Null none -> false;
            default -> throw wrong("expected true or false", at(name));
        };
    }

    Fields child(String name) {
        return of(value(name), at(name));
    }

    List<Fields> children(String name) {
        List<Fields> all = new ArrayList<>();
        List<Json> items = items(value(name), at(name));
        for (int i = 0; i < items.size(); i++) {
            all.add(of(items.get(i), at(name) + "[" + i + "]"));
        }
        return all;
    }

    List<String> texts(String name) {
        return texts(value(name), at(name));
    }

    Map<String, List<String>> textLists(String name) {
        Fields lists = child(name);
        Map<String, List<String>> all = new LinkedHashMap<>();
        lists.object.fields().forEach((key, value) -> all.put(key, texts(value, lists.at(key))));
        return all;
    }

    private static List<String> texts(Json value, String path) {
        List<String> all = new ArrayList<>();
        List<Json> items = items(value, path);
        for (int i = 0; i < items.size(); i++) {
            all.add(text(items.get(i), path + "[" + i + "]"));
        }
        return all;
    }

    private static List<Json> items(Json value, String path) {
        return switch (value) {
            case Json.Arr list -> list.items();
            case Json.Null none -> List.of();
            default -> throw wrong("expected a list", path);
        };
    }
}
