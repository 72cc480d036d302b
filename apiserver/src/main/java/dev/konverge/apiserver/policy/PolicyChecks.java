package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.kind.NameSyntax;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks policies and bindings before they are stored: above all that their expressions are some. */
public final class PolicyChecks {
    private static final List<String> REASONS = List.of("Forbidden", "Invalid", "RequestEntityTooLarge");
    private static final String NOT_SPECIFIED = "expression is not specified";
    private static final String NON_EMPTY = "must be non-empty if specified";
    private static final Pattern LINE_BREAK = Pattern.compile("[\\n\\r]");
    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");

    private final String name;
    private final Json.Obj spec;
    private final boolean params;
    private final Map<String, Expression> variables = new LinkedHashMap<>();
    private final List<FieldError> errors = new ArrayList<>();

    private PolicyChecks(String name, Json.Obj spec) {
        this.name = name;
        this.spec = spec;
        this.params = Tree.has(spec, "paramKind");
    }

    /** {@return what is wrong with a policy}; what has not changed is let pass */
    public static List<FieldError> policy(Json.Obj policy, Json.@Nullable Obj live) {
        Json.Obj spec = Tree.object(policy, "spec");
        if (live != null && spec.equals(Tree.object(live, "spec"))) {
            return List.of();
        }
        PolicyChecks run = new PolicyChecks(Tree.text(policy, "metadata", "name"), spec);
        run.check();
        return run.errors;
    }

    /** {@return what is wrong with a binding} */
    public static List<FieldError> binding(Json.Obj binding, Json.@Nullable Obj live) {
        List<FieldError> errors = new ArrayList<>();
        String policy = Tree.text(binding, "spec", "policyName");
        if (!policy.isEmpty()) {
            NameSyntax.subdomain(policy)
                    .forEach(problem -> errors.add(FieldError.invalid("spec.policyName", policy, problem)));
        }
        List<String> actions = Tree.strings(binding, "spec", "validationActions");
        for (int i = 0; i < actions.size(); i++) {
            if (actions.indexOf(actions.get(i)) < i) {
                errors.add(FieldError.duplicate("spec.validationActions[" + i + "]", Json.of(actions.get(i))));
            }
        }
        if (actions.isEmpty()) {
            errors.add(FieldError.required("spec.validationActions", "at least one validation action is required"));
        }
        if (actions.containsAll(List.of("Deny", "Warn"))) {
            errors.add(FieldError.invalid(
                    "spec.validationActions",
                    Tree.arr(actions),
                    "must not contain both Deny and Warn (repeating the same validation failure information in the API response"
                            + " and headers serves no purpose)"));
        }
        return errors;
    }

    /** What policies of both sorts say of the requests that they are for. */
    static void matching(Json.Obj spec, boolean params, List<FieldError> errors) {
        if (!Tree.has(spec, "matchConstraints")) {
            errors.add(FieldError.required("spec.matchConstraints", ""));
        } else if (Tree.list(spec, "matchConstraints", "resourceRules").isEmpty()) {
            errors.add(FieldError.required("spec.matchConstraints.resourceRules", ""));
        }
        errors.addAll(ConditionChecks.errors(Tree.objects(spec, "matchConditions"), "spec.matchConditions", params));
    }

    private void check() {
        matching(spec, params, errors);
        variables();
        List<Json.Obj> validations = Tree.objects(spec, "validations");
        List<Json.Obj> annotations = Tree.objects(spec, "auditAnnotations");
        if (validations.isEmpty() && annotations.isEmpty()) {
            String both = "validations or auditAnnotations must contain at least one item";
            errors.add(FieldError.required("spec.validations", both));
            errors.add(FieldError.required("spec.auditAnnotations", both));
        }
        for (int i = 0; i < validations.size(); i++) {
            validation(validations.get(i), "spec.validations[" + i + "].");
        }
        annotations(annotations);
    }

    private void variables() {
        List<Json.Obj> list = Tree.objects(spec, "variables");
        for (int i = 0; i < list.size(); i++) {
            String place = "spec.variables[" + i + "].";
            String name = Tree.text(list.get(i), "name");
            if (name.isBlank()) {
                errors.add(FieldError.required(place + "name", "name is not specified"));
            } else if (!IDENTIFIER.matcher(name).matches()) {
                errors.add(FieldError.invalid(place + "name", name, "must be a valid CEL identifier"));
            }
            String text = Tree.text(list.get(i), "expression");
            if (text.isBlank()) {
                errors.add(FieldError.required(place + "expression", NOT_SPECIFIED));
            } else {
                Compilation compilation = compile(text, place + "expression", true, List.of());
                // What does not compile may be anything, so that nobody complains of those who use it.
                Compilation known = compilation instanceof Compilation.Compiled ? compilation : anything();
                if (known instanceof Compilation.Compiled compiled) {
                    variables.put(name, compiled.expression());
                }
            }
        }
    }

    private static Compilation anything() {
        return Environment.ofAdmission(false, false, Optional.empty()).compile("dyn(0)");
    }

    private void validation(Json.Obj validation, String place) {
        String text = Tree.text(validation, "expression");
        if (text.isBlank()) {
            errors.add(FieldError.required(place + "expression", NOT_SPECIFIED));
        } else {
            compile(text, place + "expression", true, List.of("bool"));
        }
        String expression = Tree.text(validation, "messageExpression");
        if (!expression.isEmpty() && expression.isBlank()) {
            errors.add(FieldError.invalid(place + "messageExpression", expression, NON_EMPTY));
        } else if (!expression.isEmpty()) {
            compile(expression, place + "messageExpression", false, List.of("string"));
        }
        String message = Tree.text(validation, "message");
        if (!message.isEmpty() && message.isBlank()) {
            errors.add(FieldError.invalid(place + "message", message, NON_EMPTY));
        } else if (LINE_BREAK.matcher(message.strip()).find()) {
            errors.add(FieldError.invalid(place + "message", message, "must not contain line breaks"));
        }
        String reason = Tree.text(validation, "reason");
        if (Tree.has(validation, "reason") && !REASONS.contains(reason)) {
            errors.add(FieldError.notSupported(place + "reason", Json.of(reason), REASONS));
        }
    }

    private void annotations(List<Json.Obj> annotations) {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < annotations.size(); i++) {
            String place = "spec.auditAnnotations[" + i + "].";
            String key = Tree.text(annotations.get(i), "key");
            if (name.isEmpty()) {
                errors.add(FieldError.invalid(place + "key", key, "requires metadata.name be non-empty"));
            } else {
                NameSyntax.qualified(name + "/" + key)
                        .forEach(problem -> errors.add(FieldError.invalid(place + "key", name + "/" + key, problem)));
            }
            String text = Tree.text(annotations.get(i), "valueExpression");
            if (text.isBlank()) {
                errors.add(FieldError.required(place + "valueExpression", "valueExpression is not specified"));
            } else {
                compile(text, place + "valueExpression", true, List.of("string", "null_type"));
            }
            if (!keys.add(key)) {
                errors.add(FieldError.duplicate(place + "key", Json.of(key)));
            }
        }
    }

    private Compilation compile(String text, String place, boolean authorizer, List<String> types) {
        Optional<Map<String, Expression>> known =
                Tree.list(spec, "variables").isEmpty() ? Optional.empty() : Optional.of(variables);
        Compilation compilation =
                Environment.ofAdmission(params, authorizer, known).compile(text);
        ConditionChecks.findProblem(compilation, types)
                .ifPresent(why -> errors.add(FieldError.invalid(place, text, why)));
        return compilation;
    }
}
