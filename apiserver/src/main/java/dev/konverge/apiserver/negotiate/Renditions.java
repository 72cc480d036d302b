package dev.konverge.apiserver.negotiate;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.StatusBuilder;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Columns;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes of objects what a client wants to see of them: the whole, the metadata, or a table.
 *
 * @param columns the columns of the kind's table
 * @param include what a table's rows carry beside the cells
 */
public record Renditions(Columns columns, IncludeObject include) {
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    /** What a table's rows carry beside the cells. */
    public enum IncludeObject {
        /** The metadata of the object. */
        METADATA,
        /** The object. */
        OBJECT,
        /** Nothing. */
        NONE;

        /**
         * {@return what the query parameter {@code includeObject} says}
         *
         * @param parameter its value, or null
         * @throws StatusException 400 if it says nothing known
         */
        public static IncludeObject of(@Nullable String parameter) {
            return switch (parameter == null ? "" : parameter) {
                case "", "Metadata" -> METADATA;
                case "Object" -> OBJECT;
                case "None" -> NONE;
                default ->
                    throw Failures.badRequest("Unable to convert to Table as requested: "
                            + FieldError.invalid(
                                    "includeObject",
                                    parameter == null ? "" : parameter,
                                    "must be 'Metadata', 'Object', 'None', or empty"));
            };
        }
    }

    /**
     * {@return one object as the client wants to see it} A Status is shown as it is.
     *
     * @param object with kind and apiVersion
     * @throws StatusException 406 if the metadata of a list was asked for
     */
    public Json.Obj object(Json.Obj object, Rendition wanted, Instant now) {
        if (isStatus(object)) {
            return object;
        }
        return switch (wanted) {
            case Rendition.Plain ignored -> object;
            case Rendition.Table table -> table(table.apiVersion(), versionOnly(object), List.of(object), now, true);
            case Rendition.Metadata metadata -> metadata(object, metadata.apiVersion());
            case Rendition.MetadataList ignored -> throw noList(object);
        };
    }

    /**
     * {@return a list as the client wants to see it}
     *
     * @param list with kind, apiVersion, metadata and items; items without kind and apiVersion are of {@code itemKind}
     * @param itemKind the kind of the items
     * @throws StatusException 406 if the metadata of one object was asked for
     */
    public Json.Obj list(Json.Obj list, String itemKind, Rendition wanted, Instant now) {
        List<Json.Obj> items = new ArrayList<>();
        if (list.get("items") instanceof Json.Arr array) {
            for (Json item : array.items()) {
                items.add(withHead((Json.Obj) item, text(list, "apiVersion"), itemKind));
            }
        }
        return switch (wanted) {
            case Rendition.Plain ignored -> list;
            case Rendition.Table table -> table(table.apiVersion(), listMetadata(list), items, now, true);
            case Rendition.MetadataList metadata -> metadataList(list, items, metadata.apiVersion());
            case Rendition.Metadata ignored ->
                throw notAcceptable("you requested PartialObjectMetadata, but the requested object is a list (*"
                        + goName(list) + ")");
        };
    }

    /**
     * {@return the object of an event of a watch as the client wants to see it}
     *
     * @param first whether it is the first of the watch: only that one tells the columns of a table
     * @throws StatusException 406 if the metadata of a list was asked for
     */
    public Json.Obj event(Json.Obj object, Rendition wanted, Instant now, boolean first) {
        if (isStatus(object)) {
            return object;
        }
        return switch (wanted) {
            case Rendition.Plain ignored -> object;
            case Rendition.Table table -> table(table.apiVersion(), versionOnly(object), List.of(object), now, first);
            case Rendition.Metadata metadata -> metadata(object, metadata.apiVersion());
            case Rendition.MetadataList ignored -> throw noList(object);
        };
    }

    private Json.Obj table(
            String apiVersion, Json.Obj metadata, List<Json.Obj> objects, Instant now, boolean withColumns) {
        Map<String, Json> table = new LinkedHashMap<>();
        table.put("kind", Json.of("Table"));
        table.put("apiVersion", Json.of(apiVersion));
        table.put("metadata", metadata);
        table.put("columnDefinitions", withColumns ? columnDefinitions() : Json.Null.INSTANCE);
        List<Json> rows = new ArrayList<>(objects.size());
        for (Json.Obj object : objects) {
            rows.add(row(object, apiVersion, now));
        }
        table.put("rows", new Json.Arr(rows));
        return new Json.Obj(table);
    }

