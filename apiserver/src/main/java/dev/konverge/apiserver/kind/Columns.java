package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.time.Instant;
import java.util.List;

/**
 * The table of a kind: what {@code kubectl get} shows of it.
 *
 * @param definitions the columns, in order
 * @param row what makes the cells of one object
 */
public record Columns(List<Column> definitions, Row row) {
    /**
     * One column.
     *
     * @param name what stands above it
     * @param type the OpenAPI type of its cells
     * @param format the OpenAPI format, such as {@code name} for the first column; empty if there is none
     * @param description what it means
     * @param priority 0 if it is always shown, more if only on request ({@code -o wide})
     */
    public record Column(String name, String type, String format, String description, int priority) {}

    /** What makes the cells of one object. */
    @FunctionalInterface
    public interface Row {
        /**
         * {@return the cells of an object, as many as there are columns}
         *
         * @param object the object
         * @param now the time by which ages are counted
         */
        List<Json> cells(Json.Obj object, Instant now);
    }

    /** Copies its arguments. */
    public Columns {
        definitions = List.copyOf(definitions);
    }
}
