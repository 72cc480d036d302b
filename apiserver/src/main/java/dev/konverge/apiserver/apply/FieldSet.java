package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set of fields: a trie with sorted nodes.
 *
 * <p>A field may be a member, the way to members, or both: an element of a list that was added as a whole is a member, and so are
 * the fields inside of it. Operations return an operand where they change nothing, so what is not touched is neither copied nor
 * written anew.
 */
final class FieldSet {
    static final FieldSet EMPTY = new FieldSet(new PathElement[0], new boolean[0], new FieldSet[0]);

    /** Ascending, without repetitions. */
    private final PathElement[] elements;

    /** Whether the element at the same place is a member itself. */
    private final boolean[] members;

    /** What is inside of the element at the same place: null or not empty, and not null unless it is a member. */
    private final @Nullable FieldSet[] children;

    private FieldSet(PathElement[] elements, boolean[] members, @Nullable FieldSet[] children) {
        this.elements = elements;
        this.members = members;
        this.children = children;
    }

    /** {@return a set of the fields at these paths of names} */
    static FieldSet ofPaths(Iterable<? extends List<String>> paths) {
        FieldSet all = EMPTY;
        for (List<String> path : paths) {
            all = all.union(ofPath(path));
        }
        return all;
    }

    private static FieldSet ofPath(List<String> path) {
        FieldSet set = null;
        for (int i = path.size() - 1; i >= 0; i--) {
            Builder one = new Builder(1);
            one.add(new PathElement.Name(path.get(i)), set == null, set);
            set = one.build();
        }
        return set == null ? EMPTY : set;
    }

    boolean isEmpty() {
        return elements.length == 0;
    }

    int size() {
        return elements.length;
    }

    PathElement element(int i) {
        return elements[i];
    }

    boolean member(int i) {
        return members[i];
    }

    @Nullable FieldSet child(int i) {
        return children[i];
    }

    /** {@return where an element is, negative if nowhere} */
    int find(PathElement element) {
        return Arrays.binarySearch(elements, element);
    }

    /** {@return the members inside of an element, without the way to it} */
    FieldSet inside(PathElement element) {
        int at = find(element);
        FieldSet child = at < 0 ? null : children[at];
        return child == null ? EMPTY : child;
    }

    /** {@return whether an element is a member} */
    boolean has(PathElement element) {
        int at = find(element);
        return at >= 0 && members[at];
    }

    /** {@return whether the field at a path is a member} */
    boolean has(List<PathElement> path) {
        FieldSet set = this;
        for (int i = 0; i < path.size() - 1; i++) {
            set = set.inside(path.get(i));
        }
        return !path.isEmpty() && set.has(path.getLast());
    }

    /** {@return the fields in either} */
    FieldSet union(FieldSet other) {
        if (other.isEmpty() || other.isSameAs(this)) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        Builder out = new Builder(elements.length + other.elements.length);
        int i = 0;
        int j = 0;
        while (i < elements.length || j < other.elements.length) {
            int order = i == elements.length ? 1 : j == other.elements.length ? -1 : elements[i].compareTo(other.elements[j]);
            if (order < 0) {
                out.add(this, i++);
            } else if (order > 0) {
                out.add(other, j++);
            } else {
                out.add(elements[i], members[i] || other.members[j], union(children[i], other.children[j]));
                i++;
                j++;
            }
        }
        return out.build();
    }

    private static @Nullable FieldSet union(@Nullable FieldSet left, @Nullable FieldSet right) {
        return left == null ? right : right == null ? left : left.union(right);
    }

