package dev.konverge.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries a change over from what a program understands of an object to the object itself.
 *
 * <p>A record knows the fields of its own version of a kind. A newer server sends more, and those are not the program's to remove:
 * so what counts is the difference between the record before and after, and it is made to the object as it came. In a list each element
 * keeps what it has: it is known again because it is equal to what it was, or by a field that Kubernetes merges such lists by, such as its
 * name, if no other in the list has the same. Elements that are not known so are told apart by their place while there are as many as
 * before; one that has changed in a list that has become longer or shorter is taken for a new one.
 */
public final class Carryover {
    private Carryover() {}

    /**
     * {@return the object as it came, with the change made to it}
     *
     * @param whole the object as it came
     * @param before what was understood of it
     * @param after that, changed
     */
    public static Json of(Json whole, Json before, Json after) {
        if (before.equals(after)) {
            return whole;
        }
        if (whole instanceof Json.Obj all && before instanceof Json.Obj from && after instanceof Json.Obj to) {
            return fields(all, from, to);
        }
        if (whole instanceof Json.Arr all
                && before instanceof Json.Arr from
                && after instanceof Json.Arr to
                && all.items().size() == from.items().size()) {
            return elements(all.items(), from.items(), to.items());
        }
        return after;
    }

    private static Json.Obj fields(Json.Obj whole, Json.Obj before, Json.Obj after) {
        Map<String, Json> fields = new LinkedHashMap<>(whole.fields());
        for (String name : before.fields().keySet()) {
            if (after.get(name) == null) {
                fields.remove(name);
            }
        }
        after.fields().forEach((name, value) -> {
            Json was = before.get(name);
            if (was == null || !was.equals(value)) {
                fields.put(name, field(whole.get(name), was, value));
            }
        });
        return new Json.Obj(fields);
    }

    private static Json field(@Nullable Json whole, @Nullable Json before, Json after) {
        if (whole == null) {
            return after;
        }
        // An object of which nothing is understood looks like none.
        return of(whole, before == null ? Json.Obj.EMPTY : before, after);
    }

    private static Json.Arr elements(List<Json> whole, List<Json> before, List<Json> after) {
        List<Json> items = new ArrayList<>(after);
        // What was moved is not the program's to make poorer, either.
        Origins.of(before, after)
                .forEach((place, origin) ->
                        items.set(place, of(whole.get(origin), before.get(origin), after.get(place))));
        return new Json.Arr(items);
    }
}
