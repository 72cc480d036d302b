package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks what stands around the expressions of rules: messages, reasons, paths. The expressions themselves are not looked at. */
final class RuleSyntax {
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");
    private static final Pattern LINE_BREAK = Pattern.compile("[\n\r]");

    private final List<FieldError> errors = new ArrayList<>();

    private RuleSyntax() {}

    static List<FieldError> check(SchemaNode schema, String place) {
        RuleSyntax run = new RuleSyntax();
        run.node(schema, place);
        return run.errors;
    }

    private void node(SchemaNode schema, String place) {
        DefinitionSchema.children(schema, place).forEach((inner, child) -> node(child, inner));
        List<Rule> rules = Rule.of(schema);
        List<Json.Obj> sources = Tree.objects(schema.source(), "x-kubernetes-validations");
        for (int i = 0; i < rules.size(); i++) {
            String at = place + ".x-kubernetes-validations[" + i + "].";
            rule(rules.get(i), at);
            // An empty reason is one, unlike none.
            if (Tree.has(sources.get(i), "reason")
                    && !REASONS.contains(rules.get(i).reason())) {
                errors.add(FieldError.notSupported(
                        at + "reason", Json.of(rules.get(i).reason()), REASONS));
            }
            path(rules.get(i).fieldPath(), schema, at + "fieldPath");
        }
    }

    private void rule(Rule rule, String place) {
        if (rule.expression().isBlank()) {
            errors.add(FieldError.required(place + "rule", "rule is not specified"));
        } else if (!rule.message().isEmpty() && rule.message().isBlank()) {
            errors.add(FieldError.invalid(place + "message", rule.message(), "must be non-empty if specified"));
        } else if (hasLineBreak(rule.message())) {
            errors.add(FieldError.invalid(place + "message", rule.message(), "must not contain line breaks"));
        } else if (hasLineBreak(rule.expression()) && rule.message().isBlank()) {
            errors.add(
                    FieldError.required(place + "message", "message must be specified if rule contains line breaks"));
        }
        if (!rule.messageExpression().isEmpty() && rule.messageExpression().isBlank()) {
            errors.add(FieldError.required(
                    place + "messageExpression", "messageExpression must be non-empty if specified"));
        }
    }

    private void path(String path, SchemaNode schema, String place) {
        if (path.isEmpty()) {
            return;
        }
        if (path.isBlank()) {
            errors.add(FieldError.invalid(place, path, "must be non-empty if specified"));
        }
        if (LINE_BREAK.matcher(path).find()) {
            errors.add(FieldError.invalid(place, path, "must not contain line breaks"));
        }
        if (RulePath.find(path, schema).isEmpty()) {
            errors.add(FieldError.invalid(place, path, "must be a valid path"));
        }
    }

    private static boolean hasLineBreak(String text) {
        return LINE_BREAK.matcher(text.strip()).find();
    }
}
