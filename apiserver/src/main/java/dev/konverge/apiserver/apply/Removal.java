package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes fields out of an object. A list or an object of which nothing is left is null, as it is in Kubernetes. */
final class Removal {
    private Removal() {}

    /** {@return the object without the members of a set; parts that do not change are the same instances} */
    static Json.Obj of(Json.Obj object, FieldSet doomed, Struct structure) throws MistypedException {
        if (doomed.isEmpty()) {
            return object;
        }
        return remove(object, doomed, structure) instanceof Json.Obj rest ? rest : Json.Obj.EMPTY;
    }

    private static Json remove(Json value, FieldSet doomed, Structure structure) throws MistypedException {
        return switch (Shapes.resolve(structure, value)) {
            case Structure.Scalar ignored -> value;
            case Structure.AtomicList ignored -> Json.Null.INSTANCE;
            case Structure.SetList list -> list(value, doomed, list);
            case Structure.KeyedList list -> list(value, doomed, list);
            case Struct struct -> struct.atomic() ? Json.Null.INSTANCE : object(value, doomed, struct);
            case Structure.Any ignored -> throw new IllegalStateException("a resolved structure is decided");
        };
    }

    private static Json object(Json value, FieldSet doomed, Struct struct) throws MistypedException {
        if (!(value instanceof Json.Obj object) || object.fields().isEmpty()) {
            return Json.Null.INSTANCE;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            int at = doomed.find(new PathElement.Name(entry.getKey()));
            if (at >= 0 && doomed.member(at)) {
                changed = true;
                continue;
            }
            Json rest = inside(entry.getValue(), doomed, at, Shapes.field(struct, entry.getKey()));
            changed |= !Identity.same(rest, entry.getValue());
            fields.put(entry.getKey(), rest);
        }
        return !changed ? value : fields.isEmpty() ? Json.Null.INSTANCE : new Json.Obj(fields);
    }

    private static Json list(Json value, FieldSet doomed, Structure.Sequence list) throws MistypedException {
        if (!(value instanceof Json.Arr array) || array.items().isEmpty()) {
            return Json.Null.INSTANCE;
        }
        List<Json> items = new ArrayList<>(array.items().size());
        boolean changed = false;
        for (Json item : array.items()) {
            int at = doomed.find(Shapes.element(list, item));
            if (at >= 0 && doomed.member(at)) {
                changed = true;
                continue;
            }
            Json rest = inside(item, doomed, at, list.element());
            changed |= !Identity.same(rest, item);
            items.add(rest);
        }
        return !changed ? value : items.isEmpty() ? Json.Null.INSTANCE : new Json.Arr(items);
    }

    private static Json inside(Json value, FieldSet doomed, int at, Structure structure) throws MistypedException {
        FieldSet inner = at < 0 ? null : doomed.child(at);
        return inner == null ? value : remove(value, inner, structure);
    }
}
