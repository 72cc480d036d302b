package dev.konverge.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The JSON patch that makes one document of another: it names what is different and nothing else. */
final class JsonDifference {
    private final List<JsonPatch.Operation> operations = new ArrayList<>();

    private JsonDifference() {}

    /** {@return the patch for which {@code patch.apply(before).equals(after)}} */
    static JsonPatch between(Json before, Json after) {
        JsonDifference difference = new JsonDifference();
        difference.at(JsonPointer.ROOT, before, after);
        return new JsonPatch(difference.operations);
    }

    private void at(JsonPointer place, Json before, Json after) {
        if (before.equals(after)) {
            return;
        }
        if (before instanceof Json.Obj left && after instanceof Json.Obj right) {
            fields(place, left.fields(), right.fields());
        } else if (before instanceof Json.Arr left && after instanceof Json.Arr right) {
            elements(place, left.items(), right.items());
        } else {
            operations.add(new JsonPatch.Replace(place, after));
        }
    }

    private void fields(JsonPointer place, Map<String, Json> before, Map<String, Json> after) {
        for (String gone : new TreeSet<>(before.keySet())) {
            if (!after.containsKey(gone)) {
                operations.add(new JsonPatch.Remove(place.child(gone)));
            }
        }
        after.forEach((name, value) -> {
            Json was = before.get(name);
            if (was == null) {
                operations.add(new JsonPatch.Add(place.child(name), value));
            } else {
                at(place.child(name), was, value);
            }
        });
    }

    /** First what goes, from the end, then what comes, from the beginning: so each index is that of the list at that moment. */
    private void elements(JsonPointer place, List<Json> before, List<Json> after) {
        List<Alignment.Pair> pairs = Alignment.of(before, after);
        Set<Integer> stay = pairs.stream().map(Alignment.Pair::before).collect(Collectors.toSet());
        for (int i = before.size() - 1; i >= 0; i--) {
            if (!stay.contains(i)) {
                operations.add(new JsonPatch.Remove(place.child(i)));
            }
        }
        Set<Integer> known = pairs.stream().map(Alignment.Pair::after).collect(Collectors.toSet());
        for (int i = 0; i < after.size(); i++) {
            if (!known.contains(i)) {
                operations.add(new JsonPatch.Add(place.child(i), after.get(i)));
            }
        }
        pairs.stream()
                .sorted(Comparator.comparingInt(Alignment.Pair::after))
                .forEach(pair -> at(place.child(pair.after()), before.get(pair.before()), after.get(pair.after())));
    }
}
