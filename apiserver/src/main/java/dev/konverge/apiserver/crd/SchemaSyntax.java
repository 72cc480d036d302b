package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that a schema uses only what definitions support. */
final class SchemaSyntax {
    private static final List<String> TYPES =
            List.of("array", "boolean", "integer", "null", "number", "object", "string");
    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");

    private final List<FieldError> errors = new ArrayList<>();

    private SchemaSyntax() {}

    static List<FieldError> check(SchemaNode schema, String place) {
        SchemaSyntax run = new SchemaSyntax();
        run.node(schema, place, true, "");
        return run.errors;
    }

    /** {@code noDefaults} says why there may be no defaults, empty if there may. */
    private void node(SchemaNode node, String place, boolean root, String noDefaults) {
        standard(node, place, noDefaults);
        if (node.flag("uniqueItems")) {
            errors.add(FieldError.forbidden(
                    place + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
        }
        boolean restricts =
                node.entries() == SchemaNode.Entries.DESCRIBED || node.entries() == SchemaNode.Entries.FORBIDDEN;
        if (restricts && !node.properties().isEmpty()) {
            errors.add(FieldError.forbidden(
                    place + ".additionalProperties", "additionalProperties and properties are mutual exclusive"));
        }
        if (node.get("x-kubernetes-preserve-unknown-fields") instanceof Json.Bool flag && !flag.value()) {
            errors.add(FieldError.invalid(
                    place + ".x-kubernetes-preserve-unknown-fields", flag, "must be true or undefined"));
        }
        mapType(node, place);
        listType(node, place);
        children(node, place, root, noDefaults);
    }

    private void children(SchemaNode node, String place, boolean root, String noDefaults) {
        DefinitionSchema.children(node, place).forEach((childPlace, child) -> {
            String name = childPlace.substring(place.length());
            boolean meta = root
                    && Set.of(".properties[metadata]", ".properties[kind]", ".properties[apiVersion]")
                            .contains(name);
            String reason =
                    meta ? " in top-level " + name.substring(".properties[".length(), name.length() - 1) : noDefaults;
            node(child, childPlace, false, reason);
        });
        for (String key : List.of("allOf", "oneOf", "anyOf")) {
            List<SchemaNode> parts = node.list(key);
            for (int i = 0; i < parts.size(); i++) {
                node(parts.get(i), place + "." + key + "[" + i + "]", false, noDefaults);
            }
        }
        SchemaNode not = node.node("not");
        if (not != null) {
            node(not, place + ".not", false, noDefaults);
        }
    }

    private void standard(SchemaNode node, String place, String noDefaults) {
        if (!node.type().isEmpty() && !TYPES.contains(node.type())) {
            // That null is known is for its own refusal, below.
            List<String> supported =
                    TYPES.stream().filter(type -> !type.equals("null")).toList();
            errors.add(FieldError.notSupported(place + ".type", Json.of(node.type()), supported));
        }
        if (node.defaultValue() != null && !noDefaults.isEmpty()) {
            errors.add(FieldError.forbidden(place + ".default", "must not be set" + noDefaults));
        }
        for (String key : UNSUPPORTED) {
            if (node.get(key) != null) {
                errors.add(FieldError.forbidden(place + "." + key, key + " is not supported"));
            }
        }
        if (node.type().equals("null")) {
            errors.add(FieldError.forbidden(
                    place + ".type", "type cannot be set to null, use nullable as an alternative"));
        }
        if (node.get("items") instanceof Json.Arr) {
            errors.add(FieldError.forbidden(place + ".items", "items must be a schema object and not an array"));
        }
    }

    private void mapType(SchemaNode node, String place) {
        String type = node.text("x-kubernetes-map-type");
        if (type.isEmpty()) {
            return;
        }
        ofType(node, "object", "x-kubernetes-map-type", place);
        if (!type.equals("atomic") && !type.equals("granular")) {
            errors.add(FieldError.notSupported(
                    place + ".x-kubernetes-map-type", Json.of(type), List.of("atomic", "granular")));
        }
    }

    private void ofType(SchemaNode node, String type, String extension, String place) {
        String complaint = "must be " + type + " if " + extension + " is specified";
        if (!node.type().equals(type)) {
            errors.add(
                    node.type().isEmpty()
                            ? FieldError.required(place + ".type", complaint)
                            : FieldError.invalid(place + ".type", node.type(), complaint));
        }
    }

    private void listType(SchemaNode node, String place) {
        String type = node.listType();
        String field = place + ".x-kubernetes-list-type";
        if (!node.listKeys().isEmpty() && !type.equals("map")) {
            String complaint = "must be map if x-kubernetes-list-map-keys is non-empty";
            errors.add(
                    type.isEmpty()
                            ? FieldError.required(field, complaint)
                            : FieldError.invalid(field, type, complaint));
        }
        if (type.isEmpty()) {
            return;
        }
        ofType(node, "array", "x-kubernetes-list-type", place);
        if (!List.of("atomic", "set", "map").contains(type)) {
            errors.add(FieldError.notSupported(field, Json.of(type), List.of("atomic", "set", "map")));
        }
        SchemaNode items = node.items();
        if (items != null && !type.equals("atomic")) {
            if (items.nullable()) {
                errors.add(FieldError.forbidden(
                        place + ".items.nullable", "cannot be nullable when x-kubernetes-list-type is " + type));
            }
            if (type.equals("set")) {
                setItems(items, place + ".items");
            }
        }
        if (type.equals("map")) {
            keys(node, place);
        }
    }

    private void setItems(SchemaNode items, String place) {
        String complaint = "must be atomic as item of a list with x-kubernetes-list-type=set";
        String listType = items.listType();
        if (items.type().equals("array") && !listType.isEmpty() && !listType.equals("atomic")) {
            errors.add(FieldError.invalid(place + ".x-kubernetes-list-type", listType, complaint));
        }
        if (items.type().equals("object")
                && !items.text("x-kubernetes-map-type").equals("atomic")) {
            errors.add(FieldError.invalid(place + ".x-kubernetes-map-type", Json.Null.INSTANCE, complaint));
        }
    }

    private void keys(SchemaNode node, String place) {
        String field = place + ".x-kubernetes-list-map-keys";
        SchemaNode items = node.items();
        if (node.listKeys().isEmpty()) {
            errors.add(FieldError.required(field, "must not be empty if x-kubernetes-list-type is map"));
        }
        if (items == null) {
            errors.add(FieldError.required(place + ".items", "must have a schema if x-kubernetes-list-type is map"));
            return;
        }
        if (!items.type().equals("object")) {
            errors.add(FieldError.invalid(
                    place + ".items.type",
                    items.type(),
                    "must be object if parent array's x-kubernetes-list-type is map"));
            return;
        }
        Json keys = node.get("x-kubernetes-list-map-keys");
        Set<String> seen = new HashSet<>();
        for (String key : node.listKeys()) {
            SchemaNode property = items.properties().get(key);
            if (property == null) {
                errors.add(FieldError.invalid(field, keys, "entries must all be names of item properties"));
            } else {
                key(property, key, items, place + ".items.properties[" + key + "]");
            }
            if (!seen.add(key)) {
                errors.add(FieldError.invalid(field, keys, "must not contain duplicate entries"));
            }
        }
    }

    private void key(SchemaNode property, String key, SchemaNode items, String place) {
        if (property.type().equals("array") || property.type().equals("object")) {
            errors.add(FieldError.invalid(
                    place + ".type",
                    items.type(),
                    "must be a scalar type if parent array's x-kubernetes-list-type is map"));
        }
        if (!items.required().contains(key) && property.defaultValue() == null) {
            errors.add(
                    FieldError.required(
                            place + ".default",
                            "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property"));
        }
        if (property.nullable()) {
            errors.add(FieldError.forbidden(
                    place + ".nullable", "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
        }
    }
}
