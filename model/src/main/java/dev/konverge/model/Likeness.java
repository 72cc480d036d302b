package dev.konverge.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How much speaks for it that an element of a list before is one of the list after.
 *
 * <p>Most of all that they are equal, and next that they have the same key, such as a name. A key that several elements of a list have, as
 * the ports 53 of TCP and of UDP do, tells nobody which one it is, so it takes another one then. With different keys they never are the
 * same, unless another key of theirs is: what is known of one container says nothing of another.
 */
final class Likeness {
    static final int EQUAL = 4;
    static final int SAME_KEY = 3;
    static final int PERHAPS = 1;
    static final int NEVER = 0;

    /** The fields by which Kubernetes merges lists of objects. Which of them a list is merged by is not known here: the first counts most. */
    private static final List<String> KEYS =
            List.of("mountPath", "devicePath", "containerPort", "uid", "name", "topologyKey", "ip", "port", "type");

    private record Field(String name, Json value) {}

    /** The keys that one element of each list has and no more, with the place of that of the first. */
    private final Map<Field, Integer> places;

    Likeness(List<Json> before, List<Json> after) {
        this.places = placesOfKeys(before);
        places.keySet().retainAll(placesOfKeys(after).keySet());
    }

    private static Map<Field, Integer> placesOfKeys(List<Json> list) {
        Map<Field, Integer> places = new HashMap<>();
        Set<Field> several = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof Json.Obj element) {
                for (String key : KEYS) {
                    Json value = element.get(key);
                    if (value != null && places.putIfAbsent(new Field(key, value), i) != null) {
                        several.add(new Field(key, value));
                    }
                }
            }
        }
        places.keySet().removeAll(several);
        return places;
    }

    int of(Json before, Json after) {
        if (before.equals(after)) {
            return EQUAL;
        }
        if (!(before instanceof Json.Obj left) || !(after instanceof Json.Obj right)) {
            return before.getClass() == after.getClass() ? PERHAPS : NEVER;
        }
        boolean alike = false;
        boolean different = false;
        for (String key : KEYS) {
            Json value = left.get(key);
            if (!Objects.equals(value, right.get(key))) {
                different = true;
            } else if (value != null) {
                if (places.containsKey(new Field(key, value))) {
                    return different ? PERHAPS : SAME_KEY;
                }
                alike |= !different;
            }
        }
        return different && !alike ? NEVER : PERHAPS;
    }

    /** {@return the place in the list before of the element that has the same key as one of the list after} */
    Optional<Integer> placeBefore(List<Json> before, Json after) {
        if (after instanceof Json.Obj element) {
            for (String key : KEYS) {
                Json value = element.get(key);
                Integer place = value == null ? null : places.get(new Field(key, value));
                if (place != null && of(before.get(place), after) >= SAME_KEY) {
                    return Optional.of(place);
                }
            }
        }
        return Optional.empty();
    }
}
