package dev.konverge.apiserver.mutation;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Changes one place of a tree: the document stays JSON, but not what it should be. */
final class TreeMutation {
    private final RandomGenerator random;

    /** How many more places to pass by. */
    private int left;

    private TreeMutation(RandomGenerator random, int place) {
        this.random = random;
        this.left = place;
    }

    static Json of(Json tree, RandomGenerator random) {
        return new TreeMutation(random, random.nextInt(places(tree))).walk(tree);
    }

    private static int places(Json tree) {
        return 1
                + switch (tree) {
                    case Json.Obj object ->
                        object.fields().values().stream()
                                .mapToInt(TreeMutation::places)
                                .sum();
                    case Json.Arr array ->
                        array.items().stream().mapToInt(TreeMutation::places).sum();
                    default -> 0;
                };
    }

    private Json walk(Json value) {
        if (left-- == 0) {
            return spoiled(value);
        }
        return switch (value) {
            case Json.Obj object -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                object.fields().forEach((name, field) -> fields.put(name, walk(field)));
                yield new Json.Obj(fields);
            }
            case Json.Arr array ->
                new Json.Arr(array.items().stream().map(this::walk).toList());
            default -> value;
        };
    }

    private Json spoiled(Json value) {
        if (random.nextInt(3) == 0) {
            return Nasty.value(random);
        }
        return switch (value) {
            case Json.Obj object -> fields(object);
            case Json.Arr array -> items(array);
            case Json.Int number -> Json.of(number.value() * random.nextInt(-1000, 1000));
            case Json.Str text when random.nextBoolean() -> Json.of(text.value() + Nasty.text(random));
            default -> Nasty.value(random);
        };
    }

    private Json fields(Json.Obj object) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        List<String> names = List.copyOf(fields.keySet());
        switch (random.nextInt(names.isEmpty() ? 1 : 4)) {
            case 0 -> fields.put(Nasty.name(random), Nasty.value(random));
            case 1 -> fields.remove(Nasty.pick(names, random));
            case 2 -> fields.put(Nasty.pick(names, random), Nasty.value(random));
            default -> {
                Json moved = fields.remove(Nasty.pick(names, random));
                fields.put(Nasty.name(random), moved == null ? Json.Null.INSTANCE : moved);
            }
        }
        return new Json.Obj(fields);
    }

    private Json items(Json.Arr array) {
        List<Json> items = new ArrayList<>(array.items());
        switch (random.nextInt(items.isEmpty() ? 1 : 3)) {
            case 0 -> items.add(Nasty.value(random));
            case 1 -> items.add(Nasty.pick(items, random));
            default -> items.remove(random.nextInt(items.size()));
        }
        return new Json.Arr(items);
    }
}
