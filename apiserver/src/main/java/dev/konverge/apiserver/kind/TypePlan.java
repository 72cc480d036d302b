package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import dev.konverge.schema.FieldDef;
import dev.konverge.schema.FieldDef.Presence;
import dev.konverge.schema.Shape;
import dev.konverge.schema.TypeDef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the description of a type for every value of it, in the form in which it is asked.
 *
 * <p>Immutable.
 */
final class TypePlan {
    private final List<FieldDef> fields;
    /** Pointers that Go does not leave out. */
    private static final Set<String> NULLS = Set.of(
            "io.k8s.api.core.v1.TypedLocalObjectReference.apiGroup",
            "io.k8s.api.core.v1.TypedObjectReference.apiGroup");

    private final boolean[] nulls;
    private final Map<String, Integer> positions = new HashMap<>();
    private final TypeDefaults.@Nullable Filler filler;

    TypePlan(TypeDef type, TypeDefaults.@Nullable Filler filler) {
        this.fields = type.fields();
        this.nulls = new boolean[fields.size()];
        this.filler = filler;
        for (int i = 0; i < fields.size(); i++) {
            positions.put(fields.get(i).name(), i);
            nulls[i] = NULLS.contains(type.name() + "." + fields.get(i).name());
        }
    }

    int size() {
        return fields.size();
    }

    /** {@return what fills in the defaults, or null if there are none} */
    TypeDefaults.@Nullable Filler filler() {
        return filler;
    }

    /** {@return the place of a field among all of the type, or -1 if it has none of that name} */
    int position(String name) {
        Integer position = positions.get(name);
        return position == null ? -1 : position;
    }

    String name(int position) {
        return fields.get(position).name();
    }

    Shape shape(int position) {
        return fields.get(position).shape();
    }

    /** {@return whether a field is always written} */
    boolean isAlways(int position) {
        return fields.get(position).presence() == Presence.ALWAYS;
    }

    /** {@return whether a field that is not there is written as null} */
    boolean isNull(int position) {
        return nulls[position];
    }

    /** {@return whether a value of a field is as good as none} */
    boolean isAbsent(Json value, int position) {
        return switch (fields.get(position).presence()) {
            case EXPLICIT -> value instanceof Json.Null;
            case ZERO_IS_ABSENT -> isZero(value);
            // A default takes the place of zero; what stays zero comes back at the end. But [] is not null.
            case ALWAYS ->
                value instanceof Json.Null || (filler != null && isZero(value) && !(value instanceof Json.Arr));
        };
    }

    /** {@return whether a value of a field is dropped if it is empty in normal form} */
    boolean isDroppedIfEmpty(int position) {
        return fields.get(position).presence() == Presence.ZERO_IS_ABSENT;
    }

    private static boolean isZero(Json value) {
        return switch (value) {
            case Json.Str text -> text.value().isEmpty();
            case Json.Int number -> number.value() == 0;
            case Json.Bool flag -> !flag.value();
            case Json.Dec ignored -> false;
            // An empty object may still get defaults; whether it stays empty is seen after they are filled in.
            case Json.Obj ignored -> false;
            case Json.Arr items -> items.items().isEmpty();
            case Json.Null ignored -> true;
        };
    }
}
