package dev.konverge.model.codec;

import dev.konverge.model.Resource;
import java.nio.charset.StandardCharsets;

/** Short texts for log lines and debuggers. */
public final class Describe {
    private Describe() {}

    /** {@return kind, key and version of an object, and nothing of its content} */
    public static String resource(Resource object) {
        String version = object.metadata().resourceVersion();
        String key = object.key().toString();
        return object.resourceType().kind() + " " + (key.isEmpty() ? "(unnamed)" : key)
                + (version == null ? "" : " @" + version);
    }

    /** {@return the name of a type and the JSON form of its value} */
    public static <T> String value(String type, T value, Codec<T> codec) {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        return type + new String(out.toByteArray(), StandardCharsets.UTF_8);
    }
}
