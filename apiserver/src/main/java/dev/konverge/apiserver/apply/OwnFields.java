package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Finds the fields that a configuration has an opinion on: each leaf, each element of a list, each entry of a map. */
final class OwnFields {
    /** Set by each {@link #visit}: whether the place just visited is a member itself. */
    private boolean self;

    private OwnFields() {}

    static FieldSet of(Json.Obj object, Structure structure) throws MistypedException {
        return new OwnFields().visit(object, structure);
    }

    private FieldSet visit(Json value, Structure structure) throws MistypedException {
        switch (Shapes.resolve(structure, value)) {
            case Struct struct
            when !struct.atomic() -> {
                self = false;
                return value instanceof Json.Obj object ? object(object, struct) : FieldSet.EMPTY;
            }
            case Structure.SetList list -> {
                return list(value, list);
            }
            case Structure.KeyedList list -> {
                return list(value, list);
            }
            case Struct ignored -> {}
            case Structure.AtomicList ignored -> {}
            case Structure.Scalar ignored -> {}
            case Structure.Any ignored -> throw new IllegalStateException("a resolved structure is decided");
        }
        self = true;
        return FieldSet.EMPTY;
    }

    private FieldSet object(Json.Obj object, Struct struct) throws MistypedException {
        FieldSetBuilder out = new FieldSetBuilder(object.fields().size());
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            Json value = entry.getValue();
            FieldSet inside = visit(value, Shapes.field(struct, entry.getKey()));
            boolean member = self
                    || value instanceof Json.Null
                    || (value instanceof Json.Obj inner && inner.fields().isEmpty())
                    || struct.field(entry.getKey()) == null;
            out.add(new PathElement.Name(entry.getKey()), member, inside);
        }
        self = false;
        return out.build();
    }

    private FieldSet list(Json value, Structure.Sequence list) throws MistypedException {
        if (!(value instanceof Json.Arr array)) {
            self = false;
            return FieldSet.EMPTY;
        }
        Set<PathElement> seen = new HashSet<>();
        Set<PathElement> repeated = new HashSet<>();
        for (Json item : array.items()) {
            PathElement element = Shapes.element(list, item);
            if (!seen.add(element)) {
                repeated.add(element);
            }
        }
        FieldSetBuilder out = new FieldSetBuilder(array.items().size());
        for (Json item : array.items()) {
            PathElement element = Shapes.element(list, item);
            // Nobody can own the parts of elements that cannot be told apart.
            out.add(element, true, repeated.contains(element) ? null : visit(item, list.element()));
        }
        self = false;
        return out.build();
    }
}
