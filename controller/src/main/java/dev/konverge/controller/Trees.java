package dev.konverge.controller;

import dev.konverge.model.FieldSelector;
import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.FieldNames;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects of any type as trees, for what is done to all of them alike. */
final class Trees {
    private static final FieldNames STATUS = FieldNames.of("status");

    private Trees() {}

    static <T> Json.Obj of(Codec<T> codec, T value) {
        return (Json.Obj) Json.from(codec, value);
    }

    static <T> byte[] bytes(Codec<T> codec, T value) {
        JsonWriter out = new JsonWriter();
        codec.write(value, out);
        return out.toByteArray();
    }

    /** {@return an object with the status of another alone; without fields if it has none} The rest may be large, and is passed over. */
    static <T> Json.Obj status(Codec<T> codec, T value) {
        Json.Obj found = Json.Obj.EMPTY;
        JsonReader in = new JsonReader(bytes(codec, value));
        if (in.beginObject(0)) {
            for (int f = in.firstField(STATUS); f != FieldNames.END; f = in.nextField(STATUS)) {
                if (f == 0) {
                    found = with(Json.Obj.EMPTY, "status", Json.CODEC.read(in));
                } else {
                    in.skipValue();
                }
            }
        }
        return found;
    }

    static <R extends Resource> Json.Obj of(R object) {
        return of(typeOf(object).codec(), object);
    }

    /** {@return a copy with another value of a field} */
    static Json.Obj with(Json.Obj object, String field, Json value) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put(field, value);
        return new Json.Obj(fields);
    }

    static Json.Obj objectIn(Json.Obj object, String field) {
        return object.get(field) instanceof Json.Obj inner ? inner : Json.Obj.EMPTY;
    }

    /** {@return an object of one type as that of another of the same kind} */
    @SuppressWarnings("unchecked") // The same codec makes objects of the same type.
    static <R extends Resource, S extends Resource> R as(ResourceType<R> wanted, ResourceType<S> type, S object) {
        return wanted.codec().equals(type.codec())
                ? (R) object
                : of(type.codec(), object).as(wanted.codec());
    }

    /** {@return whether an object has the fields that a selector names, by their paths} */
    static <R extends Resource> boolean hasFields(R object, FieldSelector fields) {
        Json.Obj tree = of(typeOf(object).codec(), object);
        return fields.matches(path -> textAt(tree, path));
    }

    private static @Nullable String textAt(Json.Obj tree, String path) {
        Json value = tree;
        for (String name : path.split("\\.", -1)) {
            value = value instanceof Json.Obj object ? object.get(name) : null;
        }
        return switch (value) {
            case Json.Str(String text) -> text;
            case null -> null;
            default -> value.toString();
        };
    }

    /** {@return the type of an object, which the object itself names} */
    @SuppressWarnings("unchecked") // A resource's type is that of its own class.
    static <R extends Resource> ResourceType<R> typeOf(R object) {
        return (ResourceType<R>) object.resourceType();
    }
}
