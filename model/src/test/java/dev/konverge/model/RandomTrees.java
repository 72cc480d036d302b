package dev.konverge.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Small trees with few names and values, so that equal ones meet, and changes of them. */
final class RandomTrees {
    private static final String UNKNOWN = "unknown";
    private static final List<String> NAMES = List.of("a", "b", "name", "x/y", "~", "", "0", "-");

    private final Random random;

    RandomTrees(long seed) {
        this.random = new Random(seed);
    }

    Json tree() {
        return object(4);
    }

    private Json any(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 4)) {
            case 0 -> Json.of(random.nextInt(3));
            case 1 -> Json.of("t" + random.nextInt(3));
            case 2 -> Json.of(random.nextBoolean());
            case 3 -> Json.Null.INSTANCE;
            case 4, 5 -> object(depth - 1);
            default -> list(depth - 1);
        };
    }

    private Json.Obj object(int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            fields.put(name, name.equals("name") ? Json.of("n" + random.nextInt(4)) : any(depth));
        }
        return new Json.Obj(fields);
    }

    private Json.Arr list(int depth) {
        List<Json> items = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            items.add(any(depth));
        }
        return new Json.Arr(items);
    }

    /** {@return a tree with a few places changed} */
    Json changed(Json tree) {
        return switch (tree) {
            case Json.Obj object -> changed(object);
            case Json.Arr list -> changed(list);
            default -> random.nextInt(4) == 0 ? any(1) : tree;
        };
    }

    private Json changed(Json.Obj object) {
        Map<String, Json> fields = new LinkedHashMap<>();
        object.fields().forEach((name, value) -> {
            if (random.nextInt(6) > 0) {
                fields.put(name, changed(value));
            }
        });
        if (random.nextInt(4) == 0) {
            fields.putIfAbsent(NAMES.get(random.nextInt(NAMES.size())), any(2));
        }
        return new Json.Obj(fields);
    }

    private Json changed(Json.Arr list) {
        List<Json> items = new ArrayList<>();
        for (Json item : list.items()) {
            if (random.nextInt(6) == 0) {
                items.add(any(2));
            }
            if (random.nextInt(6) > 0) {
                items.add(changed(item));
            }
        }
        return new Json.Arr(items);
    }

    static Json withUnknownFields(Json tree) {
        return switch (tree) {
            case Json.Obj object -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                object.fields().forEach((name, value) -> fields.put(name, withUnknownFields(value)));
                fields.put(UNKNOWN, Json.of(true));
                yield new Json.Obj(fields);
            }
            case Json.Arr list ->
                new Json.Arr(list.items().stream()
                        .map(RandomTrees::withUnknownFields)
                        .toList());
            default -> tree;
        };
    }

    static Json withoutUnknownFields(Json tree) {
        return switch (tree) {
            case Json.Obj object -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                object.fields().forEach((name, value) -> fields.put(name, withoutUnknownFields(value)));
                fields.remove(UNKNOWN);
                yield new Json.Obj(fields);
            }
            case Json.Arr list ->
                new Json.Arr(list.items().stream()
                        .map(RandomTrees::withoutUnknownFields)
                        .toList());
            default -> tree;
        };
    }
}
