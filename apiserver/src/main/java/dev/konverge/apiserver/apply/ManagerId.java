package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What tells one entry of the managed fields from another.
 *
 * @param name the manager's name
 * @param operation what it did
 * @param apiVersion the version it wrote, empty for one that applies: it stays the same manager in all versions
 * @param subresource the subresource it wrote to, or empty
 */
record ManagerId(String name, Operation operation, String apiVersion, String subresource) {
    /** How a manager came to own fields. */
    enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String text;

        Operation(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static ManagerId applier(String name, String subresource) {
        return new ManagerId(name, Operation.APPLY, "", subresource);
    }

    static ManagerId updater(String name, String apiVersion, String subresource) {
        return new ManagerId(name, Operation.UPDATE, apiVersion, subresource);
    }

    /** {@return the text by which Kubernetes sorts managers} */
    String sortKey() {
        Map<String, Json> fields = new LinkedHashMap<>();
        put(fields, "manager", name);
        put(fields, "operation", operation.text());
        put(fields, "apiVersion", apiVersion);
        put(fields, "subresource", subresource);
        return new Json.Obj(fields).toString();
    }

    private static void put(Map<String, Json> fields, String field, String value) {
        if (!value.isEmpty()) {
            fields.put(field, Json.of(value));
        }
    }

    /** {@return what a conflict calls the manager} */
    String shown() {
        String shown = GoText.quote(name);
        if (!subresource.isEmpty()) {
            shown += " with subresource " + GoText.quote(subresource);
        }
        return operation == Operation.UPDATE ? shown + " using " + apiVersion : shown;
    }
}
