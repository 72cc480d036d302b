package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An object of any kind as an immutable JSON tree: nothing of it is lost, whatever fields it has.
 *
 * <p>Reads and copies take the names of the fields that lead to a place. Lists are not entered; {@link JsonPointer}
 * reads inside them. A copy shares everything but the way to what changed. Equality is that of the trees.
 */
public final class Unstructured implements Resource {
    /** Reads metadata, leaving managed fields behind. */
    private static final Codec<Json> UNMANAGED = new Codec<>() {
        @Override
        public Json read(JsonReader in) {
            return in.peek() == JsonReader.Kind.OBJECT
                    ? new Json.Obj(in.readOrderedMap(Json.CODEC, "managedFields", null))
                    : Json.CODEC.read(in);
        }

        @Override
        public void write(Json value, JsonWriter out) {
            Json.CODEC.write(value, out);
        }
    };

    /** Reads and writes objects of any kind. */
    public static final Codec<Unstructured> CODEC = new Codec<>() {
        @Override
        public Unstructured read(JsonReader in) {
            if (in.peek() != JsonReader.Kind.OBJECT) {
                throw in.fail("expected an object");
            }
            return new Unstructured(
                    in.keepsManagedFields()
                            ? (Json.Obj) Json.CODEC.read(in)
                            : new Json.Obj(in.readOrderedMap(Json.CODEC, "metadata", UNMANAGED)));
        }

        @Override
        public void write(Unstructured value, JsonWriter out) {
            Json.CODEC.write(value.content, out);
        }
    };

    private final Json.Obj content;

    /** Worked out from the content when first asked for. Several threads may do so; all find the same. */
    private @Nullable ObjectMeta metadata;

    private Unstructured(Json.Obj content) {
        this.content = content;
    }

    /** {@return the object with that content} */
    public static Unstructured of(Json.Obj content) {
        return new Unstructured(content);
    }

