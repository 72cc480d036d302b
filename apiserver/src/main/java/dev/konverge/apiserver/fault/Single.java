package dev.konverge.apiserver.fault;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** An item of a list, made an object of its own again. */
final class Single {
    private Single() {}

    /** Items of built-in lists leave out what the list says. */
    static Json.Obj of(Json.Obj list, Json.Obj item) {
        if (item.get("kind") != null) {
            return item;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        if (list.get("kind") instanceof Json.Str kind) {
            String name = kind.value();
            fields.put("kind", Json.of(name.endsWith("List") ? name.substring(0, name.length() - 4) : name));
        }
        if (list.get("apiVersion") instanceof Json.Str version) {
            fields.put("apiVersion", version);
        }
        fields.putAll(item.fields());
        return new Json.Obj(fields);
    }
}