    private Json columnDefinitions() {
        List<Json> definitions = new ArrayList<>();
        for (Columns.Column column : columns.definitions()) {
            Map<String, Json> definition = new LinkedHashMap<>();
            definition.put("name", Json.of(column.name()));
            definition.put("type", Json.of(column.type()));
            definition.put("format", Json.of(column.format()));
            definition.put("description", Json.of(column.description()));
            definition.put("priority", Json.of(column.priority()));
            definitions.add(new Json.Obj(definition));
        }
        return new Json.Arr(definitions);
    }

    private Json row(Json.Obj object, String apiVersion, Instant now) {
        Map<String, Json> row = new LinkedHashMap<>();
        row.put("cells", new Json.Arr(columns.row().cells(object, now)));
        switch (include) {
            case METADATA -> row.put("object", metadata(object, apiVersion));
            case OBJECT -> row.put("object", object);
            case NONE -> row.put("object", Json.Null.INSTANCE);
        }
        return new Json.Obj(row);
    }

    private static Json.Obj metadata(Json.Obj object, String apiVersion) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of("PartialObjectMetadata"));
        fields.put("apiVersion", Json.of(apiVersion));
        fields.put("metadata", plainMetadata(object));
        return new Json.Obj(fields);
    }

    /** What a DaemonSet shows among its annotations is a field of its own, and not shown where only metadata are. */
    private static Json.Obj plainMetadata(Json.Obj object) {
        Json.Obj metadata = objectOf(object.get("metadata"));
        if (!text(object, "kind").equals("DaemonSet")
                || objectOf(metadata.get("annotations")).get(TEMPLATE_GENERATION) == null) {
            return metadata;
        }
        Json.Obj shown = Tree.without(metadata, "annotations", TEMPLATE_GENERATION);
        return objectOf(shown.get("annotations")).fields().isEmpty() ? Tree.without(shown, "annotations") : shown;
    }

    /** Unlike a list of custom resources, these leave out an end that is not there. */
    private static Json.Obj listMetadata(Json.Obj list) {
        Map<String, Json> metadata =
                new LinkedHashMap<>(objectOf(list.get("metadata")).fields());
        metadata.remove("continue", Json.of(""));
        return new Json.Obj(metadata);
    }

    private static Json.Obj metadataList(Json.Obj list, List<Json.Obj> items, String apiVersion) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of("PartialObjectMetadataList"));
        fields.put("apiVersion", Json.of(apiVersion));
        fields.put("metadata", listMetadata(list));
        List<Json> shown = new ArrayList<>(items.size());
        items.forEach(item -> shown.add(metadata(item, apiVersion)));
        // An empty list of these is a slice that was never made.
        fields.put("items", shown.isEmpty() ? Json.Null.INSTANCE : new Json.Arr(shown));
        return new Json.Obj(fields);
    }

    /** A table of one object carries the object's version as if it were that of a list. */
    private static Json.Obj versionOnly(Json.Obj object) {
        Json version = objectOf(object.get("metadata")).get("resourceVersion");
        return version == null ? Json.Obj.EMPTY : new Json.Obj(Map.of("resourceVersion", version));
    }

    private static Json.Obj withHead(Json.Obj item, String apiVersion, String kind) {
        if (item.get("kind") != null) {
            return item;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("kind", Json.of(kind));
        fields.put("apiVersion", Json.of(apiVersion));
        fields.putAll(item.fields());
        return new Json.Obj(fields);
    }

    private static boolean isStatus(Json.Obj object) {
        return text(object, "kind").equals("Status")
                && text(object, "apiVersion").equals("v1");
    }

    private static String goName(Json.Obj object) {
        String apiVersion = text(object, "apiVersion");
        String group = apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "core";
        int dot = group.indexOf('.');
        return (dot < 0 ? group : group.substring(0, dot)) + "." + text(object, "kind");
    }

    private static Json.Obj objectOf(@Nullable Json value) {
        return value instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    }

    private static String text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }

    private static StatusException noList(Json.Obj object) {
        return notAcceptable("you requested PartialObjectMetadataList, but the requested object is not a list (*"
                + goName(object) + ")");
    }

    private static StatusException notAcceptable(String message) {
        return StatusBuilder.failure(406, "NotAcceptable", message).exception();
    }
}
