package dev.konverge.apiserver.apply;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The form in which sets of fields travel: an object whose keys are {@code f:<name>}, {@code k:<key fields>}, {@code v:<value>} or
 * {@code i:<index>}, and {@code .} for an element that is a member besides what is inside of it.
 */
final class FieldsV1 {
    private static final String SELF = ".";

    private FieldsV1() {}

    static Json.Obj write(FieldSet set) {
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(set.size());
        for (int i = 0; i < set.size(); i++) {
            fields.put(key(set.element(i)), value(set, i));
        }
        return new Json.Obj(fields);
    }

    private static Json value(FieldSet set, int i) {
        FieldSet child = set.child(i);
        if (child == null) {
            return Json.Obj.EMPTY;
        }
        if (!set.member(i)) {
            return write(child);
        }
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(child.size() + 1);
        fields.put(SELF, Json.Obj.EMPTY);
        for (int j = 0; j < child.size(); j++) {
            fields.put(key(child.element(j)), value(child, j));
        }
        return new Json.Obj(fields);
    }

    private static String key(PathElement element) {
        return switch (element) {
            case PathElement.Name name -> "f:" + name.name();
            case PathElement.Value value -> "v:" + value.value();
            case PathElement.Index index -> "i:" + index.index();
            case PathElement.Key key -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                for (int i = 0; i < key.names().size(); i++) {
                    fields.put(key.names().get(i), key.values().get(i));
                }
                yield "k:" + new Json.Obj(fields);
            }
        };
    }

    /**
     * {@return the set that an object stands for} Kinds of keys that are not known are skipped: a later release may know them.
     *
     * @throws IllegalArgumentException if a key is not well formed
     */
    static FieldSet read(Json.Obj fields) {
        FieldSetBuilder out = new FieldSetBuilder(fields.fields().size());
        for (Map.Entry<String, Json> field : fields.fields().entrySet()) {
            String key = field.getKey();
            if (key.equals(SELF)) {
                continue;
            }
            if (key.length() < 2) {
                throw new IllegalArgumentException("key must be 2 characters long:");
            }
            if (key.charAt(1) != ':') {
                throw new IllegalArgumentException("missing colon: " + key);
            }
            if (!(field.getValue() instanceof Json.Obj inner)) {
                throw new IllegalArgumentException("the value of " + key + " is not an object");
            }
            if ("fkvi".indexOf(key.charAt(0)) >= 0) {
                FieldSet child = read(inner);
                out.add(element(key), child.isEmpty() || inner.get(SELF) != null, child);
            }
        }
        return out.build();
    }

    private static PathElement element(String key) {
        String content = key.substring(2);
        try {
            return switch (key.charAt(0)) {
                case 'f' -> new PathElement.Name(content);
                case 'v' -> new PathElement.Value(Json.parse(content));
                case 'i' -> new PathElement.Index(Integer.parseInt(content));
                default -> keyed(content);
            };
        } catch (DecodeException notJson) {
            throw new IllegalArgumentException("parsing key as path element: " + key, notJson);
        }
    }

    private static PathElement.Key keyed(String content) {
        if (!(Json.parse(content) instanceof Json.Obj object)) {
            throw new IllegalArgumentException("parsing key as path element: " + content);
        }
        List<String> names = new ArrayList<>(object.fields().keySet());
        Map<String, Json> sorted = object.fields();
        if (names.size() > 1) {
            sorted = new TreeMap<>(JsonOrder::compare);
            sorted.putAll(object.fields());
            names = new ArrayList<>(sorted.keySet());
        }
        return new PathElement.Key(List.copyOf(names), List.copyOf(sorted.values()));
    }
}
