package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Walks two objects side by side and collects where they differ.
 *
 * <p>The sets are made from the leaves up: a visit leaves its findings in {@link #self} and the three sets, and whoever called it
 * puts them under the name of the place. Where the two are one instance, nothing is walked.
 */
final class Difference {
    /** Whether the place just visited is itself in one of the sets, and in which. */
    private enum Self {
        NEITHER,
        REMOVED,
        MODIFIED,
        ADDED
    }

    private Self self = Self.NEITHER;
    private FieldSet removed = FieldSet.EMPTY;
    private FieldSet modified = FieldSet.EMPTY;
    private FieldSet added = FieldSet.EMPTY;

    Comparison of(Json.Obj before, Json.Obj after, Struct structure) throws MistypedException {
        compare(before, after, structure);
        return new Comparison(removed, modified, added);
    }

    /** Either may be absent, not both. */
    private void compare(@Nullable Json left, @Nullable Json right, Structure structure) throws MistypedException {
        clear();
        if (Identity.same(left, right)) {
            return;
        }
        Structure decided = decide(left, right, structure);
        boolean leaf = visit(left, right, decided);
        if (leaf) {
            if (left == null) {
                self = Self.ADDED;
            } else if (right == null) {
                self = Self.REMOVED;
            } else {
                self = left.equals(right) ? Self.NEITHER : Self.MODIFIED;
            }
        } else if (left == null || right == null) {
            self = left == null ? Self.ADDED : Self.REMOVED;
        }
        if (left != null && right != null && structure instanceof Structure.Any) {
            leftOver(left, right, structure, decided);
        }
    }

    /** Where a value of unknown shape changed its shape, the parts of the old one are gone. */
    private void leftOver(Json left, Json right, Structure structure, Structure decided) throws MistypedException {
        Structure before = Shapes.resolve(structure, left);
        if (left instanceof Json.Null || right instanceof Json.Null || Identity.same(before, decided)) {
            return;
        }
        Self found = self;
        FieldSet foundModified = modified;
        FieldSet foundAdded = added;
        FieldSet foundRemoved = removed;
        clear();
        visit(left, right, before);
        removed = foundRemoved.union(removed);
        modified = foundModified.union(modified);
        added = foundAdded.union(added);
        self = found;
    }

    private static Structure decide(@Nullable Json left, @Nullable Json right, Structure structure) {
        return Shapes.resolve(structure, right == null || right instanceof Json.Null ? left : right);
    }

    private void clear() {
        self = Self.NEITHER;
        removed = FieldSet.EMPTY;
        modified = FieldSet.EMPTY;
        added = FieldSet.EMPTY;
    }

    /** Collects what is inside, and tells whether the place is a leaf, which has nothing inside. */
    private boolean visit(@Nullable Json left, @Nullable Json right, Structure structure) throws MistypedException {
        return switch (structure) {
            case Structure.Scalar ignored -> true;
            case Structure.AtomicList ignored -> true;
            case Structure.SetList list -> lists(left, right, list);
            case Structure.KeyedList list -> lists(left, right, list);
            case Struct struct -> objects(left, right, struct);
            case Structure.Any ignored -> throw new IllegalStateException("a resolved structure is decided");
        };
    }

    private boolean objects(@Nullable Json left, @Nullable Json right, Struct struct) throws MistypedException {
        Json.Obj before = left instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        Json.Obj after = right instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        // An empty object has no parts to own, so it is owned itself.
        if (struct.atomic() || (before.fields().isEmpty() && after.fields().isEmpty())) {
            return true;
        }
        Findings findings = new Findings();
        for (Map.Entry<String, Json> entry : before.fields().entrySet()) {
            String name = entry.getKey();
            compare(entry.getValue(), after.get(name), Shapes.field(struct, name));
            findings.take(name);
        }
        for (Map.Entry<String, Json> entry : after.fields().entrySet()) {
            String name = entry.getKey();
            if (before.get(name) == null) {
                compare(null, entry.getValue(), Shapes.field(struct, name));
                findings.take(name);
            }
        }
        findings.give();
        return false;
    }

    private boolean lists(@Nullable Json left, @Nullable Json right, Structure.Sequence list) throws MistypedException {
        List<Json> before = left instanceof Json.Arr array ? array.items() : List.of();
        List<Json> after = right instanceof Json.Arr array ? array.items() : List.of();
        if (before.isEmpty() && after.isEmpty()) {
            return true;
        }
        Map<PathElement, List<Json>> old = byElement(before, list);
        Map<PathElement, List<Json>> current = byElement(after, list);
        Findings findings = new Findings();
        for (Map.Entry<PathElement, List<Json>> entry : old.entrySet()) {
            items(findings, entry.getKey(), entry.getValue(), current.getOrDefault(entry.getKey(), List.of()), list);
        }
        for (Map.Entry<PathElement, List<Json>> entry : current.entrySet()) {
            if (!old.containsKey(entry.getKey())) {
                items(findings, entry.getKey(), List.of(), entry.getValue(), list);
            }
        }
        findings.give();
        return false;
    }

    private static Map<PathElement, List<Json>> byElement(List<Json> items, Structure.Sequence list)
            throws MistypedException {
        Map<PathElement, List<Json>> found = LinkedHashMap.newLinkedHashMap(items.size());
        for (Json item : items) {
            PathElement element = Shapes.element(list, item);
            List<Json> others = found.putIfAbsent(element, List.of(item));
            if (others != null) {
                List<Json> all = new ArrayList<>(others);
                all.add(item);
                found.put(element, all);
            }
        }
        return found;
    }

    /** Elements that cannot be told apart are compared as one whole. */
    private void items(
            Findings findings, PathElement element, List<Json> before, List<Json> after, Structure.Sequence list)
            throws MistypedException {
        if (before.size() <= 1 && after.size() <= 1) {
            compare(first(before), first(after), list.element());
            findings.take(element);
        } else if (before.size() > 1 && after.size() > 1) {
            clear();
            self = before.equals(after) ? Self.NEITHER : Self.MODIFIED;
            findings.take(element);
        } else if (before.size() > 1) {
            if (!after.isEmpty()) {
                compare(null, after.getFirst(), list.element());
                findings.take(element);
            }
            clear();
            self = Self.REMOVED;
            findings.take(element);
        } else {
            if (!before.isEmpty()) {
                compare(before.getFirst(), null, list.element());
                findings.take(element);
            }
            clear();
            self = Self.ADDED;
            findings.take(element);
        }
    }

    private static @Nullable Json first(List<Json> items) {
        return items.isEmpty() ? null : items.getFirst();
    }

    /** What was found at the places inside of one place. */
    private final class Findings {
        private @Nullable FieldSetBuilder removedThere;
        private @Nullable FieldSetBuilder modifiedThere;
        private @Nullable FieldSetBuilder addedThere;

        void take(String name) {
            if (self != Self.NEITHER || !removed.isEmpty() || !modified.isEmpty() || !added.isEmpty()) {
                take(new PathElement.Name(name));
            }
        }

        void take(PathElement element) {
            removedThere = put(removedThere, element, self == Self.REMOVED, removed);
            modifiedThere = put(modifiedThere, element, self == Self.MODIFIED, modified);
            addedThere = put(addedThere, element, self == Self.ADDED, added);
        }

        private static @Nullable FieldSetBuilder put(
                @Nullable FieldSetBuilder into, PathElement element, boolean member, FieldSet inside) {
            if (!member && inside.isEmpty()) {
                return into;
            }
            FieldSetBuilder builder = into == null ? new FieldSetBuilder(4) : into;
            builder.add(element, member, inside);
            return builder;
        }

        void give() {
            self = Self.NEITHER;
            removed = built(removedThere);
            modified = built(modifiedThere);
            added = built(addedThere);
        }

        private static FieldSet built(@Nullable FieldSetBuilder builder) {
            return builder == null ? FieldSet.EMPTY : builder.build();
        }
    }
}
