package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import org.jspecify.annotations.Nullable;

/** What a structure means for a set of fields. */
final class StructuredFields {
    private StructuredFields() {}

    /**
     * {@return a set with the named fields on the way to members added} A field of an object, unlike an entry of a map, is
     * there without anybody owning it.
     */
    static FieldSet withNamedFields(FieldSet set, @Nullable Structure structure) {
        FieldSetBuilder out = new FieldSetBuilder(set.size());
        Struct struct = struct(structure);
        for (int i = 0; i < set.size(); i++) {
            FieldSet child = set.child(i);
            boolean named = child != null
                    && struct != null
                    && set.element(i) instanceof PathElement.Name name
                    && struct.field(name.name()) != null;
            out.add(
                    set.element(i),
                    set.member(i) || named,
                    child == null ? null : withNamedFields(child, inner(structure, set.element(i))));
        }
        return out.build();
    }

    /**
     * {@return a set in terms of a structure that may have changed since it was written} What used to be owned part by part
     * and has become one whole is owned as that whole.
     */
    static FieldSet reconciled(FieldSet set, @Nullable Structure structure) {
        FieldSetBuilder out = new FieldSetBuilder(set.size());
        boolean changed = false;
        for (int i = 0; i < set.size(); i++) {
            FieldSet child = set.child(i);
            Structure inner = child == null ? null : inner(structure, set.element(i));
            if (child == null || inner == null || isUnknown(inner)) {
                out.add(set, i);
            } else if (isWhole(inner)) {
                out.add(set.element(i), true, null);
                changed = true;
            } else {
                FieldSet after = reconciled(child, inner);
                changed |= !Identity.same(child, after);
                out.add(set.element(i), set.member(i), after);
            }
        }
        return changed ? out.build() : set;
    }

    private static boolean isWhole(Structure structure) {
        Struct struct = struct(structure);
        return structure instanceof Structure.AtomicList || (struct != null && struct.atomic());
    }

    private static boolean isUnknown(Structure structure) {
        Struct struct = struct(structure);
        return struct != null
                && !struct.atomic()
                && struct.fields().isEmpty()
                && struct.others() instanceof Structure.Any;
    }

    private static @Nullable Struct struct(@Nullable Structure structure) {
        return switch (structure) {
            case Struct struct -> struct;
            case Structure.Any any -> any.object();
            case Structure.Sequence ignored -> null;
            case Structure.Scalar ignored -> null;
            case null -> null;
        };
    }

    /** {@return what lies behind an element of a value that looks like this, null if nobody knows} */
    static @Nullable Structure inner(@Nullable Structure structure, PathElement element) {
        if (element instanceof PathElement.Name name) {
            Struct struct = struct(structure);
            return struct == null ? null : struct.at(name.name());
        }
        return switch (structure) {
            case Structure.Sequence list -> list.element();
            case Structure.Any any -> any.list().element();
            case Struct ignored -> null;
            case Structure.Scalar ignored -> null;
            case null -> null;
        };
    }
}
