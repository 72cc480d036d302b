package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
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

    /** Takes the arrays over. */
    FieldSet(PathElement[] elements, boolean[] members, @Nullable FieldSet[] children) {
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
            FieldSetBuilder one = new FieldSetBuilder(1);
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

    @Nullable
    FieldSet child(int i) {
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
        FieldSetBuilder out = new FieldSetBuilder(elements.length + other.elements.length);
        int i = 0;
        int j = 0;
        while (i < elements.length || j < other.elements.length) {
            int order = i == elements.length
                    ? 1
                    : j == other.elements.length ? -1 : elements[i].compareTo(other.elements[j]);
            if (order < 0) {
                out.add(this, i++);
            } else if (order > 0) {
                out.add(other, j++);
            } else {
                out.add(elements[i], members[i] || other.members[j], either(children[i], other.children[j]));
                i++;
                j++;
            }
        }
        return out.build();
    }

    static @Nullable FieldSet either(@Nullable FieldSet left, @Nullable FieldSet right) {
        return left == null ? right : right == null ? left : left.union(right);
    }

    /** {@return the fields in both} */
    FieldSet intersection(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return EMPTY;
        }
        FieldSetBuilder out = new FieldSetBuilder(Math.min(elements.length, other.elements.length));
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
        FieldSetBuilder out = new FieldSetBuilder(elements.length);
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
}
