package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks policies and bindings before they are stored: above all that their expressions are some. */
public final class PolicyChecks {
    private static final List<String> REASONS = List.of("Forbidden", "Invalid", "RequestEntityTooLarge");
    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");

    private final Json.Obj spec;
    private final boolean params;
    private final Map<String, Expression> variables = new LinkedHashMap<>();
    private final List<FieldError> errors = new ArrayList<>();

    private PolicyChecks(Json.Obj spec) {
        this.spec = spec;
        this.params = Tree.has(spec, "paramKind");
    }

    /** {@return what is wrong with a policy}; what has not changed is let pass */
    public static List<FieldError> policy(Json.Obj policy, Json.@Nullable Obj live) {
        Json.Obj spec = Tree.object(policy, "spec");
        if (live != null && spec.equals(Tree.object(live, "spec"))) {
            return List.of();
        }
        PolicyChecks run = new PolicyChecks(spec);
        run.check();
        return run.errors;
    }

    /** {@return what is wrong with a binding} */
    public static List<FieldError> binding(Json.Obj binding, Json.@Nullable Obj live) {
        List<String> actions = Tree.strings(binding, "spec", "validationActions");
        if (!actions.containsAll(List.of("Deny", "Warn"))) {
            return List.of();
        }
        return List.of(FieldError.invalid(
                "spec.validationActions",
                Tree.arr(actions),
                "must not contain both Deny and Warn (repeating the same validation failure information in the API response and"
                        + " headers serves no purpose)"));
    }

    private void check() {
        if (Tree.list(spec, "matchConstraints", "resourceRules").isEmpty() && Tree.has(spec, "matchConstraints")) {
            errors.add(FieldError.required("spec.matchConstraints.resourceRules", ""));
        }
        variables();
        conditions();
        List<Json.Obj> validations = Tree.objects(spec, "validations");
        if (validations.isEmpty() && Tree.list(spec, "auditAnnotations").isEmpty()) {
            String both = "validations or auditAnnotations must contain at least one item";
            errors.add(FieldError.required("spec.validations", both));
            errors.add(FieldError.required("spec.auditAnnotations", both));
        }
        for (int i = 0; i < validations.size(); i++) {
            validation(validations.get(i), "spec.validations[" + i + "].");
        }
    }

    private void variables() {
        List<Json.Obj> list = Tree.objects(spec, "variables");
        for (int i = 0; i < list.size(); i++) {
            String place = "spec.variables[" + i + "].";
            String name = Tree.text(list.get(i), "name");
            if (!name.isEmpty() && !IDENTIFIER.matcher(name).matches()) {
                errors.add(FieldError.invalid(place + "name", name, "must be a valid CEL identifier"));
                continue;
            }
            if (variables.containsKey(name)) {
                errors.add(FieldError.duplicate(place + "name", Json.of(name)));
            }
            String text = Tree.text(list.get(i), "expression");
            Compilation compilation = compile(text, place + "expression", true, Set.of());
            if (compilation instanceof Compilation.Compiled compiled) {
                variables.put(name, compiled.expression());
            }
        }
    }

    private void conditions() {
        List<Json.Obj> conditions = Tree.objects(spec, "matchConditions");
        for (int i = 0; i < conditions.size(); i++) {
            String place = "spec.matchConditions[" + i + "].expression";
            compile(Tree.text(conditions.get(i), "expression"), place, true, Set.of("bool"));
        }
    }

    private void validation(Json.Obj validation, String place) {
        String text = Tree.text(validation, "expression");
        String message = Tree.text(validation, "message");
        if (text.isBlank()) {
            errors.add(FieldError.required(place + "expression", "expression is not specified"));
        } else {
            compile(text, place + "expression", true, Set.of("bool"));
        }
        if (!message.isEmpty() && message.isBlank()) {
            errors.add(FieldError.invalid(place + "message", message, "message must be non-empty if specified"));
        } else if (message.strip().indexOf('\n') >= 0) {
            errors.add(FieldError.invalid(place + "message", message, "message must not contain line breaks"));
        } else if (text.strip().indexOf('\n') >= 0 && message.isBlank()) {
            errors.add(FieldError.required(
                    place + "message", "message must be specified if expression contains line breaks"));
        }
        String expression = Tree.text(validation, "messageExpression");
        if (!expression.isBlank()) {
            compile(expression, place + "messageExpression", false, Set.of("string"));
        }
        String reason = Tree.text(validation, "reason");
        if (!reason.isEmpty() && !REASONS.contains(reason)) {
            errors.add(FieldError.notSupported(place + "reason", Json.of(reason), REASONS));
        }
    }

    private Compilation compile(String text, String place, boolean authorizer, Set<String> types) {
        Compilation compilation =
                Environment.ofAdmission(params, authorizer, variables).compile(text);
        switch (compilation) {
            case Compilation.Rejected rejected ->
                errors.add(FieldError.invalid(place, text, "compilation failed: " + rejected.why()));
            case Compilation.Doomed doomed ->
                errors.add(FieldError.invalid(place, text, "program instantiation failed: " + doomed.why()));
            case Compilation.Compiled compiled -> {
                String type = compiled.expression().resultType();
                if (!types.isEmpty() && !types.contains(type)) {
                    String wanted = String.join(" or ", types);
                    errors.add(FieldError.invalid(place, text, "must evaluate to " + wanted + " but got " + type));
                }
            }
        }
        return compilation;
    }
}
