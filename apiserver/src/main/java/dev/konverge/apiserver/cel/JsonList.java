package dev.konverge.apiserver.cel;

import dev.konverge.model.Json;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A list of an object. How it is compared and added to follows from its list type. */
final class JsonList extends AbstractList<Object> implements RandomAccess {
    private final List<Json> items;
    private final Shape shape;

    JsonList(List<Json> items, Shape shape) {
        this.items = items;
        this.shape = shape;
    }

    @Override
    public Object get(int index) {
        return shape.element().value(items.get(index));
    }

    @Override
    public int size() {
        return items.size();
    }

    /** {@return whether there is a schema that says what it is} */
    boolean isTyped() {
        return shape.kind() != Shape.Kind.ANY;
    }

    boolean isUnordered() {
        return shape.listType() != Shape.ListType.ATOMIC;
    }

    /** {@return whether another list of the same size has the same elements, wherever they are} */
    boolean hasSameElements(List<?> other) {
        if (shape.listType() == Shape.ListType.SET) {
            Set<Object> own = new HashSet<>(this);
            return own.containsAll(other);
        }
        Map<Object, Object> own = new HashMap<>();
        forEach(element -> own.put(key(element), element));
        for (Object element : other) {
            Object there = own.get(key(element));
            if (there == null || !Equality.equal(there, element)) {
                return false;
            }
        }
        return true;
    }

    /** {@return this list and another one}: a union of sets, a merge of lists with keys, one behind the other else */
    List<Object> plus(List<?> other) {
        List<Object> sum = new ArrayList<>(this);
        Map<Object, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < sum.size() && isUnordered(); i++) {
            places.put(identity(sum.get(i)), i);
        }
        for (Object element : other) {
            Integer place = isUnordered() ? places.get(identity(element)) : null;
            if (place == null) {
                places.put(identity(element), sum.size());
                sum.add(element);
            } else if (shape.listType() == Shape.ListType.MAP) {
                sum.set(place, element);
            }
        }
        return unlike(sum);
    }

    private List<Object> unlike(List<Object> sum) {
        List<Json> trees = new ArrayList<>();
        for (Object element : sum) {
            Json tree = JsonValues.toJson(element);
            if (tree == null) {
                return sum;
            }
            trees.add(tree);
        }
        // Of what came from objects alone the sum is of the same type of list.
        return new JsonList(trees, shape);
    }

    private Object identity(Object element) {
        return shape.listType() == Shape.ListType.MAP ? key(element) : element;
    }

    private Object key(Object element) {
        List<@Nullable Object> key = new ArrayList<>();
        if (element instanceof MapValue map) {
            shape.listKeys().forEach(name -> key.add(map.find(Names.escape(name).orElse(name))));
        }
        return key;
    }
}
