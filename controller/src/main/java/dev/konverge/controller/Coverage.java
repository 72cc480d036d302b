package dev.konverge.controller;

import dev.konverge.model.Json;
import java.util.List;
import java.util.Map;

/** Whether an object already is what a partial object wants it to be. */
final class Coverage {
    private Coverage() {}

    /**
     * {@return whether all that is wanted is there} The server may have added fields; elements of lists must be as many and in
     * the same order. A false "no" costs a request, a false "yes" would lose a change, so values that are written differently
     * count as different.
     */
    static boolean covers(Json there, Json wanted) {
        return switch (wanted) {
            case Json.Obj object -> there instanceof Json.Obj other && covers(other, object.fields());
            case Json.Arr list -> there instanceof Json.Arr other && covers(other.items(), list.items());
            case Json.Str text -> text.equals(there);
            case Json.Int number -> number.equals(there);
            case Json.Dec number -> number.equals(there);
            case Json.Bool value -> value.equals(there);
            case Json.Null nothing -> nothing.equals(there);
        };
    }

    private static boolean covers(Json.Obj there, Map<String, Json> wanted) {
        for (Map.Entry<String, Json> field : wanted.entrySet()) {
            Json value = there.get(field.getKey());
            if (value == null || !covers(value, field.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean covers(List<Json> there, List<Json> wanted) {
        if (there.size() != wanted.size()) {
            return false;
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (!covers(there.get(i), wanted.get(i))) {
                return false;
            }
        }
        return true;
    }
}
