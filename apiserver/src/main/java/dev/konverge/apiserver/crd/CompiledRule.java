package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import java.util.Optional;

/**
 * A rule with what became of its expressions.
 *
 * @param rule the rule as it was written
 * @param expression what must be true, empty if it is no expression
 * @param problem why it is none, else empty
 * @param message what makes up the message, empty if nothing does
 * @param messageProblem why that is no expression, else empty
 * @param path the field that is to blame as errors show it; empty for the value itself
 */
record CompiledRule(
        Rule rule,
        Optional<Expression> expression,
        String problem,
        Optional<Expression> message,
        String messageProblem,
        String path) {
    static CompiledRule of(Rule rule, SchemaNode schema, RuleEnvironments environments) {
        Environment environment = environments.of(rule);
        String path = RulePath.find(rule.fieldPath(), schema).orElse("");
        CompiledRule bare = new CompiledRule(rule, Optional.empty(), "", Optional.empty(), "", path);
        if (rule.expression().isBlank()) {
            return bare;
        }
        return switch (environment.compile(rule.expression())) {
            case Compilation.Rejected rejected -> bare.rejected("compilation failed: " + rejected.why());
            case Compilation.Doomed doomed -> bare.rejected("program instantiation failed: " + doomed.why());
            case Compilation.Compiled compiled
            when !compiled.expression().resultType().equals("bool") ->
                bare.rejected("cel expression must evaluate to a bool");
            case Compilation.Compiled compiled -> withMessage(bare, compiled.expression(), environment);
        };
    }

    private CompiledRule rejected(String why) {
        return new CompiledRule(rule, Optional.empty(), why, Optional.empty(), "", path);
    }

    private static CompiledRule withMessage(CompiledRule bare, Expression expression, Environment environment) {
        Rule rule = bare.rule();
        Optional<Expression> condition = Optional.of(expression);
        if (rule.messageExpression().isEmpty()) {
            return new CompiledRule(rule, condition, "", Optional.empty(), "", bare.path());
        }
        return switch (environment.compile(rule.messageExpression())) {
            case Compilation.Rejected rejected -> {
                String why = "messageExpression compilation failed: " + rejected.why();
                yield new CompiledRule(rule, condition, "", Optional.empty(), why, bare.path());
            }
            case Compilation.Doomed doomed -> {
                String why = "messageExpression instantiation failed: " + doomed.why();
                yield new CompiledRule(rule, condition, "", Optional.empty(), why, bare.path());
            }
            case Compilation.Compiled compiled
            when !compiled.expression().resultType().equals("string") ->
                new CompiledRule(
                        rule,
                        condition,
                        "",
                        Optional.empty(),
                        "messageExpression must evaluate to a string",
                        bare.path());
            case Compilation.Compiled compiled ->
                new CompiledRule(rule, condition, "", Optional.of(compiled.expression()), "", bare.path());
        };
    }

    /** {@return whether it compares with what was there before} */
    boolean usesOldSelf() {
        return expression.map(compiled -> compiled.mentions("oldSelf")).orElse(false);
    }
}
