package dev.konverge.apiserver.patch;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A document while a JSON patch is carried out on it. */
final class JsonDocument {
    /**
     * How many values all moves and copies together may touch, and how deep they may come to lie: a few lines of copies could
     * otherwise make a document that fits no memory and no stack.
     */
    private static final int MAX_TOUCHED = 1_000_000;

    private static final int MAX_DEPTH = 1_000;

    /** How many bytes of JSON all copies together may make. */
    private static final int MAX_COPIED = 3 << 20;

    private Json root;
    private int touched;
    private int copied;

    JsonDocument(Json root) {
        this.root = root;
    }

    Json root() {
        return root;
    }

    /** {@return what is at a path}: the field of an object that is not there counts as null. */
    Json at(String path) throws MisfitException {
        Json value = root;
        List<String> tokens = tokens(path);
        for (int i = 0; i < tokens.size(); i++) {
            boolean absent =
                    i == tokens.size() - 1 && value instanceof Json.Obj object && object.get(tokens.get(i)) == null;
            value = absent ? Json.Null.INSTANCE : child(value, tokens.get(i));
        }
        return value;
    }

    /** {@return the same of something that is not the whole document} */
    private Json inside(String path) throws MisfitException {
        if (path.isEmpty()) {
            throw new MisfitException();
        }
        return at(path);
    }

    void add(String path, Json value) throws MisfitException {
        edit(
                path,
                (node, token) ->
                        node instanceof Json.Arr list ? inserted(list, token, value) : put(node, token, value));
    }

    void replace(String path, Json value) throws MisfitException {
        if (path.isEmpty()) {
            root = value;
            return;
        }
        edit(path, (node, token) -> put(node, token, value));
    }

    void remove(String path) throws MisfitException {
        edit(path, JsonDocument::removed);
    }

    void move(String from, String path) throws MisfitException {
        Json value = touch(inside(from), path);
        remove(from);
        add(path, value);
    }

    void copy(String from, String path) throws MisfitException {
        Json value = touch(inside(from), path);
        copied += value.toBytes().length;
        if (copied > MAX_COPIED) {
            throw new MisfitException();
        }
        add(path, value);
    }

    /** {@return a value with the objects on the way to a path in the order of their fields' names} */
    static Json opened(Json value, String path) {
        List<String> way;
        try {
            List<String> tokens = tokens(path);
            way = tokens.isEmpty() ? tokens : tokens.subList(0, tokens.size() - 1);
        } catch (MisfitException noPath) {
            return value;
        }
        return opened(value, way);
    }

    private static Json opened(Json value, List<String> way) {
        if (value instanceof Json.Obj object) {
            Map<String, Json> sorted = new TreeMap<>(object.fields());
            if (!way.isEmpty()) {
                sorted.computeIfPresent(way.getFirst(), (name, inner) -> opened(inner, way.subList(1, way.size())));
            }
            return new Json.Obj(new LinkedHashMap<>(sorted));
        }
        if (value instanceof Json.Arr list && !way.isEmpty()) {
            List<Json> items = new ArrayList<>(list.items());
            try {
                int at = index(list, way.getFirst(), 0);
                items.set(at, opened(items.get(at), way.subList(1, way.size())));
            } catch (MisfitException beyond) {
                return value;
            }
            return new Json.Arr(items);
        }
        return value;
    }

    private void edit(String path, Edit edit) throws MisfitException {
        List<String> tokens = tokens(path);
        if (tokens.isEmpty()) {
            throw new MisfitException();
        }
        root = edited(root, tokens, edit);
    }

    private static Json edited(Json node, List<String> tokens, Edit edit) throws MisfitException {
        String token = tokens.getFirst();
        if (tokens.size() == 1) {
            return edit.apply(node, token);
        }
        return put(node, token, edited(child(node, token), tokens.subList(1, tokens.size()), edit));
    }

    private static Json child(Json node, String token) throws MisfitException {
        Json child = node instanceof Json.Obj object
                ? object.get(token)
                : node instanceof Json.Arr list ? list.items().get(index(list, token, 0)) : null;
        if (child == null) {
            throw new MisfitException();
        }
        return child;
    }

    private static Json put(Json node, String token, Json value) throws MisfitException {
        return switch (node) {
            case Json.Obj object ->
                changed(object, fields -> {
                    fields.put(token, value);
                    return fields;
                });
            case Json.Arr list -> {
                List<Json> items = new ArrayList<>(list.items());
                items.set(index(list, token, 0), value);
                yield new Json.Arr(items);
            }
            case Json.Str ignored -> throw new MisfitException();
            case Json.Int ignored -> throw new MisfitException();
            case Json.Dec ignored -> throw new MisfitException();
            case Json.Bool ignored -> throw new MisfitException();
            case Json.Null ignored -> throw new MisfitException();
        };
    }

    private static Json inserted(Json.Arr list, String token, Json value) throws MisfitException {
        int at = token.equals("-") ? list.items().size() : index(list, token, 1);
        List<Json> items = new ArrayList<>(list.items());
        items.add(at, value);
        return new Json.Arr(items);
    }

    private static Json removed(Json node, String token) throws MisfitException {
        child(node, token);
        if (node instanceof Json.Arr list) {
            List<Json> items = new ArrayList<>(list.items());
            items.remove(index(list, token, 0));
            return new Json.Arr(items);
        }
        return changed((Json.Obj) node, fields -> {
            fields.remove(token);
            return fields;
        });
    }

    private static Json changed(Json.Obj object, UnaryOperator<Map<String, Json>> change) {
        return new Json.Obj(change.apply(new LinkedHashMap<>(object.fields())));
    }

    /** {@return the index a token stands for in a list that is longer by some; negative ones count from its end} */
    private static int index(Json.Arr list, String token, int longer) throws MisfitException {
        int size = list.items().size() + longer;
        int index;
        try {
            index = Integer.parseInt(token);
        } catch (NumberFormatException notANumber) {
            throw new MisfitException();
        }
        index = index < 0 ? index + size : index;
        if (index < 0 || index >= size) {
            throw new MisfitException();
        }
        return index;
    }

    /** What stands before the first slash is not looked at, which is what Kubernetes' library does with it too. */
    private static List<String> tokens(String path) throws MisfitException {
        if (path.isEmpty()) {
            return List.of();
        }
        String[] parts = path.split("/", -1);
        if (parts.length < 2) {
            throw new MisfitException();
        }
        List<String> tokens = new ArrayList<>(parts.length - 1);
        for (int i = 1; i < parts.length; i++) {
            tokens.add(parts[i].replace("~1", "/").replace("~0", "~"));
        }
        return tokens;
    }

    private Json touch(Json value, String path) throws MisfitException {
        touch(value, tokens(path).size());
        return value;
    }

    private void touch(Json value, int depth) throws MisfitException {
        touched++;
        if (touched > MAX_TOUCHED || depth > MAX_DEPTH) {
            throw new MisfitException();
        }
        if (value instanceof Json.Obj object) {
            for (Json inner : object.fields().values()) {
                touch(inner, depth + 1);
            }
        } else if (value instanceof Json.Arr list) {
            for (Json inner : list.items()) {
                touch(inner, depth + 1);
            }
        }
    }

    /** A change of one child of a node. */
    @FunctionalInterface
    private interface Edit {
        Json apply(Json node, String token) throws MisfitException;
    }
}
