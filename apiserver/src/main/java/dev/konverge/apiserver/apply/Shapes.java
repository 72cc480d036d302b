package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Field;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a structure means for a given value: which of the possible shapes it has, and what tells its elements apart. */
final class Shapes {
    private Shapes() {}

    /** {@return the structure, decided by the value where it leaves something open; null decides for an object} */
    static Structure resolve(Structure structure, @Nullable Json value) {
        if (!(structure instanceof Structure.Any any)) {
            return structure;
        }
        return switch (value) {
            case Json.Arr ignored -> any.list();
            case Json.Obj ignored -> any.object();
            case Json.Null ignored -> any.object();
            case null -> any.object();
            case Json.Str ignored -> Structure.Scalar.ANY;
            case Json.Int ignored -> Structure.Scalar.ANY;
            case Json.Dec ignored -> Structure.Scalar.ANY;
            case Json.Bool ignored -> Structure.Scalar.ANY;
        };
    }

    /** {@return what a field of an object looks like; nothing is known of one that the object should not have} */
    static Structure field(Struct struct, String name) {
        Structure found = struct.at(name);
        return found == null ? Structure.Any.DEDUCED : found;
    }

    /**
     * {@return what tells an element of a list from the others}
     *
     * @throws MistypedException if nothing does
     */
    static PathElement element(Structure.Sequence list, Json item) throws MistypedException {
        return switch (list) {
            case Structure.KeyedList keyed -> key(keyed, item);
            case Structure.SetList ignored ->
                switch (item) {
                    case Json.Obj object ->
                        throw new MistypedException("associative list without keys has an element that's a map type");
                    case Json.Arr array ->
                        throw new MistypedException("not supported: associative list with lists as elements");
                    case Json.Null nothing ->
                        throw new MistypedException(
                                "associative list without keys has an element that's an explicit null");
                    case Json.Str text -> new PathElement.Value(text);
                    case Json.Int number -> new PathElement.Value(number);
                    case Json.Dec number -> new PathElement.Value(number);
                    case Json.Bool flag -> new PathElement.Value(flag);
                };
            case Structure.AtomicList ignored ->
                throw new MistypedException("invalid indexing of non-associative list");
        };
    }

    private static PathElement key(Structure.KeyedList list, Json item) throws MistypedException {
        if (item instanceof Json.Null) {
            throw new MistypedException("associative list with keys may not have a null element");
        }
        if (!(item instanceof Json.Obj object)) {
            throw new MistypedException("associative list with keys may not have non-map elements");
        }
        List<Json> values = new ArrayList<>(list.keys().size());
        List<String> missing = null;
        for (String name : list.keys()) {
            Json value = object.get(name);
            value = value == null ? defaultOf(list.element(), name) : value;
            if (value != null) {
                values.add(value);
            } else {
                missing = missing == null ? new ArrayList<>() : missing;
                missing.add(name);
            }
        }
        if (missing == null) {
            return new PathElement.Key(list.keys(), values);
        }
        if (values.isEmpty()) {
            throw new MistypedException("associative list with keys has an element that omits all key fields "
                    + quoted(list) + " (and doesn't have default values for any key fields)");
        }
        List<String> names = new ArrayList<>(list.keys());
        names.removeAll(missing);
        return new PathElement.Key(List.copyOf(names), values);
    }

    private static String quoted(Structure.KeyedList list) {
        StringBuilder out = new StringBuilder("[");
        for (String key : list.keys()) {
            out.append(out.length() == 1 ? "" : " ").append('"').append(key).append('"');
        }
        return out.append(']').toString();
    }

    private static @Nullable Json defaultOf(Structure element, String name) {
        Field field = element instanceof Struct struct ? struct.field(name) : null;
        return field == null ? null : field.defaultValue();
    }
}
