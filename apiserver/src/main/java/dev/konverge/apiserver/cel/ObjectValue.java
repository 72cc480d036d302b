package dev.konverge.apiserver.cel;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object or a map of an object. The fields of an object have escaped names, the keys of a map are as they are. */
final class ObjectValue implements MapValue {
    private final Json.Obj tree;
    private final Shape shape;

    ObjectValue(Json.Obj tree, Shape shape) {
        this.tree = tree;
        this.shape = shape;
    }

    /** {@return whether there is a schema that says what it is} */
    boolean isTyped() {
        return shape.kind() != Shape.Kind.ANY;
    }

    Json.Obj tree() {
        return tree;
    }

    @Override
    public @Nullable Object find(Object key) {
        if (!(key instanceof String name)) {
            throw CelFailure.noOverload();
        }
        if (!shape.hasNamedFields()) {
            Json value = tree.get(name);
            return value == null ? null : shape.element().value(value);
        }
        String field = Names.unescape(name).orElse("");
        Json value = tree.get(field);
        Shape known = shape.fields().get(field);
        // A field that is null is as good as absent.
        return value == null || value instanceof Json.Null || known == null ? null : known.value(value);
    }

    @Override
    public Iterable<Object> keys() {
        List<Object> keys = new ArrayList<>();
        for (String name : tree.fields().keySet()) {
            if (!shape.hasNamedFields()) {
                keys.add(name);
            } else if (shape.fields().containsKey(name)) {
                keys.add(Names.escape(name).orElse(name));
            }
        }
        return keys;
    }

    @Override
    public int size() {
        return tree.fields().size();
    }

    @Override
    public boolean isSame(MapValue other) {
        if (size() != other.size()) {
            return false;
        }
        for (Map.Entry<String, Json> entry : tree.fields().entrySet()) {
            if (!isSame(entry.getKey(), entry.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSame(String name, Json value, MapValue other) {
        if (shape.hasNamedFields() && !shape.fields().containsKey(name)) {
            // Nobody knows what it is, so it is compared as it was written.
            Json there = other instanceof ObjectValue object ? object.tree.get(name) : null;
            return there == null || there.equals(value);
        }
        String key = shape.hasNamedFields() ? Names.escape(name).orElse(name) : name;
        Object own = find(key);
        Object there = other.find(key);
        if (own == null || there == null) {
            return own == null && there == null;
        }
        return Equality.equal(own, there);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectValue object && tree.equals(object.tree);
    }

    @Override
    public int hashCode() {
        return tree.hashCode();
    }
}
