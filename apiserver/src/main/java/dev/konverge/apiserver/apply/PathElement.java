package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;
import java.util.List;

/** One step of the way to a field: the name of a field, or what tells an element of a list from the others. */
sealed interface PathElement extends Comparable<PathElement> {
    /**
     * A field of an object or an entry of a map.
     *
     * @param name its name
     */
    record Name(String name) implements PathElement {}

    /**
     * The element of a list whose key fields have these values.
     *
     * @param names the names of the key fields, sorted
     * @param values their values
     */
    record Key(List<String> names, List<Json> values) implements PathElement {}

    /**
     * The element of a set with this value.
     *
     * @param value the value
     */
    record Value(Json value) implements PathElement {}

    /**
     * The element at a place of a list.
     *
     * @param index the place
     */
    record Index(int index) implements PathElement {}

    /** {@return the order in which Kubernetes writes them: names, keys, values, indexes} */
    @Override
    default int compareTo(PathElement other) {
        if (this instanceof Name mine && other instanceof Name theirs) {
            return JsonOrder.compare(mine.name(), theirs.name());
        }
        int byKind = Integer.compare(rank(), other.rank());
        if (byKind != 0) {
            return byKind;
        }
        return switch (this) {
            case Name ignored -> 0;
            case Key key -> JsonOrder.compareKeys(key, (Key) other);
            case Value value -> JsonOrder.compare(value.value(), ((Value) other).value());
            case Index index -> Integer.compare(index.index(), ((Index) other).index());
        };
    }

    private int rank() {
        return switch (this) {
            case Name ignored -> 0;
            case Key ignored -> 1;
            case Value ignored -> 2;
            case Index ignored -> 3;
        };
    }

    /** {@return the form in which messages show it, such as {@code .spec} or {@code [name="x"]}} */
    default String text() {
        return switch (this) {
            case Name name -> "." + name.name();
            case Key key -> {
                StringBuilder out = new StringBuilder("[");
                for (int i = 0; i < key.names().size(); i++) {
                    out.append(i == 0 ? "" : ",").append(key.names().get(i)).append('=');
                    out.append(shown(key.values().get(i)));
                }
                yield out.append(']').toString();
            }
            case Value value -> "[=" + shown(value.value()) + "]";
            case Index index -> "[" + index.index() + "]";
        };
    }

    private static String shown(Json value) {
        return switch (value) {
            case Json.Str text -> GoText.quote(text.value());
            case Json.Int number -> Long.toString(number.value());
            case Json.Dec number -> GoText.number(number.value());
            case Json.Bool flag -> Boolean.toString(flag.value());
            case Json.Null ignored -> "null";
            case Json.Arr array -> array.toString();
            case Json.Obj object -> object.toString();
        };
    }
}
