package dev.konverge.apiserver.cel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Functions of lists, of lists as sets, and of the maps that loops collect. */
final class ListFunctions {
    private static final int LONGEST_RANGE = 1_000_000;

    private ListFunctions() {}

    static Map<String, Operation> all() {
        Map<String, Operation> all = new HashMap<>();
        all.put("isSorted", a -> isSorted(Operation.list(a, 0)));
        all.put("sum", a -> sum(Operation.list(a, 0)));
        all.put("min", a -> extreme(Operation.list(a, 0), -1, "min"));
        all.put("max", a -> extreme(Operation.list(a, 0), 1, "max"));
        all.put("indexOf", a -> a.get(0) instanceof List<?> list ? index(list, a.get(1), false) : Strings.indexOf(a));
        all.put(
                "lastIndexOf",
                a -> a.get(0) instanceof List<?> list ? index(list, a.get(1), true) : Strings.lastIndexOf(a));
        all.put("sets.contains", a -> containsAll(Operation.list(a, 0), Operation.list(a, 1)));
        all.put(
                "sets.equivalent",
                a -> containsAll(Operation.list(a, 0), Operation.list(a, 1))
                        && containsAll(Operation.list(a, 1), Operation.list(a, 0)));
        all.put(
                "sets.intersects",
                a -> Operation.list(a, 1).stream()
                        .anyMatch(element -> Equality.contains(Operation.list(a, 0), element)));
        all.put("slice", ListFunctions::slice);
        all.put("flatten", a -> flattened(Operation.list(a, 0), a.size() > 1 ? Operation.whole(a, 1) : 1));
        all.put("distinct", a -> distinct(Operation.list(a, 0)));
        all.put("reverse", a -> reversed(Operation.list(a, 0)));
        all.put("sort", a -> sorted(Operation.list(a, 0), Operation.list(a, 0)));
        all.put("@sortByAssociatedKeys", a -> sorted(Operation.list(a, 0), Operation.list(a, 1)));
        all.put("lists.range", a -> range(Operation.whole(a, 0)));
        all.put("cel.@mapInsert", ListFunctions::inserted);
        return all;
    }

    private static boolean isSorted(List<?> list) {
        return IntStream.range(1, list.size()).allMatch(i -> Equality.compare(list.get(i - 1), list.get(i)) <= 0);
    }

    private static Object sum(List<?> list) {
        if (list.isEmpty()) {
            return 0L;
        }
        Object sum = switch (list.get(0)) {
            case Long ignored -> 0L;
            case Double ignored -> 0.0;
            case Uint ignored -> new Uint(0);
            case Duration ignored -> Duration.ZERO;
            default -> throw CelFailure.noOverload();
        };
        for (Object element : list) {
            sum = Operators.sum(sum, element);
        }
        return sum;
    }

    private static Object extreme(List<?> list, int sign, String name) {
        if (list.isEmpty()) {
            throw new CelFailure(name + " called on empty list");
        }
        Object best = list.get(0);
        for (Object element : list) {
            best = Equality.compare(element, best) * sign > 0 ? element : best;
        }
        return best;
    }

    private static long index(List<?> list, Object value, boolean last) {
        for (int i = 0; i < list.size(); i++) {
            int place = last ? list.size() - 1 - i : i;
            if (Equality.equal(list.get(place), value)) {
                return place;
            }
        }
        return -1;
    }

    private static boolean containsAll(List<?> list, List<?> wanted) {
        return wanted.stream().allMatch(element -> Equality.contains(list, element));
    }

    private static List<Object> slice(List<Object> a) {
        List<?> list = Operation.list(a, 0);
        long start = Operation.whole(a, 1);
        long end = Operation.whole(a, 2);
        if (start < 0 || end < 0) {
            throw new CelFailure("cannot slice(" + start + ", " + end + "), negative indexes not supported");
        }
        if (start > end) {
            throw new CelFailure(
                    "cannot slice(" + start + ", " + end + "), start index must be less than or equal to end index");
        }
        if (end > list.size()) {
            throw new CelFailure("cannot slice(" + start + ", " + end + "), list is length " + list.size());
        }
        return new ArrayList<>(list.subList((int) start, (int) end));
    }

    private static List<Object> flattened(List<?> list, long depth) {
        if (depth < 0) {
            throw new CelFailure("level must be non-negative");
        }
        List<Object> flat = new ArrayList<>();
        for (Object element : list) {
            if (element instanceof List<?> inner && depth > 0) {
                flat.addAll(flattened(inner, depth - 1));
            } else {
                flat.add(element);
            }
        }
        return flat;
    }

    private static List<Object> distinct(List<?> list) {
        List<Object> distinct = new ArrayList<>();
        for (Object element : list) {
            if (!Equality.contains(distinct, element)) {
                distinct.add(element);
            }
        }
        return distinct;
    }

    private static List<Object> reversed(List<?> list) {
        List<Object> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private static List<Object> sorted(List<?> list, List<?> keys) {
        if (list.size() != keys.size()) {
            throw new CelFailure(
                    "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got "
                            + list.size() + " and " + keys.size() + " elements respectively");
        }
        List<Object> sorted = new ArrayList<>();
        Comparator<Integer> byKey = (i, j) -> Equality.compare(keys.get(i), keys.get(j));
        IntStream.range(0, list.size()).boxed().sorted(byKey).forEach(i -> sorted.add(list.get(i)));
        return sorted;
    }

    private static List<Object> range(long end) {
        if (end > LONGEST_RANGE) {
            throw new CelFailure("range size " + end + " exceeds maximum allowed size of " + LONGEST_RANGE);
        }
        List<Object> range = new ArrayList<>();
        for (long i = 0; i < end; i++) {
            range.add(i);
        }
        return range;
    }

    private static Object inserted(List<Object> a) {
        MapValue map = Operation.as(MapValue.class, a.get(0));
        Map<Object, Object> entries = new LinkedHashMap<>();
        map.keys().forEach(key -> entries.put(key, map.get(key)));
        if (a.size() == 3) {
            insert(entries, a.get(1), a.get(2));
        } else {
            MapValue more = Operation.as(MapValue.class, a.get(1));
            more.keys().forEach(key -> insert(entries, key, more.get(key)));
        }
        return MapValue.of(entries);
    }

    private static void insert(Map<Object, Object> entries, Object key, Object value) {
        if (entries.putIfAbsent(key, value) != null) {
            throw new CelFailure("insert failed: key " + Texts.plain(key) + " already exists");
        }
    }
}
