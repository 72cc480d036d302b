package dev.konverge.apiserver.apply;

import dev.konverge.model.Json;
import java.util.Map;
import java.util.TreeMap;

/** The order of values in which Kubernetes sorts the keys of managed fields. */
final class JsonOrder {
    private JsonOrder() {}

    static int compare(Json left, Json right) {
        int byKind = Integer.compare(rank(left), rank(right));
        if (byKind != 0) {
            return byKind;
        }
        return switch (left) {
            case Json.Int number when right instanceof Json.Int other -> Long.compare(number.value(), other.value());
            case Json.Int number -> Double.compare((double) number.value(), ((Json.Dec) right).value());
            case Json.Dec number
            when right instanceof Json.Int other -> Double.compare(number.value(), (double) other.value());
            case Json.Dec number -> Double.compare(number.value(), ((Json.Dec) right).value());
            case Json.Str text -> compare(text.value(), ((Json.Str) right).value());
            case Json.Bool flag -> Boolean.compare(flag.value(), ((Json.Bool) right).value());
            case Json.Arr list -> compareLists(list, (Json.Arr) right);
            case Json.Obj object -> compareObjects(object, (Json.Obj) right);
            case Json.Null ignored -> 0;
        };
    }

    private static int rank(Json value) {
        return switch (value) {
            case Json.Dec ignored -> 0;
            case Json.Int ignored -> 0;
            case Json.Str ignored -> 1;
            case Json.Bool ignored -> 2;
            case Json.Arr ignored -> 3;
            case Json.Obj ignored -> 4;
            case Json.Null ignored -> 5;
        };
    }

    private static int compareLists(Json.Arr left, Json.Arr right) {
        int shorter = Math.min(left.items().size(), right.items().size());
        for (int i = 0; i < shorter; i++) {
            int byItem = compare(left.items().get(i), right.items().get(i));
            if (byItem != 0) {
                return byItem;
            }
        }
        return Integer.compare(left.items().size(), right.items().size());
    }

    private static int compareObjects(Json.Obj left, Json.Obj right) {
        var mine = new TreeMap<>(left.fields()).entrySet().iterator();
        var theirs = new TreeMap<>(right.fields()).entrySet().iterator();
        while (mine.hasNext() && theirs.hasNext()) {
            Map.Entry<String, Json> a = mine.next();
            Map.Entry<String, Json> b = theirs.next();
            int byName = compare(a.getKey(), b.getKey());
            int byEntry = byName != 0 ? byName : compare(a.getValue(), b.getValue());
            if (byEntry != 0) {
                return byEntry;
            }
        }
        return Boolean.compare(mine.hasNext(), theirs.hasNext());
    }

    static int compareKeys(PathElement.Key left, PathElement.Key right) {
        int shorter = Math.min(left.names().size(), right.names().size());
        for (int i = 0; i < shorter; i++) {
            int byName = compare(left.names().get(i), right.names().get(i));
            int byField = byName != 0
                    ? byName
                    : compare(left.values().get(i), right.values().get(i));
            if (byField != 0) {
                return byField;
            }
        }
        return Integer.compare(left.names().size(), right.names().size());
    }

    /** The order of the texts' UTF-8 bytes, which differs from {@code compareTo} for characters beyond the BMP. */
    static int compare(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean high = Character.isSurrogate(a);
                return high == Character.isSurrogate(b) ? Character.compare(a, b) : high ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
