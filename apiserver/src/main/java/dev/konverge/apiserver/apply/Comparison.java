package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Struct;
import dev.konverge.model.Json;

/**
 * In which fields two objects differ. No field is in more than one of the sets.
 *
 * @param removed what only the first has
 * @param modified what both have, with different values
 * @param added what only the second has
 */
record Comparison(FieldSet removed, FieldSet modified, FieldSet added) {
    static final Comparison SAME = new Comparison(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);

    /** {@return how the second object differs from the first} */
    static Comparison of(Json.Obj before, Json.Obj after, Struct structure) throws MistypedException {
        return new Difference().of(before, after, structure);
    }

    /** {@return the same without fields that do not count} */
    Comparison without(FieldMask mask) {
        return new Comparison(mask.apply(removed), mask.apply(modified), mask.apply(added));
    }

    /** {@return what the second object has that the first has not, or has otherwise} */
    FieldSet changed() {
        return modified.union(added);
    }
}