    /** {@return the fields in both} */
    FieldSet intersection(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return EMPTY;
        }
        Builder out = new Builder(Math.min(elements.length, other.elements.length));
        int i = 0;
        int j = 0;
        while (i < elements.length && j < other.elements.length) {
            int order = elements[i].compareTo(other.elements[j]);
            if (order < 0) {
                i++;
            } else if (order > 0) {
                j++;
            } else {
                FieldSet mine = children[i];
                FieldSet theirs = other.children[j];
                FieldSet both = mine == null || theirs == null ? null : mine.intersection(theirs);
                out.add(elements[i], members[i] && other.members[j], both);
                i++;
                j++;
            }
        }
        return out.build();
    }

    /** {@return the fields in this and not in the other; what is inside of a member of the other stays} */
    FieldSet difference(FieldSet other) {
        return difference(other, false);
    }

    /** {@return the fields in this that are neither in the other nor inside of a member of it} */
    FieldSet recursiveDifference(FieldSet other) {
        return difference(other, true);
    }

    private FieldSet difference(FieldSet other, boolean recursive) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        Builder out = new Builder(elements.length);
        boolean changed = false;
        int j = 0;
        for (int i = 0; i < elements.length; i++) {
            int order = 1;
            while (j < other.elements.length && (order = elements[i].compareTo(other.elements[j])) > 0) {
                j++;
            }
            if (j == other.elements.length || order < 0) {
                out.add(this, i);
                continue;
            }
            FieldSet mine = children[i];
            FieldSet theirs = other.children[j];
            FieldSet rest = recursive && other.members[j]
                    ? null
                    : mine == null || theirs == null ? mine : mine.difference(theirs, recursive);
            boolean member = members[i] && !other.members[j];
            changed |= member != members[i] || isOther(mine, rest);
            out.add(elements[i], member, rest);
        }
        return changed ? out.build() : this;
    }

    private static boolean isOther(@Nullable FieldSet before, @Nullable FieldSet after) {
        return before == null ? after != null : after == null || !before.isSameAs(after);
    }

    private boolean isSameAs(FieldSet other) {
        return Identity.same(this, other);
    }

    /** {@return whether every member of this is one of the other} */
    boolean isSubsetOf(FieldSet other) {
        int j = 0;
        for (int i = 0; i < elements.length; i++) {
            int order = 1;
            while (j < other.elements.length && (order = elements[i].compareTo(other.elements[j])) > 0) {
                j++;
            }
            if (j == other.elements.length || order < 0 || (members[i] && !other.members[j])) {
                return false;
            }
            FieldSet mine = children[i];
            FieldSet theirs = other.children[j];
            if (mine != null && (theirs == null || !mine.isSubsetOf(theirs))) {
                return false;
            }
        }
        return true;
    }

    /**
     * {@return this set with the named fields on the way to members added} A field of an object, unlike an entry of a map, is
     * there without anybody owning it.
     */
    FieldSet withNamedFields(@Nullable Structure structure) {
        Builder out = new Builder(elements.length);
        Struct struct = struct(structure);
        for (int i = 0; i < elements.length; i++) {
            FieldSet child = children[i];
            boolean named = child != null
                    && struct != null
                    && elements[i] instanceof PathElement.Name name
                    && struct.field(name.name()) != null;
            out.add(
                    elements[i],
                    members[i] || named,
                    child == null ? null : child.withNamedFields(inner(structure, elements[i])));
        }
        return out.build();
    }

    /**
     * {@return this set in terms of a structure that may have changed since it was written} What used to be owned part by part
     * and has become one whole is owned as that whole.
     */
    FieldSet reconciled(@Nullable Structure structure) {
        Builder out = new Builder(elements.length);
        boolean changed = false;
        for (int i = 0; i < elements.length; i++) {
            FieldSet child = children[i];
            Structure inner = child == null ? null : inner(structure, elements[i]);
            if (child == null || inner == null || isUnknown(inner)) {
                out.add(this, i);
            } else if (isWhole(inner)) {
                out.add(elements[i], true, null);
                changed = true;
            } else {
                FieldSet after = child.reconciled(inner);
                changed |= !child.isSameAs(after);
                out.add(elements[i], members[i], after);
            }
        }
        return changed ? out.build() : this;
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

    /** Hands out the path of each member, as Kubernetes walks them: all members of a node before what is inside of them. */
    void forEach(Consumer<List<PathElement>> action) {
        forEach(new ArrayList<>(), action);
    }

    private void forEach(List<PathElement> path, Consumer<List<PathElement>> action) {
        for (int i = 0; i < elements.length; i++) {
            if (members[i]) {
                path.add(elements[i]);
                action.accept(List.copyOf(path));
                path.removeLast();
            }
        }
        for (int i = 0; i < elements.length; i++) {
            FieldSet child = children[i];
            if (child != null) {
                path.add(elements[i]);
                child.forEach(path, action);
                path.removeLast();
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSet set
                && Arrays.equals(elements, set.elements)
                && Arrays.equals(members, set.members)
                && Arrays.equals(children, set.children);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(elements) + Arrays.hashCode(children);
    }

    @Override
    public String toString() {
        return FieldsV1.write(this).toString();
    }

    /** Collects the elements of one node. */
    static final class Builder {
        private PathElement[] elements;
        private boolean[] members;
        private @Nullable FieldSet[] children;
        private int size;
        private boolean sorted = true;

        Builder(int capacity) {
            elements = new PathElement[capacity];
            members = new boolean[capacity];
            children = new FieldSet[capacity];
        }

        /** Adds an element; one that is no member and has none inside of it is left out. */
        void add(PathElement element, boolean member, @Nullable FieldSet child) {
            FieldSet inside = child == null || child.isEmpty() ? null : child;
            if (!member && inside == null) {
                return;
            }
            if (size == elements.length) {
                int capacity = Math.max(4, 2 * size);
                elements = Arrays.copyOf(elements, capacity);
                members = Arrays.copyOf(members, capacity);
                children = Arrays.copyOf(children, capacity);
            }
            sorted &= size == 0 || elements[size - 1].compareTo(element) < 0;
            elements[size] = element;
            members[size] = member;
            children[size] = inside;
            size++;
        }

        void add(FieldSet from, int i) {
            add(from.elements[i], from.members[i], from.children[i]);
        }

        FieldSet build() {
            if (size == 0) {
                return EMPTY;
            }
            if (!sorted) {
                return sort();
            }
            return size == elements.length
                    ? new FieldSet(elements, members, children)
                    : new FieldSet(
                            Arrays.copyOf(elements, size), Arrays.copyOf(members, size), Arrays.copyOf(children, size));
        }

        /** Sorts, and unites elements that were added twice. */
        private FieldSet sort() {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> elements[a].compareTo(elements[b]));
            Builder out = new Builder(size);
            for (int i : order) {
                int last = out.size - 1;
                if (last >= 0 && out.elements[last].compareTo(elements[i]) == 0) {
                    out.members[last] |= members[i];
                    out.children[last] = union(out.children[last], children[i]);
                } else {
                    out.add(elements[i], members[i], children[i]);
                }
            }
            return out.build();
        }
    }
}
