package dev.konverge.apiserver.apply;

import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The metadata of an object as far as managed fields are concerned. */
final class ObjectMetadata {
    private static final String METADATA = "metadata";
    private static final String MANAGED_FIELDS = "managedFields";

    private ObjectMetadata() {}

    static List<Json> entries(Json.Obj object) {
        return object.get(METADATA) instanceof Json.Obj metadata
                        && metadata.get(MANAGED_FIELDS) instanceof Json.Arr list
                ? list.items()
                : List.of();
    }

    static boolean hasEntries(Json.Obj object) {
        return object.get(METADATA) instanceof Json.Obj metadata && metadata.get(MANAGED_FIELDS) instanceof Json.Arr;
    }

    /** {@return whether the object asks for its managed fields to be cleared: by an empty list, or one of one empty entry} */
    static boolean resetsEntries(Json.Obj object) {
        List<Json> entries = entries(object);
        return hasEntries(object)
                && (entries.isEmpty()
                        || (entries.size() == 1
                                && entries.getFirst() instanceof Json.Obj entry
                                && entry.fields().isEmpty()));
    }

    /** {@return the object with these entries, or without any if there are none} */
    static Json.Obj withEntries(Json.Obj object, List<Json> entries) {
        Json.Obj before = object.get(METADATA) instanceof Json.Obj present ? present : Json.Obj.EMPTY;
        if (entries.isEmpty() && before.get(MANAGED_FIELDS) == null) {
            return object;
        }
        Map<String, Json> metadata = new LinkedHashMap<>(before.fields());
        if (entries.isEmpty()) {
            metadata.remove(MANAGED_FIELDS);
        } else {
            metadata.put(MANAGED_FIELDS, new Json.Arr(entries));
        }
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put(METADATA, new Json.Obj(metadata));
        return new Json.Obj(fields);
    }

    static Json withoutTime(Json entry) {
        if (!(entry instanceof Json.Obj object) || object.get("time") == null) {
            return entry;
        }
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.remove("time");
        return new Json.Obj(fields);
    }

    static String text(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Str text ? text.value() : "";
    }

    /** {@return the object as failures name it, such as {@code ns/name; apps/v1, Kind=Deployment}} */
    static String shown(Json.Obj object) {
        Json.Obj metadata = object.get(METADATA) instanceof Json.Obj present ? present : Json.Obj.EMPTY;
        return text(metadata, "namespace") + "/" + text(metadata, "name") + "; " + shownKind(object);
    }

    static String shownKind(Json.Obj object) {
        String apiVersion = text(object, "apiVersion");
        String version = apiVersion.indexOf('/') < 0 ? "/" + apiVersion : apiVersion;
        return version + ", Kind=" + text(object, "kind");
    }
}
