package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.Identity;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lays a configuration over an object: what the configuration has wins, nothing is removed. */
final class Merge {
    private Merge() {}

    /** {@return the object with the configuration laid over it; parts that do not change are the same instances} */
    static Json.Obj of(Json.Obj live, Json.Obj config, Struct structure) throws MistypedException {
        return (Json.Obj) merge(live, config, structure);
    }

    private static Json merge(Json live, Json config, Structure structure) throws MistypedException {
        return switch (Shapes.resolve(structure, config)) {
            case Struct struct when !struct.atomic() -> objects(live, config, struct);
            case Structure.SetList list -> lists(live, config, list);
            case Structure.KeyedList list -> lists(live, config, list);
            case Struct ignored -> leaf(live, config);
            case Structure.AtomicList ignored -> leaf(live, config);
            case Structure.Scalar ignored -> leaf(live, config);
            case Structure.Any ignored -> throw new IllegalStateException("a resolved structure is decided");
        };
    }

    private static Json leaf(Json live, Json config) {
        return live.equals(config) ? live : config;
    }

    private static Json objects(Json live, Json config, Struct struct) throws MistypedException {
        Json.Obj before = live instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        Json.Obj wanted = config instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        if (before.fields().isEmpty()) {
            return leaf(live, config);
        }
        Map<String, Json> fields = null;
        for (Map.Entry<String, Json> entry : wanted.fields().entrySet()) {
            String name = entry.getKey();
            Json present = before.get(name);
            Json merged =
                    present == null ? entry.getValue() : merge(present, entry.getValue(), Shapes.field(struct, name));
            if (!Identity.same(merged, present)) {
                fields = fields == null ? new LinkedHashMap<>(before.fields()) : fields;
                fields.put(name, merged);
            }
        }
        return fields == null ? before : new Json.Obj(fields);
    }

    private static Json lists(Json live, Json config, Structure.Sequence list) throws MistypedException {
        List<Json> before = live instanceof Json.Arr array ? array.items() : List.of();
        List<Json> wanted = config instanceof Json.Arr array ? array.items() : List.of();
        if (before.isEmpty()) {
            return leaf(live, config);
        }
        if (wanted.isEmpty()) {
            return live;
        }
        List<Json> merged = new Zip(list, before, wanted).run();
        return same(merged, before) ? live : new Json.Arr(merged);
    }

    private static boolean same(List<Json> left, List<Json> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!Identity.same(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Merges two lists whose elements can be told apart. Elements that only the object has keep their places; those of the
     * configuration come in its order.
     */
    private static final class Zip {
        private final Structure.Sequence list;
        private final List<Json> live;
        private final List<PathElement> livePlaces = new ArrayList<>();
        private final List<PathElement> wantedPlaces = new ArrayList<>();

        /** By element; null marks those that are there more than once and so are not merged with anything. */
        private final Map<PathElement, @Nullable Json> liveItems = new HashMap<>();

        private final Map<PathElement, Json> wantedItems = new HashMap<>();
        private final Deque<PathElement> shared = new ArrayDeque<>();
        private final Set<PathElement> done = new HashSet<>();
        private final List<Json> out = new ArrayList<>();

        Zip(Structure.Sequence list, List<Json> live, List<Json> wanted) throws MistypedException {
            this.list = list;
            this.live = live;
            for (Json item : wanted) {
                PathElement element = Shapes.element(list, item);
                wantedPlaces.add(element);
                wantedItems.put(element, item);
            }
            for (Json item : live) {
                PathElement element = Shapes.element(list, item);
                livePlaces.add(element);
                liveItems.put(element, liveItems.containsKey(element) ? null : item);
            }
            for (PathElement element : wantedPlaces) {
                if (liveItems.containsKey(element)) {
                    shared.add(element);
                }
            }
        }

        List<Json> run() throws MistypedException {
            int left = 0;
            int right = 0;
            while (left < livePlaces.size() || right < wantedPlaces.size()) {
                PathElement mine = left < livePlaces.size() ? livePlaces.get(left) : null;
                PathElement theirs = right < wantedPlaces.size() ? wantedPlaces.get(right) : null;
                if (mine != null && !wantedItems.containsKey(mine)) {
                    out.add(live.get(left++));
                    continue;
                }
                if (mine != null && theirs != null && !mine.equals(theirs) && isAnotherDue(mine)) {
                    left++;
                    continue;
                }
                if (mine != null && (mine.equals(theirs) || done.contains(mine))) {
                    left++;
                }
                if (theirs != null) {
                    right++;
                    take(theirs);
                }
            }
            return out;
        }

        /** {@return whether an element of both is passed over, because the configuration wants another one of both first} */
        private boolean isAnotherDue(PathElement mine) {
            PathElement next = shared.peekFirst();
            return next != null && !next.equals(mine);
        }

        private void take(PathElement element) throws MistypedException {
            Json wanted = wantedItems.get(element);
            Json present = liveItems.get(element);
            if (wanted != null) {
                out.add(present == null ? wanted : merge(present, wanted, list.element()));
            }
            done.add(element);
            if (element.equals(shared.peekFirst())) {
                shared.removeFirst();
            }
        }
    }
}
