package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.UnknownFields;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Drops the fields of a custom resource that its schema does not know. */
final class Pruning {
    private static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

    private final Struct objectMeta;
    private final List<String> found = new ArrayList<>();

    private Pruning(Struct objectMeta) {
        this.objectMeta = objectMeta;
    }

    /** {@return the object without what its schema does not know, and the paths of that, sorted} */
    static UnknownFields.Dropped prune(Json.Obj object, SchemaNode schema, Struct objectMeta) {
        Pruning run = new Pruning(objectMeta);
        Json pruned = run.object(object, schema, true, schema.preservesUnknown(), "");
        return new UnknownFields.Dropped(
                (Json.Obj) pruned, run.found.stream().sorted().toList());
    }

    /** A schema that is null knows nothing. */
    private Json value(Json value, @Nullable SchemaNode schema, String path) {
        boolean keep = schema != null && schema.preservesUnknown();
        if (value instanceof Json.Obj object) {
            return object(object, schema, schema != null && schema.embeddedResource(), keep, path);
        }
        return value instanceof Json.Arr array ? array(array, schema, keep, path) : value;
    }

    private Json object(Json.Obj object, @Nullable SchemaNode schema, boolean resource, boolean keep, String path) {
        Map<String, Json> kept = null;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            String name = entry.getKey();
            String place = path.isEmpty() ? name : path + '.' + name;
            Json after = resource && OBJECT_FIELDS.contains(name)
                    ? objectField(name, entry.getValue(), place)
                    : field(name, entry.getValue(), schema, keep, place);
            if (!Identity.same(after, entry.getValue())) {
                kept = kept == null ? new LinkedHashMap<>(object.fields()) : kept;
                if (after == null) {
                    kept.remove(name);
                } else {
                    kept.put(name, after);
                }
            }
        }
        return kept == null ? object : new Json.Obj(kept);
    }

    private Json objectField(String name, Json value, String place) {
        if (!name.equals("metadata") || !(value instanceof Json.Obj metadata)) {
            return value;
        }
        UnknownFields.Dropped dropped = UnknownFields.drop(metadata, objectMeta);
        dropped.unknown().forEach(unknown -> found.add(place + '.' + unknown));
        return withoutEmpty(dropped.object());
    }

    /** Lists and maps of metadata with nothing in them are as good as absent, but that no managed fields means to forget them. */
    private static Json.Obj withoutEmpty(Json.Obj metadata) {
        Map<String, Json> kept = null;
        for (Map.Entry<String, Json> entry : metadata.fields().entrySet()) {
            boolean empty = switch (entry.getValue()) {
                case Json.Obj object -> object.fields().isEmpty();
                case Json.Arr array -> array.items().isEmpty();
                default -> false;
            };
            if (empty && !entry.getKey().equals("managedFields")) {
                kept = kept == null ? new LinkedHashMap<>(metadata.fields()) : kept;
                kept.remove(entry.getKey());
            }
        }
        return kept == null ? metadata : new Json.Obj(kept);
    }

    private @Nullable Json field(String name, Json value, @Nullable SchemaNode schema, boolean keep, String place) {
        SchemaNode property = schema == null ? null : schema.properties().get(name);
        if (property != null) {
            return value(value, property, place);
        }
        if (schema != null && schema.entries() != SchemaNode.Entries.UNSTATED) {
            return value(value, schema.entry(), place);
        }
        if (keep) {
            return value;
        }
        found.add(place);
        return null;
    }

    private Json array(Json.Arr array, @Nullable SchemaNode schema, boolean keep, String path) {
        SchemaNode items = schema == null ? null : schema.items();
        if (keep && items == null) {
            return array;
        }
        List<Json> kept = null;
        for (int i = 0; i < array.items().size(); i++) {
            Json item = array.items().get(i);
            Json after = value(item, items, path + '[' + i + ']');
            if (!Identity.same(after, item)) {
                kept = kept == null ? new ArrayList<>(array.items()) : kept;
                kept.set(i, after);
            }
        }
        return kept == null ? array : new Json.Arr(kept);
    }
}
