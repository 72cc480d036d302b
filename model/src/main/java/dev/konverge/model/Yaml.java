package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.DecodeException;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.Limits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reading and writing of YAML, for any resource and any number of documents.
 *
 * <p>What is read is what kubectl reads: YAML of the kind that Kubernetes takes, which is mostly 1.1. A plain
 * {@code yes}, {@code on} or {@code y} is a boolean, {@code 0755} is octal, dates stay strings, keys that are numbers or
 * booleans become strings, {@code <<} merges. It is stricter in three things: a key that is there twice, a tag that
 * Kubernetes does not know and input beyond the limits (depth, size, also after aliases are unfolded) are errors.
 *
 * <p>What is written is read back as the same values, by this class, by kubectl, and by readers of YAML 1.1 and 1.2.
 *
 * <p>Everything that can be wrong with a text is a {@link YamlException}, with document, line and column.
 */
public final class Yaml {
    private Yaml() {}

    /**
     * {@return the one document of a text}
     *
     * @throws YamlException if the text is not YAML, or has no or several documents
     */
    public static Json parse(String text) {
        List<Json> documents = parseAll(text);
        requireOne(documents.size());
        return documents.getFirst();
    }

    /**
     * {@return the documents of a text; those without content are left out}
     *
     * @throws YamlException if the text is not YAML
     */
    public static List<Json> parseAll(String text) {
        return parseAll(text, Limits.STANDARD);
    }

    /**
     * {@return the documents of a text; those without content are left out}
     *
     * @throws YamlException if the text is not YAML, or beyond the limits
     */
    public static List<Json> parseAll(String text, Limits limits) {
        return YamlReader.documents(text, limits).stream()
                .filter(document -> !(document instanceof Json.Null))
                .toList();
    }

    /**
     * {@return the first document of a text, read as a server reads the body of a request}
     *
     * @throws YamlException if it is not YAML
     */
    public static YamlDocument parseFirst(String text) {
        return YamlReader.first(text, Limits.STANDARD);
    }

    /**
     * {@return the one object of a text}
     *
     * @throws YamlException if the text is not YAML, does not describe such an object, or has no or several documents
     */
    public static <T> T read(String text, Codec<T> codec) {
        List<T> objects = readAll(text, codec);
        requireOne(objects.size());
        return objects.getFirst();
    }

    /**
     * {@return the objects of a text; documents without content are left out} For documents of different kinds, use
     * {@link Unstructured#CODEC}.
     *
     * @throws YamlException if the text is not YAML, or a document does not describe such an object
     */
    public static <T> List<T> readAll(String text, Codec<T> codec) {
        List<T> objects = new ArrayList<>();
        int document = 0;
        for (Json tree : YamlReader.documents(text, Limits.STANDARD)) {
            document++;
            if (!(tree instanceof Json.Null)) {
                objects.add(read(text, document, tree, codec));
            }
        }
        return objects;
    }

    private static <T> T read(String text, int document, Json tree, Codec<T> codec) {
        try {
            return codec.read(new JsonReader(tree.toBytes()));
        } catch (DecodeException wrong) {
            YamlReader.Place place = locate(YamlReader.places(text, Limits.STANDARD, document), wrong.path());
            throw new YamlException(wrong.reason() + " at " + wrong.path(), document, place.line(), place.column());
        }
    }

    /** The place of a path, or of the nearest value around it: a merged value has no place of its own. */
    private static YamlReader.Place locate(Map<String, YamlReader.Place> places, String path) {
        String known = path;
        while (!known.isEmpty()) {
            YamlReader.Place place = places.get(known);
            if (place != null) {
                return place;
            }
            known = known.substring(0, Math.max(0, Math.max(known.lastIndexOf('.'), known.lastIndexOf('['))));
        }
        return new YamlReader.Place(1, 1);
    }

    private static void requireOne(int count) {
        if (count != 1) {
            throw new YamlException("expected one document but found " + (count == 0 ? "none" : count), 1, 1, 1);
        }
    }

    /** {@return a value as YAML, its fields in the order they have} */
    public static String write(Json value) {
        return YamlWriter.write(List.of(value));
    }

    /** {@return an object as YAML, its fields in the order of the API} */
    public static String write(Resource object) {
        return YamlWriter.write(List.of(tree(object.resourceType(), object)));
    }

    /** {@return several objects as YAML, one document each} */
    public static String writeAll(List<? extends Resource> objects) {
        return YamlWriter.write(objects.stream()
                .map(object -> tree(object.resourceType(), object))
                .toList());
    }

    // An object's own type is the type of that object; there is no way to say so in Java.
    @SuppressWarnings("unchecked")
    private static <T extends Resource> Json tree(ResourceType<T> type, Resource object) {
        return apiVersionFirst(JsonTrees.toTree(type.codec(), (T) object));
    }

    /** Where JSON begins with the kind, people write the version above it. */
    private static Json apiVersionFirst(Json tree) {
        if (!(tree instanceof Json.Obj object) || object.get("apiVersion") == null) {
            return tree;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("apiVersion", object.fields().get("apiVersion"));
        fields.putAll(object.fields());
        return new Json.Obj(fields);
    }
}
