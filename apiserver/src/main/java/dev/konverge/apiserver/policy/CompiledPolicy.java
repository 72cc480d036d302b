package dev.konverge.apiserver.policy;

import dev.konverge.apiserver.admission.match.MatchConditions;
import dev.konverge.apiserver.cel.CelFailure;
import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.cel.OutOfBudget;
import dev.konverge.apiserver.cel.Values;
import dev.konverge.apiserver.cel.Variables;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A policy with its expressions compiled. Immutable. */
final class CompiledPolicy {
    private static final long BUDGET = 10_000_000;
    private static final int LONGEST_MESSAGE = 5 * 1024;

    /**
     * One refusal.
     *
     * @param message what is said
     * @param reason of what kind it is, empty for the usual one
     */
    record Denial(String message, String reason) {}

    private record Validation(
            String text,
            Compilation condition,
            Optional<Compilation> messageExpression,
            String message,
            String reason) {}

    private final Json.Obj spec;
    private final Map<String, Compilation> variables;
    private final MatchConditions conditions;
    private final List<Validation> validations;

    /** What would be written to an audit log: there is none here, but what fails refuses the request. */
    private final Map<String, Compilation> annotations;

    private CompiledPolicy(
            Json.Obj spec,
            Map<String, Compilation> variables,
            MatchConditions conditions,
            List<Validation> validations,
            Map<String, Compilation> annotations) {
        this.annotations = annotations;
        this.spec = spec;
        this.variables = variables;
        this.conditions = conditions;
        this.validations = validations;
    }

    static CompiledPolicy of(Json.Obj policy) {
        Json.Obj spec = Tree.object(policy, "spec");
        boolean params = Tree.has(spec, "paramKind");
        Map<String, Compilation> variables = new LinkedHashMap<>();
        Map<String, Expression> known = new LinkedHashMap<>();
        for (Json.Obj variable : Tree.objects(spec, "variables")) {
            Compilation compilation =
                    Environment.ofAdmission(params, true, known).compile(Tree.text(variable, "expression"));
            variables.put(Tree.text(variable, "name"), compilation);
            if (compilation instanceof Compilation.Compiled compiled) {
                known.put(Tree.text(variable, "name"), compiled.expression());
            }
        }
        Environment full = Environment.ofAdmission(params, true, known);
        Environment messages = Environment.ofAdmission(params, false, known);
        List<Validation> validations = new ArrayList<>();
        for (Json.Obj validation : Tree.objects(spec, "validations")) {
            String text = Tree.text(validation, "expression");
            String message = Tree.text(validation, "messageExpression");
            validations.add(new Validation(
                    text,
                    full.compile(text),
                    message.isEmpty() ? Optional.empty() : Optional.of(messages.compile(message)),
                    Tree.text(validation, "message").strip(),
                    Tree.text(validation, "reason")));
        }
        MatchConditions conditions = MatchConditions.of(Tree.objects(spec, "matchConditions"), params, known);
        Map<String, Compilation> annotations = new LinkedHashMap<>();
        Tree.objects(spec, "auditAnnotations")
                .forEach(annotation -> annotations.computeIfAbsent(
                        Tree.text(annotation, "valueExpression").strip(), full::compile));
        return new CompiledPolicy(spec, variables, conditions, validations, annotations);
    }

    /** {@return whether what cannot be evaluated refuses a request} */
    boolean failsClosed() {
        return !Tree.text(spec, "failurePolicy").equals("Ignore");
    }

    /** {@return what the policy has against a request with these values} */
    List<Denial> evaluate(Variables request) {
        Variables values = withOwn(request);
        return switch (conditions.evaluate(values)) {
            case MatchConditions.Outcome.Unmatched ignored -> List.of();
            case MatchConditions.Outcome.Failed failed -> failure(failed.why());
            case MatchConditions.Outcome.Matched ignored -> {
                List<Denial> denials = validate(values);
                denials.addAll(annotate(values));
                yield denials;
            }
        };
    }

    private List<Denial> failure(String why) {
        return failsClosed() ? List.of(new Denial(why, "")) : List.of();
    }

    private List<Denial> annotate(Variables values) {
        List<Denial> denials = new ArrayList<>();
        annotations.forEach((text, compilation) -> {
            try {
                expression(compilation).evaluate(values);
            } catch (CelFailure failed) {
                denials.addAll(failure("expression '" + text + "' resulted in error: " + failed.text()));
            } catch (OutOfBudget end) {
                denials.addAll(failure("expression '" + text + "' resulted in error: " + end.getMessage()));
            }
        });
        return denials;
    }

    private List<Denial> validate(Variables values) {
        List<Denial> denials = new ArrayList<>();
        long budget = BUDGET;
        for (Validation validation : validations) {
            try {
                Expression.Result result = expression(validation.condition()).evaluate(values);
                budget -= result.cost();
                if (budget < 0) {
                    denials.addAll(
                            failure(
                                    "validation failed due to running out of cost budget, no further validation rules will be run"));
                    return denials;
                }
                if (!result.isTrue()) {
                    String reason = validation.reason().isEmpty() ? "Invalid" : validation.reason();
                    denials.add(new Denial(message(validation, values), reason));
                }
            } catch (CelFailure failed) {
                denials.addAll(failure("expression '" + validation.text() + "' resulted in error: " + failed.text()));
            } catch (OutOfBudget end) {
                denials.addAll(
                        failure("expression '" + validation.text() + "' resulted in error: " + end.getMessage()));
            }
        }
        return denials;
    }

    private static String message(Validation validation, Variables values) {
        String made = validation
                .messageExpression()
                .map(compilation -> made(compilation, values))
                .orElse("");
        if (!made.isEmpty()) {
            return made;
        }
        return validation.message().isEmpty()
                ? "failed expression: " + validation.text().strip()
                : validation.message();
    }

    /** {@return the message that an expression makes, or nothing if it makes none that can be shown} */
    private static String made(Compilation compilation, Variables values) {
        try {
            Object value = expression(compilation).evaluate(values).value();
            String text = value instanceof String made ? made.strip() : "";
            boolean usable = text.indexOf('\n') < 0 && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE;
            return usable ? text : "";
        } catch (CelFailure | OutOfBudget none) {
            return "";
        }
    }

    private static Expression expression(Compilation compilation) {
        return switch (compilation) {
            case Compilation.Compiled compiled -> compiled.expression();
            case Compilation.Rejected rejected -> throw new CelFailure("compilation failed: " + rejected.why());
            case Compilation.Doomed doomed -> throw new CelFailure("compilation failed: " + doomed.why());
        };
    }

    /** {@return the values of a request and of the policy's own variables, which are evaluated when they are first asked for} */
    private Variables withOwn(Variables request) {
        Variables[] all = new Variables[1];
        Object own = Values.lazily(name -> variable(name, all[0]));
        all[0] = name -> name.equals("variables") ? own : request.find(name);
        return all[0];
    }

    private Object variable(String name, Variables values) {
        Compilation compilation = variables.get(name);
        try {
            if (compilation == null) {
                throw new CelFailure("no such key: " + name);
            }
            return expression(compilation).evaluate(values).value();
        } catch (CelFailure failed) {
            throw new CelFailure("composited variable \"" + name + "\" fails to evaluate: " + failed.text());
        }
    }
}
