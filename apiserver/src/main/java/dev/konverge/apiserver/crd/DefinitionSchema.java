package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the schema in a definition: that it is structural, that its defaults fit it, and that it says nothing unsupported. */
final class DefinitionSchema {
    private static final Set<String> AT_ROOT = Set.of(
            "description",
            "type",
            "format",
            "title",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "multipleOf",
            "required",
            "items",
            "properties",
            "externalDocs",
            "example",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations");

    /** Metadata inside of a default are let pass. */
    private static final Struct NO_METADATA = Structure.Any.DEDUCED.object();

    private DefinitionSchema() {}

    /** {@return what is wrong with a schema} {@code status} says whether the status is a subresource. */
    static List<FieldError> check(Json.Obj schema, String place, boolean status) {
        SchemaNode node = SchemaNode.of(schema);
        List<FieldError> errors = new ArrayList<>();
        if (status) {
            root(node, place, errors);
        }
        if (node.nullable()) {
            errors.add(FieldError.forbidden(place + ".nullable", "nullable cannot be true at the root"));
        }
        List<FieldError> structural = StructuralRules.check(node, place);
        structural.sort(Comparator.comparing(FieldError::message));
        errors.addAll(structural);
        if (structural.isEmpty()) {
            defaults(node, place, errors);
        }
        errors.addAll(SchemaSyntax.check(node, place));
        if (Rule.existsIn(node)) {
            errors.addAll(RuleSyntax.check(node, place));
            errors.addAll(errors.isEmpty() ? RuleChecks.check(node, place) : List.of());
        }
        return errors;
    }

    private static void root(SchemaNode node, String place, List<FieldError> errors) {
        if (!node.type().isEmpty() && !node.type().equals("object")) {
            errors.add(
                    FieldError.invalid(
                            place + ".type",
                            node.type(),
                            "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled"));
        }
        if (!AT_ROOT.containsAll(node.source().fields().keySet())) {
            errors.add(FieldError.invalid(
                    place,
                    node.source(),
                    "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength"
                            + " Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example"
                            + " XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status"
                            + " subresource is enabled"));
        }
    }

    /** A default must be what the schema would make of it. */
    private static void defaults(SchemaNode node, String place, List<FieldError> errors) {
        Json value = node.defaultValue();
        if (value != null) {
            defaultValue(node, value, place + ".default", errors);
        }
        children(node, place).forEach((childPlace, child) -> defaults(child, childPlace, errors));
    }

    private static void defaultValue(SchemaNode node, Json value, String place, List<FieldError> errors) {
        // Checked as the one field of an object, since only objects are pruned and checked as a whole.
        SchemaNode parent = SchemaNode.of(new Json.Obj(Map.of("properties", new Json.Obj(Map.of("v", node.source())))));
        Json.Obj object = new Json.Obj(Map.of("v", value));
        if (!Pruning.prune(object, parent, NO_METADATA).unknown().isEmpty()) {
            errors.add(FieldError.invalid(place, value, "must not have unknown fields"));
            return;
        }
        List<FieldError> broken = EmbeddedObjects.check(object, parent);
        broken = broken.isEmpty() ? SchemaCheck.check(object, null, parent) : broken;
        if (broken.isEmpty() && Rule.existsIn(node)) {
            rules(parent, object, place, errors);
        }
        for (FieldError error : broken) {
            String inner = error.field().startsWith("v") ? error.field().substring(1) : "";
            String detail = error.detail().startsWith("v") ? error.detail().substring(1) : error.detail();
            errors.add(new FieldError(error.type(), place + inner, error.badValue(), detail));
        }
    }

    private static void rules(SchemaNode parent, Json.Obj object, String place, List<FieldError> errors) {
        RuleTree tree = RuleTree.of(parent, false);
        if (tree != null) {
            RuleRun.check(object, null, tree, warning -> {}).stream()
                    .map(error -> new FieldError(
                            error.type(), place + error.field().substring(1), error.badValue(), error.detail()))
                    .forEach(errors::add);
        }
    }

    static Map<String, SchemaNode> children(SchemaNode node, String place) {
        Map<String, SchemaNode> children = new LinkedHashMap<>();
        node.properties().forEach((name, child) -> children.put(place + ".properties[" + name + "]", child));
        if (node.entry() != null) {
            children.put(place + ".additionalProperties", node.entry());
        }
        if (node.items() != null) {
            children.put(place + ".items", node.items());
        }
        return children;
    }
}
