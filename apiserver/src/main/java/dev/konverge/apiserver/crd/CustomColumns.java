package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.kind.Columns;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The table of a custom resource: its name, and the columns of its definition, or its age if there are none. */
final class CustomColumns {
    private static final Columns.Column NAME =
            new Columns.Column("Name", "string", "name", "The name of the object, unique in its namespace", 0);

    private static final Columns.Column AGE =
            new Columns.Column("Age", "date", "", "How long ago the object was created", 0);

    private CustomColumns() {}

    /** A column and where its cells come from. */
    private record Source(String type, JsonPath path) {
        Json cell(Json.Obj object, Instant now) {
            List<Json> found = path.find(object);
            if (found.isEmpty() || found.getFirst() instanceof Json.Null) {
                return Json.Null.INSTANCE;
            }
            Json value = found.getFirst();
            return switch (type) {
                case "string" -> Json.of(GoFormat.plain(value));
                case "integer" ->
                    value instanceof Json.Dec number ? Json.of((long) number.value()) : only(value, Json.Int.class);
                case "number" -> value instanceof Json.Int ? value : only(value, Json.Dec.class);
                case "boolean" -> only(value, Json.Bool.class);
                case "date" -> value instanceof Json.Str text ? Json.of(age(text.value(), now)) : Json.Null.INSTANCE;
                default -> Json.Null.INSTANCE;
            };
        }

        private static Json only(Json value, Class<? extends Json> type) {
            return type.isInstance(value) ? value : Json.Null.INSTANCE;
        }
    }

    static Columns of(List<Json.Obj> definitions) {
        List<Columns.Column> columns = new ArrayList<>(List.of(NAME));
        List<Source> sources = new ArrayList<>();
        for (Json.Obj definition : definitions) {
            String path = Tree.text(definition, "jsonPath");
            String description = Tree.text(definition, "description");
            columns.add(new Columns.Column(
                    Tree.text(definition, "name"),
                    Tree.text(definition, "type"),
                    Tree.text(definition, "format"),
                    description.isEmpty()
                            ? "Custom resource definition column (in JSONPath format): " + path
                            : description,
                    (int) Tree.number(definition, "priority")));
            sources.add(new Source(Tree.text(definition, "type"), JsonPath.parse(path)));
        }
        if (definitions.isEmpty()) {
            columns.add(AGE);
            sources.add(new Source("date", JsonPath.parse(".metadata.creationTimestamp")));
        }
        return new Columns(columns, (object, now) -> cells(object, now, sources));
    }

    private static List<Json> cells(Json.Obj object, Instant now, List<Source> sources) {
        List<Json> cells = new ArrayList<>(sources.size() + 1);
        cells.add(Json.of(Tree.text(object, "metadata", "name")));
        sources.forEach(source -> cells.add(source.cell(object, now)));
        return cells;
    }

    private static String age(String time, Instant now) {
        try {
            return Ages.shown(Duration.between(OffsetDateTime.parse(time).toInstant(), now));
        } catch (DateTimeException notATime) {
            return "<invalid>";
        }
    }
}
