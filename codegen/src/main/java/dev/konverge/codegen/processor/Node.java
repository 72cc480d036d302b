package dev.konverge.codegen.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON object in the making: a JSON schema, or a whole manifest. Keeps its fields in the order in which they were set. */
final class Node {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    static Node ofType(String type) {
        return new Node().with("type", type);
    }

    static Node ofType(String type, String format) {
        return ofType(type).with("format", format);
    }

    /** {@return the start of the properties of a kind: what its objects say of themselves} */
    static Node ofKind() {
        return new Node().with("apiVersion", ofType("string")).with("kind", ofType("string"));
    }

    /** Anything at all. */
    static Node open() {
        return new Node().with("x-kubernetes-preserve-unknown-fields", true);
    }

    /** {@return a node with the same fields, which can be set without changing the others} */
    static Node copyOf(Map<?, ?> tree) {
        Node copy = new Node();
        tree.forEach((name, value) -> copy.with(String.valueOf(name), value));
        return copy;
    }

    Node with(String name, Object value) {
        fields.put(name, value instanceof Node node ? node.fields : value);
        return this;
    }

    Node withText(String name, String value) {
        return value.isEmpty() ? this : with(name, value);
    }

    Node withTexts(String name, List<String> values) {
        return values.isEmpty() ? this : with(name, List.copyOf(values));
    }

    Node withNodes(String name, List<Node> nodes) {
        return nodes.isEmpty()
                ? this
                : with(name, nodes.stream().map(Node::tree).toList());
    }

    /** Adds nodes to those that are there already. */
    Node addNodes(String name, List<Node> nodes) {
        List<Object> all = new ArrayList<>(fields.get(name) instanceof List<?> before ? before : List.of());
        nodes.forEach(node -> all.add(node.tree()));
        return all.isEmpty() ? this : with(name, all);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    boolean isOf(String type) {
        return type.equals(fields.get("type"));
    }

    String text(String name) {
        return String.valueOf(fields.getOrDefault(name, ""));
    }

    /** {@return the fields, for writing} */
    Map<String, Object> tree() {
        return fields;
    }
}
