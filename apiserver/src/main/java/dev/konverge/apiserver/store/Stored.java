package dev.konverge.apiserver.store;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.codec.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One object at one revision. Immutable; what is derived from it is made when first asked for, and kept.
 *
 * <p>Two instances are the same state only if they are the same instance: that is what a write is checked against.
 */
public final class Stored {
    private final String key;
    private final Json.Obj content;
    private final long revision;
    private final @Nullable Object form;

    // Filled by whoever asks first; two that ask at once make the same value twice, and either may stay. What has only
    // final fields can be handed on by a plain field. An array and a map cannot: on some processors other threads would
    // find them before what was put into them.
    private Json.@Nullable Obj object;
    private volatile byte @Nullable [] json;
    private volatile @Nullable Map<String, String> labels;
    private @Nullable Shown shown;

    /** How the object looks to those who read it in another form. */
    private record Shown(Object form, Json.Obj object) {}

    Stored(String key, Json.Obj content, long revision, @Nullable Object form) {
        this.key = key;
        this.content = content;
        this.revision = revision;
        this.form = form;
    }

    /** {@return its place in its collection: {@code namespace/name}, or the name alone} */
    public String key() {
        return key;
    }

    /** {@return the object without its resource version, in the version it is stored in} */
    public Json.Obj content() {
        return content;
    }

    /** {@return the revision that made it so} */
    public long revision() {
        return revision;
    }

    /** {@return the object with its resource version, in the version it is stored in} */
    public Json.Obj object() {
        Json.Obj found = object;
        if (found == null) {
            found = versioned(content, revision);
            object = found;
        }
        return found;
    }

    /** {@return {@link #object()} as compact JSON, not to be written to} */
    public byte[] json() {
        byte[] found = json;
        if (found == null) {
            found = encoded();
            json = found;
        }
        return found;
    }

    /** Writes the tree with the version at its place: most objects are only ever sent, and need no second tree for that. */
    private byte[] encoded() {
        if (!(content.get("metadata") instanceof Json.Obj)) {
            return object().toBytes();
        }
        JsonWriter out = new JsonWriter();
        out.beginObject();
        content.fields().forEach((name, value) -> {
            out.name(name);
            if (name.equals("metadata") && value instanceof Json.Obj metadata) {
                writeVersioned(metadata, out);
            } else {
                Json.CODEC.write(value, out);
            }
        });
        out.endObject();
        return out.toByteArray();
    }

    private void writeVersioned(Json.Obj metadata, JsonWriter out) {
        boolean named = metadata.get("uid") != null;
        out.beginObject();
        metadata.fields().forEach((name, value) -> {
            out.name(name);
            Json.CODEC.write(value, out);
            if (name.equals("uid")) {
                writeVersion(out);
            }
        });
        if (!named) {
            writeVersion(out);
        }
        out.endObject();
    }

    private void writeVersion(JsonWriter out) {
        out.name("resourceVersion");
        out.string(Long.toString(revision));
    }

    /** {@return its labels} */
    public Map<String, String> labels() {
        Map<String, String> found = labels;
        if (found == null) {
            found = Tree.texts(content, "metadata", "labels");
            labels = found;
        }
        return found;
    }

    /** {@return whether it was written in a form}: whoever wrote it said so */
    public boolean isIn(Object otherForm) {
        return otherForm.equals(form);
    }

    /** {@return the object in another form, made by {@code view} and kept for the form that was last asked for} */
    public Json.Obj shown(Object otherForm, Function<Stored, Json.Obj> view) {
        Shown found = shown;
        if (found == null || !found.form.equals(otherForm)) {
            found = new Shown(otherForm, view.apply(this));
            shown = found;
        }
        return found.object;
    }

    /** {@return the same content as of another revision} */
    Stored at(long otherRevision) {
        return new Stored(key, content, otherRevision, form);
    }

    /** {@return the object with a resource version, at its usual place behind the uid} */
    public static Json.Obj versioned(Json.Obj content, long revision) {
        Map<String, Json> metadata = new LinkedHashMap<>();
        Json version = Json.of(Long.toString(revision));
        Tree.object(content, "metadata").fields().forEach((name, value) -> {
            metadata.put(name, value);
            if (name.equals("uid")) {
                metadata.put("resourceVersion", version);
            }
        });
        metadata.put("resourceVersion", version);
        return Tree.with(content, new Json.Obj(metadata), "metadata");
    }
}
