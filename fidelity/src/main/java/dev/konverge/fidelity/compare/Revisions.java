package dev.konverge.fidelity.compare;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The resource versions of a transcript. That of an object becomes its rank among those of all objects; that of a collection, which
 * other scenarios move on too, becomes the rank of the latest object it can have seen.
 */
final class Revisions {
    private final TreeSet<Long> ofObjects = new TreeSet<>();

    void collect(Json value) {
        switch (value) {
            case Json.Arr array -> array.items().forEach(this::collect);
            case Json.Obj object -> collectFrom(object);
            default -> {}
        }
    }

    private void collectFrom(Json.Obj object) {
        if (Json.of("BOOKMARK").equals(object.get("type"))) {
            return;
        }
        boolean collection = object.get("kind") instanceof Json.Str kind
                && (kind.value().endsWith("List") || kind.value().equals("Table"));
        if (!collection && object.get("metadata") instanceof Json.Obj metadata) {
            Long revision = number(metadata.get("resourceVersion"));
            if (revision != null) {
                ofObjects.add(revision);
            }
        }
        object.fields().values().forEach(this::collect);
    }

    private static @Nullable Long number(@Nullable Json value) {
        return value instanceof Json.Str text && text.value().matches("[1-9]\\d{0,17}")
                ? Long.valueOf(text.value())
                : null;
    }

    /** {@return the word for a resource version; what is no number, and 0, stay} */
    String word(String text) {
        Long revision = number(Json.of(text));
        return revision == null ? text : rank(revision);
    }

    private String rank(long revision) {
        return "rv#" + ofObjects.headSet(revision, true).size();
    }

    /** {@return what a continue token says; what is none stays} */
    String token(String text) {
        try {
            Json token = Json.parse(Base64.getUrlDecoder().decode(text));
            if (token instanceof Json.Obj fields
                    && fields.get("rv") instanceof Json.Int revision
                    && fields.get("start") instanceof Json.Str start) {
                String rank = revision.value() > 0 ? rank(revision.value()) : Long.toString(revision.value());
                return "continue at " + rank + " from "
                        + new String(start.value().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        } catch (IllegalArgumentException | DecodeException e) {
            // Not a token: left as it is.
        }
        return text;
    }
}
