package dev.konverge.model;

import dev.konverge.model.codec.Codec;
import dev.konverge.model.codec.JsonReader;
import dev.konverge.model.codec.JsonWriter;
import java.util.List;
import java.util.Map;

/** Reads and writes {@link Json} trees. */
final class JsonCodec implements Codec<Json> {
    @Override
    public Json read(JsonReader in) {
        return switch (in.peek()) {
            case OBJECT -> new Json.Obj(in.readOrderedMap(this));
            case ARRAY -> readArray(in);
            case STRING -> new Json.Str(in.readText());
            case NUMBER -> readNumber(in);
            case BOOLEAN -> Json.of(in.readFlag());
            case NULL -> {
                in.readNull();
                yield Json.Null.INSTANCE;
            }
        };
    }

    private Json readArray(JsonReader in) {
        List<Json> items = in.readValues(this);
        return items.isEmpty() ? Json.Arr.EMPTY : new Json.Arr(items);
    }

    private static Json readNumber(JsonReader in) {
        Number number = in.readNumber();
        return number instanceof Long whole ? Json.of(whole.longValue()) : Json.of(number.doubleValue());
    }

    @Override
    public void write(Json value, JsonWriter out) {
        switch (value) {
            case Json.Obj object -> {
                out.beginObject();
                for (Map.Entry<String, Json> field : object.fields().entrySet()) {
                    out.name(field.getKey());
                    write(field.getValue(), out);
                }
                out.endObject();
            }
            case Json.Arr array -> {
                out.beginArray();
                for (Json item : array.items()) {
                    out.element();
                    write(item, out);
                }
                out.endArray();
            }
            case Json.Str text -> out.string(text.value());
            case Json.Int number -> out.number(number.value());
            case Json.Dec number -> out.number(number.value());
            case Json.Bool flag -> out.bool(flag.value());
            case Json.Null ignored -> out.nul();
        }
    }
}
