package dev.konverge.apiserver.patch;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A list that strategic merge patch merges: scalars by value, objects by a key.
 *
 * @param mergeKey the field that tells objects apart, null for a list of scalars
 * @param element what an element looks like, null if nobody knows
 */
record MergedList(@Nullable String mergeKey, @Nullable Structure element) {
    /** {@return the list without the values of another} */
    static Json.Arr without(Json.Arr original, Json.Arr doomed) {
        Set<Json> gone = new HashSet<>(doomed.items());
        return new Json.Arr(
                original.items().stream().filter(item -> !gone.contains(item)).toList());
    }

    Json.Arr merge(Json.Arr original, Json.Arr patch) {
        if (original.items().isEmpty() && patch.items().isEmpty()) {
            return original;
        }
        if (!ofObjects(original, patch)) {
            Set<Json> both = new LinkedHashSet<>(original.items());
            both.addAll(patch.items());
            return ordered(List.copyOf(both), patch.items(), original.items());
        }
        if (mergeKey == null) {
            throw Failures.untyped("cannot merge lists without merge key");
        }
        List<Json> kept = new ArrayList<>(original.items());
        List<Json> changes = new ArrayList<>();
        if (directed(mergeKey, patch, kept, changes)) {
            return new Json.Arr(changes);
        }
        // The places of the original elements are taken before changes are appended to them.
        List<Json> before = List.copyOf(kept);
        Map<Json, Integer> places = places(kept);
        changes.forEach(change -> mergeInto(kept, places, (Json.Obj) change, mergeKey));
        return ordered(kept, changes, before);
    }

    /** Carries out the elements that are directives and collects the others; tells whether they replace the whole list. */
    private static boolean directed(String key, Json.Arr patch, List<Json> kept, List<Json> changes) {
        boolean replace = false;
        for (Json item : patch.items()) {
            Json.Obj change = (Json.Obj) item;
            Json directive = change.get(Directives.PATCH);
            if (directive == null) {
                changes.add(change);
            } else if (directive.equals(Directives.DELETE)) {
                Json doomed = keyOf(change, key);
                kept.removeIf(present -> doomed.equals(((Json.Obj) present).get(key)));
            } else if (directive.equals(Directives.REPLACE)) {
                replace = true;
            } else if (directive.equals(Directives.MERGE)) {
                throw Failures.untyped("merging lists cannot yet be specified in the patch");
            } else {
                throw Directives.unknown(directive, change);
            }
        }
        return replace;
    }

    private void mergeInto(List<Json> kept, Map<Json, Integer> places, Json.Obj change, String key) {
        Json identity = keyOf(change, key);
        Integer at = places.get(identity);
        if (at == null) {
            places.put(identity, kept.size());
            kept.add(Directives.withoutNulls(change));
        } else {
            kept.set(at, StrategicMergePatch.merge((Json.Obj) kept.get(at), change, element));
        }
    }

    private static Json keyOf(Json.Obj item, String key) {
        Json value = item.get(key);
        if (value == null) {
            throw Directives.noMergeKey(item, key);
        }
        return value;
    }

    /** {@return whether the elements are objects, after making sure that all are of one type and none is a list} */
    static boolean ofObjects(Json.Arr original, Json.Arr patch) {
        Json first = null;
        for (Json.Arr list : List.of(original, patch)) {
            for (Json item : list.items()) {
                if (first == null) {
                    first = item;
                    if (item instanceof Json.Arr) {
                        throw Failures.patchRejected();
                    }
                } else if (!GoFormat.typeName(first).equals(GoFormat.typeName(item))) {
                    throw Failures.untyped("list element types are not identical: [" + GoFormat.plain(original) + " "
                            + GoFormat.plain(patch) + "]");
                }
            }
        }
        return first instanceof Json.Obj;
    }

    /**
     * {@return the elements in order}: those that the patch names in its order, the others in that of the server, the latter
     * before the first of the former that stood behind them.
     */
    Json.Arr ordered(List<Json> merged, List<Json> patchOrder, List<Json> serverOrder) {
        Map<Json, Integer> patchPlaces = places(patchOrder);
        Map<Json, Integer> serverPlaces = places(serverOrder);
        List<Json> named = new ArrayList<>();
        List<Json> others = new ArrayList<>();
        for (Json item : merged) {
            (patchPlaces.containsKey(identity(item)) ? named : others).add(item);
        }
        named.sort(Comparator.comparingInt(item -> patchPlaces.getOrDefault(identity(item), -1)));
        others.sort(Comparator.comparingInt(item -> serverPlaces.getOrDefault(identity(item), -1)));
        List<Json> all = new ArrayList<>(merged.size());
        int next = 0;
        for (Json item : named) {
            int place = serverPlaces.getOrDefault(identity(item), -1);
            while (next < others.size()
                    && serverPlaces.getOrDefault(identity(others.get(next)), Integer.MAX_VALUE) < place) {
                all.add(others.get(next++));
            }
            all.add(item);
        }
        all.addAll(others.subList(next, others.size()));
        return new Json.Arr(all);
    }

    private Map<Json, Integer> places(List<Json> items) {
        Map<Json, Integer> places = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            Json item = items.get(i);
            Json known = mergeKey != null && item instanceof Json.Obj object ? object.get(mergeKey) : item;
            if (known != null) {
                places.putIfAbsent(known, i);
            }
        }
        return places;
    }

    private Json identity(Json item) {
        return mergeKey != null && item instanceof Json.Obj object ? keyOf(object, mergeKey) : item;
    }
}
