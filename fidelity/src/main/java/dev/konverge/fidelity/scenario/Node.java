package dev.konverge.fidelity.scenario;

import dev.konverge.model.Json;
import dev.konverge.model.codec.DecodeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value of a file and its path there, by which a refusal is located.
 *
 * @param value the value
 * @param path the path
 */
record Node(Json value, String path) {
    DecodeException wrong(String reason) {
        return new DecodeException(reason, path, 0);
    }

    Optional<Node> optional(String field) {
        Json found = object().get(field);
        return found == null ? Optional.empty() : Optional.of(child(field, found));
    }

    Node required(String field) {
        return optional(field).orElseThrow(() -> wrong("there is no \"" + field + "\""));
    }

    void allowOnly(String... names) {
        List<String> known = List.of(names);
        object().fields().forEach((name, field) -> {
            if (!known.contains(name)) {
                throw child(name, field).wrong("unknown field \"" + name + "\"; there are " + String.join(", ", known));
            }
        });
    }

    private Node child(String field, Json found) {
        return new Node(found, path + "." + field);
    }

    Json.Obj object() {
        if (value instanceof Json.Obj object) {
            return object;
        }
        throw wrong("expected fields");
    }

    Map<String, Node> fields() {
        Map<String, Node> fields = new LinkedHashMap<>();
        object().fields().forEach((name, field) -> fields.put(name, child(name, field)));
        return fields;
    }

    Json list() {
        if (value instanceof Json.Arr) {
            return value;
        }
        throw wrong("expected a list");
    }

    List<Node> items() {
        List<Node> items = new ArrayList<>();
        for (Json item : ((Json.Arr) list()).items()) {
            items.add(new Node(item, path + "[" + items.size() + "]"));
        }
        return items;
    }

    String text() {
        if (value instanceof Json.Str text) {
            return text.value();
        }
        throw wrong("expected a text");
    }

    List<String> texts() {
        return items().stream().map(Node::text).toList();
    }

    Map<String, String> textsByName() {
        Map<String, String> texts = new LinkedHashMap<>();
        fields().forEach((name, field) -> texts.put(name, field.text()));
        return texts;
    }

    int count() {
        if (value instanceof Json.Int number && number.value() >= 0 && number.value() <= 10_000) {
            return (int) number.value();
        }
        throw wrong("expected a number from 0 to 10000");
    }

    Node with(Values values) {
        return new Node(values.in(value), path);
    }
}
