package dev.konverge.controller;

import dev.konverge.model.Json;
import java.util.Map;

/** Whether an object already is what a partial object wants it to be. */
final class Coverage {
    private Coverage() {}

    /**
     * {@return whether all that is wanted is there} Others may have added fields, at any depth; so it is meant for what is merged
     * field by field when it is applied, as metadata is, and not for what is replaced as a whole. Lists must be equal. A false
     * "no" costs a request, a false "yes" would lose a change, so values that are written differently count as different.
     */
    static boolean covers(Json there, Json wanted) {
        return wanted instanceof Json.Obj object
                ? there instanceof Json.Obj other && covers(other, object.fields())
                : wanted.equals(there);
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
}