    /** {@return an object of a kind with a name and nothing else} */
    public static Unstructured of(GroupVersionKind kind, Key key) {
        ObjectMeta.Builder metadata = ObjectMeta.builder().name(key.name());
        if (key.isNamespaced()) {
            metadata.namespace(key.namespace());
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("apiVersion", Json.of(kind.apiVersion()));
        fields.put("kind", Json.of(kind.kind()));
        fields.put("metadata", JsonTrees.toTree(ObjectMeta.CODEC, metadata.build()));
        return new Unstructured(new Json.Obj(fields));
    }

    /** {@return a typed object as a tree} */
    public static <T> Unstructured from(Codec<T> codec, T value) {
        return JsonTrees.fromTree(CODEC, JsonTrees.toTree(codec, value));
    }

    /**
     * {@return this object as a typed one; fields that the type does not know are lost}
     *
     * @throws dev.konverge.model.codec.DecodeException if a field has a value that the type does not allow
     */
    public <T> T as(Codec<T> codec) {
        return JsonTrees.fromTree(codec, content);
    }

    /** {@return the tree} */
    public Json.Obj content() {
        return content;
    }

    /**
     * {@return the metadata, empty if there are none}
     *
     * @throws dev.konverge.model.codec.DecodeException if they are not metadata as the API defines them
     */
    @Override
    public ObjectMeta metadata() {
        ObjectMeta known = metadata;
        if (known == null) {
            Json tree = content.get("metadata");
            known = tree == null || tree instanceof Json.Null
                    ? ObjectMeta.builder().build()
                    : JsonTrees.fromTree(ObjectMeta.CODEC, tree);
            metadata = known;
        }
        return known;
    }

    /** {@return the type with the kind of this object; where such objects are served it does not know} */
    @Override
    public ResourceType<Unstructured> resourceType() {
        return ResourceType.of(GroupVersionKind.of(apiVersion(), kind()), CODEC);
    }

    /** {@return the group and version of the kind, empty if the object does not say} */
    @Override
    public String apiVersion() {
        return content.get("apiVersion") instanceof Json.Str text ? text.value() : "";
    }

    /** {@return the name of the kind, empty if the object does not say} */
    @Override
    public String kind() {
        return content.get("kind") instanceof Json.Str text ? text.value() : "";
    }

    /** {@return the namespace and name, each empty where the object does not say} */
    @Override
    public Key key() {
        return new Key(metadataText("namespace"), metadataText("name"));
    }

    private String metadataText(String field) {
        return content.get("metadata") instanceof Json.Obj fields && fields.get(field) instanceof Json.Str text
                ? text.value()
                : "";
    }

    /** {@return the value at a place, if there is one; a null counts as one} */
    public Optional<Json> find(String... path) {
        Json value = content;
        for (String name : path) {
            Json child = value instanceof Json.Obj object ? object.get(name) : null;
            if (child == null) {
                return Optional.empty();
            }
            value = child;
        }
        return Optional.of(value);
    }

    /** {@return the value at a place, if there is one; a null counts as one} */
    public Optional<Json> find(JsonPointer place) {
        return place.find(content);
    }

    /**
     * {@return the text at a place, if there is one}
     *
     * @throws IllegalStateException if something else is there
     */
    public Optional<String> findString(String... path) {
        return find(path).filter(Unstructured::isPresent).map(value -> {
            if (value instanceof Json.Str text) {
                return text.value();
            }
            throw unexpected("a string", value, path);
        });
    }

    /**
     * {@return the whole number at a place, if there is one}
     *
     * @throws IllegalStateException if something else is there
     */
    public OptionalLong findLong(String... path) {
        return find(path)
                .filter(Unstructured::isPresent)
                .map(value -> {
                    if (value instanceof Json.Int number) {
                        return OptionalLong.of(number.value());
                    }
                    throw unexpected("a whole number", value, path);
                })
                .orElse(OptionalLong.empty());
    }

    /**
     * {@return the boolean at a place, if there is one}
     *
     * @throws IllegalStateException if something else is there
     */
    public Optional<Boolean> findBoolean(String... path) {
        return find(path).filter(Unstructured::isPresent).map(value -> {
            if (value instanceof Json.Bool flag) {
                return flag.value();
            }
            throw unexpected("a boolean", value, path);
        });
    }

    /**
     * {@return the elements of the list at a place; none if there is no list}
     *
     * @throws IllegalStateException if something else is there
     */
    public List<Json> items(String... path) {
        return find(path)
                .filter(Unstructured::isPresent)
                .map(value -> {
                    if (value instanceof Json.Arr list) {
                        return list.items();
                    }
                    throw unexpected("a list", value, path);
                })
                .orElse(List.of());
    }

    private static boolean isPresent(Json value) {
        return !(value instanceof Json.Null);
    }

    private IllegalStateException unexpected(String wanted, Json found, String... path) {
        return new IllegalStateException(
                this + " has " + JsonTrees.nameOf(found) + " at " + String.join(".", path) + ", not " + wanted);
    }

    /** {@return a copy with other metadata} */
    public Unstructured withMetadata(ObjectMeta metadata) {
        return with(JsonTrees.toTree(ObjectMeta.CODEC, metadata), "metadata");
    }

    /**
     * {@return a copy with a value at a place; objects on the way there are made where they are missing}
     *
     * @throws IllegalStateException if something other than an object is on the way
     */
    public Unstructured with(Json value, String... path) {
        return path.length == 0 ? of(asObject(value, path)) : of(with(content, value, 0, path));
    }

    private Json.Obj with(Json.Obj object, Json value, int level, String... path) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        if (level == path.length - 1) {
            fields.put(path[level], value);
        } else {
            Json child = fields.getOrDefault(path[level], Json.Obj.EMPTY);
            fields.put(path[level], with(asObject(child, path), value, level + 1, path));
        }
        return new Json.Obj(fields);
    }

    private Json.Obj asObject(Json value, String... path) {
        if (value instanceof Json.Obj object) {
            return object;
        }
        throw unexpected("an object on the way", value, path);
    }

    /** {@return a copy without the value at a place; this object if there is none} */
    public Unstructured without(String... path) {
        if (path.length == 0 || find(path).isEmpty()) {
            return this;
        }
        return of(without(content, 0, path));
    }

    private static Json.Obj without(Json.Obj object, int level, String... path) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        if (level == path.length - 1) {
            fields.remove(path[level]);
        } else if (fields.get(path[level]) instanceof Json.Obj child) {
            fields.put(path[level], without(child, level + 1, path));
        }
        return new Json.Obj(fields);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Unstructured other && content.equals(other.content);
    }

    @Override
    public int hashCode() {
        return content.hashCode();
    }

    /** {@return kind, key and version; it never fails, whatever the content} */
    @Override
    public String toString() {
        String namespace = metadataText("namespace");
        String version = metadataText("resourceVersion");
        return kind()
                + ' '
                + (namespace.isEmpty() ? "" : namespace + '/')
                + metadataText("name")
                + (version.isEmpty() ? "" : " @" + version);
    }
}
