package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.RawJson;
import dev.konverge.model.Resource;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is wanted of an object, as the fields of the document that is sent. Their values stay as they were written: most documents are only recognised and sent,
 * and a tree of each would be made to be written again.
 */
final class Intent {
    private static final String METADATA = "metadata";
    private static final RawJson NO_METADATA = RawJson.of(Json.Obj.EMPTY);

    private final Map<String, RawJson> fields;

    private Intent(Map<String, RawJson> fields) {
        this.fields = fields;
    }

    static <R extends Resource> Intent of(R desired) {
        return new Intent(fields(Trees.bytes(Trees.typeOf(desired).codec(), desired)));
    }

    private static Map<String, RawJson> fields(byte[] object) {
        return new JsonReader(object).readOrderedMap(RawJson.CODEC);
    }

    /** {@return the same with another value of a field of the metadata} */
    Intent withMetadata(String name, RawJson value) {
        Map<String, RawJson> metadata = new LinkedHashMap<>(fields(metadata().toByteArray()));
        metadata.put(name, value);
        Map<String, RawJson> all = new LinkedHashMap<>(fields);
        byte[] document = document(metadata);
        all.put(METADATA, RawJson.ofChecked(document, 0, document.length));
        return new Intent(all);
    }

    /** {@return the metadata that are wanted} */
    RawJson metadata() {
        return fields.getOrDefault(METADATA, NO_METADATA);
    }

    boolean declaresStatus() {
        return fields.containsKey("status");
    }

    byte[] document() {
        return document(fields);
    }

    private static byte[] document(Map<String, RawJson> fields) {
        JsonWriter out = new JsonWriter();
        out.beginObject();
        for (Map.Entry<String, RawJson> field : fields.entrySet()) {
            out.name(field.getKey());
            out.raw(field.getValue());
        }
        out.endObject();
        return out.toByteArray();
    }
}
