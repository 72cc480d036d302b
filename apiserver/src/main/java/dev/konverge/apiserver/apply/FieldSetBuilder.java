package dev.konverge.apiserver.apply;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the elements of one node. */
final class FieldSetBuilder {
    private PathElement[] elements;
    private boolean[] members;
    private @Nullable FieldSet[] children;
    private int size;
    private boolean sorted = true;

    FieldSetBuilder(int capacity) {
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
        add(from.element(i), from.member(i), from.child(i));
    }

    FieldSet build() {
        if (size == 0) {
            return FieldSet.EMPTY;
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
        FieldSetBuilder out = new FieldSetBuilder(size);
        for (int i : order) {
            int last = out.size - 1;
            if (last >= 0 && out.elements[last].compareTo(elements[i]) == 0) {
                out.members[last] |= members[i];
                out.children[last] = FieldSet.either(out.children[last], children[i]);
            } else {
                out.add(elements[i], members[i], children[i]);
            }
        }
        return out.build();
    }
}
