package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.Resource;
import dev.konverge.model.ResourceType;
import dev.konverge.model.codec.Codec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects of any type as trees, for what is done to all of them alike. */
final class Trees {
    private Trees() {}

    static <T> Json.Obj of(Codec<T> codec, T value) {
        return (Json.Obj) Json.from(codec, value);
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

    /** {@return the type of an object, which the object itself names} */
    @SuppressWarnings("unchecked") // A resource's type is that of its own class.
    static <R extends Resource> ResourceType<R> typeOf(R object) {
        return (ResourceType<R>) object.resourceType();
    }
}
