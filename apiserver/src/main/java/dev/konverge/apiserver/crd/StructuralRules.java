package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a schema is structural: that the type of every value follows from the schema's outer part alone, and that what is
 * nested in {@code allOf}, {@code anyOf}, {@code oneOf} and {@code not} only narrows it down.
 */
final class StructuralRules {
    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String emptyType;

        Level(String emptyType) {
            this.emptyType = emptyType;
        }
    }

    private final List<FieldError> errors = new ArrayList<>();

    private StructuralRules() {}

    static List<FieldError> check(SchemaNode schema, String place) {
        StructuralRules run = new StructuralRules();
        run.node(schema, Level.ROOT, place);
        run.complete(schema, schema, place, place);
        return run.errors;
    }

    private void node(SchemaNode node, Level level, String place) {
        if (node.type().equals("array") && node.items() == null) {
            errors.add(FieldError.required(place + ".items", "must be specified"));
        }
        if (node.items() != null) {
            node(node.items(), Level.ITEM, place + ".items");
        }
        node.properties().forEach((name, child) -> node(child, Level.FIELD, place + ".properties[" + name + "]"));
        if (node.entries() != SchemaNode.Entries.UNSTATED && level == Level.ROOT) {
            errors.add(FieldError.forbidden(place + ".additionalProperties", "must not be used at the root"));
        }
        if (node.entry() != null) {
            node(node.entry(), Level.FIELD, place + ".additionalProperties");
        }
        extensions(node, place);
        values(node, place, isIntOrString(node.list("anyOf")), isIntOrStringAllOf(node));
        type(node, level, place);
        metadata(node, level, place);
    }

    private void extensions(SchemaNode node, String place) {
        String complaint = "must be false if x-kubernetes-int-or-string is true";
        if (node.intOrString() && node.preservesUnknown()) {
            errors.add(FieldError.invalid(place + ".x-kubernetes-preserve-unknown-fields", Json.Bool.TRUE, complaint));
        }
        if (node.intOrString() && node.embeddedResource()) {
            errors.add(FieldError.invalid(place + ".x-kubernetes-embedded-resource", Json.Bool.TRUE, complaint));
        }
    }

    private void type(SchemaNode node, Level level, String place) {
        String type = node.type();
        if (node.embeddedResource() && !type.equals("object")) {
            String complaint = "must be object if x-kubernetes-embedded-resource is true";
            errors.add(
                    type.isEmpty()
                            ? FieldError.required(place + ".type", complaint)
                            : FieldError.invalid(place + ".type", type, complaint));
        } else if (type.isEmpty() && !node.intOrString() && !node.preservesUnknown()) {
            errors.add(FieldError.required(place + ".type", level.emptyType));
        }
        if (node.embeddedResource() && node.entries() != SchemaNode.Entries.UNSTATED) {
            errors.add(FieldError.forbidden(
                    place + ".additionalProperties", "must not be used if x-kubernetes-embedded-resource is set"));
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            errors.add(FieldError.invalid(place + ".type", type, "must be object at the root"));
        }
        if (node.embeddedResource()
                && !node.preservesUnknown()
                && node.properties().isEmpty()) {
            errors.add(FieldError.required(
                    place + ".properties",
                    "must not be empty if x-kubernetes-embedded-resource is true without"
                            + " x-kubernetes-preserve-unknown-fields"));
        }
    }

    /** An object's kind, version and metadata are what they are everywhere; only its name may be narrowed down. */
    private void metadata(SchemaNode node, Level level, String place) {
        boolean resource = level == Level.ROOT || node.embeddedResource();
        for (String name : List.of("kind", "apiVersion")) {
            SchemaNode field = node.properties().get(name);
            if (resource && field != null && !field.type().equals("string")) {
                errors.add(
                        FieldError.invalid(place + ".properties[" + name + "].type", field.type(), "must be string"));
            }
        }
        SchemaNode metadata = node.properties().get("metadata");
        String inner = place + ".properties[metadata]";
        if (metadata == null) {
            return;
        }
        if (resource && !metadata.type().equals("object")) {
            errors.add(FieldError.invalid(inner + ".type", metadata.type(), "must be object"));
        }
        Set<String> known = Set.of("name", "generateName");
        boolean onlyNames = known.containsAll(metadata.properties().keySet())
                && Set.of("type", "properties", "default")
                        .containsAll(metadata.source().fields().keySet());
        if (level == Level.ROOT && !onlyNames) {
            errors.add(
                    FieldError.forbidden(
                            inner,
                            "must not specify anything other than name and generateName, but metadata is implicitly specified"));
        }
    }

    private void values(SchemaNode node, String place, boolean skipAnyOf, boolean skipFirstAllOf) {
        List<SchemaNode> anyOf = node.list("anyOf");
        for (int i = 0; i < anyOf.size() && !skipAnyOf; i++) {
            nested(anyOf.get(i), place + ".anyOf[" + i + "]", false);
        }
        List<SchemaNode> allOf = node.list("allOf");
        for (int i = 0; i < allOf.size(); i++) {
            nested(allOf.get(i), place + ".allOf[" + i + "]", skipFirstAllOf && i == 0);
        }
        List<SchemaNode> oneOf = node.list("oneOf");
        for (int i = 0; i < oneOf.size(); i++) {
            nested(oneOf.get(i), place + ".oneOf[" + i + "]", false);
        }
        SchemaNode not = node.node("not");
        if (not != null) {
            nested(not, place + ".not", false);
        }
        pattern(node.text("pattern"), place + ".pattern");
    }

    private void pattern(String pattern, String place) {
        try {
            if (!pattern.isEmpty()) {
                GoPattern.compile(pattern);
            }
        } catch (PatternSyntaxException malformed) {
            errors.add(FieldError.invalid(
                    place,
                    pattern,
                    "must be a valid regular expression, but isn't: error parsing regexp: "
                            + GoPattern.complaint(malformed)));
        }
    }

    private void nested(SchemaNode node, String place, boolean skipAnyOf) {
        values(node, place, skipAnyOf, false);
        if (node.items() != null) {
            nested(node.items(), place + ".items", false);
        }
        node.properties().forEach((name, child) -> nested(child, place + ".properties[" + name + "]", false));
        forbidText(node, "type", "must be empty to be structural", place);
        if (node.entries() != SchemaNode.Entries.UNSTATED) {
            errors.add(FieldError.forbidden(place + ".additionalProperties", "must be undefined to be structural"));
        }
        forbid(node.defaultValue() != null, "default", "must be undefined to be structural", place);
        forbidText(node, "title", "must be empty to be structural", place);
        forbidText(node, "description", "must be empty to be structural", place);
        forbid(node.nullable(), "nullable", "must be false to be structural", place);
        String isFalse = "must be false to be structural";
        forbid(node.preservesUnknown(), "x-kubernetes-preserve-unknown-fields", isFalse, place);
        forbid(node.embeddedResource(), "x-kubernetes-embedded-resource", isFalse, place);
        forbid(node.intOrString(), "x-kubernetes-int-or-string", isFalse, place);
        forbid(!node.listKeys().isEmpty(), "x-kubernetes-list-map-keys", "must be empty to be structural", place);
        forbidText(node, "x-kubernetes-list-type", "must be undefined to be structural", place);
        forbidText(node, "x-kubernetes-map-type", "must be undefined to be structural", place);
        boolean rules = node.get("x-kubernetes-validations") instanceof Json.Arr list
                && !list.items().isEmpty();
        forbid(rules, "x-kubernetes-validations", "must be empty to be structural", place);
        forbid(
                node.properties().containsKey("metadata"),
                "properties[metadata]",
                "must not be specified in a nested context",
                place);
    }

    private void forbidText(SchemaNode node, String field, String complaint, String place) {
        forbid(!node.text(field).isEmpty(), field, complaint, place);
    }

    private void forbid(boolean present, String field, String complaint, String place) {
        if (present) {
            errors.add(FieldError.forbidden(place + "." + field, complaint));
        }
    }

    private static boolean isIntOrStringAllOf(SchemaNode node) {
        List<SchemaNode> allOf = node.list("allOf");
        return !allOf.isEmpty() && isIntOrString(allOf.getFirst().list("anyOf"));
    }

    private static boolean isIntOrString(List<SchemaNode> anyOf) {
        return anyOf.size() == 2
                && anyOf.get(0).source().fields().equals(Map.of("type", Json.of("integer")))
                && anyOf.get(1).source().fields().equals(Map.of("type", Json.of("string")));
    }

    /** What is nested in a composition may only speak of values that the outer schema knows. */
    private void complete(SchemaNode nested, @Nullable SchemaNode outer, String outerPlace, String place) {
        for (String key : List.of("allOf", "anyOf", "oneOf")) {
            List<SchemaNode> parts = nested.list(key);
            for (int i = 0; i < parts.size(); i++) {
                completeNested(parts.get(i), outer, outerPlace, place + "." + key + "[" + i + "]");
            }
        }
        SchemaNode not = nested.node("not");
        if (not != null) {
            completeNested(not, outer, outerPlace, place + ".not");
        }
    }

    private void completeNested(SchemaNode nested, @Nullable SchemaNode outer, String outerPlace, String place) {
        if (outer == null) {
            errors.add(FieldError.required(outerPlace, "because it is defined in " + place));
            return;
        }
        complete(nested, outer, outerPlace, place);
        if (nested.items() != null) {
            completeNested(nested.items(), outer.items(), outerPlace + ".items", place + ".items");
        }
        nested.properties().forEach((name, child) -> {
            String step = ".properties[" + name + "]";
            completeNested(child, outer.properties().get(name), outerPlace + step, place + step);
        });
    }
}
