package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.cel.Shape;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Checks the expressions of the rules in a definition: that they compile, what they compare with, and what they can cost. */
final class RuleChecks {
    private final List<FieldError> errors = new ArrayList<>();
    private final RuleCosts costs = new RuleCosts();

    private RuleChecks() {}

    /** {@return what is wrong with the rules of a schema that is sound otherwise} */
    static List<FieldError> check(SchemaNode schema, String place) {
        RuleChecks run = new RuleChecks();
        run.node(schema, place, true, "", OptionalLong.of(1));
        run.costs.finish(place, run.errors);
        return run.errors;
    }

    /**
     * Checks a schema and those below.
     *
     * @param uncorrelated the outermost place whose values cannot be told from their old selves, empty if all can
     * @param times how often values of the schema can occur, empty if there is no limit
     */
    private void node(SchemaNode schema, String place, boolean root, String uncorrelated, OptionalLong times) {
        OptionalLong inside = inside(schema, times);
        boolean atomic = schema.items() != null && !schema.listType().equals("map");
        String forItems = uncorrelated.isEmpty() && atomic ? place : uncorrelated;
        schema.properties()
                .forEach(
                        (name, child) -> node(child, place + ".properties[" + name + "]", false, uncorrelated, inside));
        if (schema.entry() != null) {
            node(schema.entry(), place + ".additionalProperties", false, uncorrelated, inside);
        }
        if (schema.items() != null) {
            node(schema.items(), place + ".items", false, forItems, inside);
        }
        rules(schema, place, root, uncorrelated, times);
    }

    private static OptionalLong inside(SchemaNode schema, OptionalLong times) {
        boolean map = schema.type().equals("object") && schema.entries() != SchemaNode.Entries.UNSTATED;
        if (times.isEmpty() || (!map && !schema.type().equals("array"))) {
            return times;
        }
        Long most = map ? schema.rules().maxProperties() : schema.rules().maxItems();
        return most == null ? OptionalLong.empty() : OptionalLong.of(product(times.getAsLong(), Math.max(0, most)));
    }

    private static long product(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    private void rules(SchemaNode schema, String place, boolean root, String uncorrelated, OptionalLong times) {
        List<Rule> rules = Rule.of(schema);
        if (rules.isEmpty()) {
            return;
        }
        Shape shape = Shape.of(schema.source(), root);
        if (!shape.isDeclared()) {
            errors.add(new FieldError(
                    FieldError.Type.INTERNAL,
                    place + ".x-kubernetes-validations",
                    null,
                    "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert"
                            + " structural schema to CEL declarations"));
            return;
        }
        RuleEnvironments environments = new RuleEnvironments(shape);
        long factor = times.orElse(shape.maxCardinality());
        for (int i = 0; i < rules.size(); i++) {
            String prefix = place + ".x-kubernetes-validations[" + i + "].";
            rule(CompiledRule.of(rules.get(i), schema, environments), prefix, uncorrelated, factor);
        }
    }

    private void rule(CompiledRule compiled, String place, String uncorrelated, long factor) {
        Rule rule = compiled.rule();
        compiled.expression()
                .ifPresent(expression -> costs.count(
                        place + "rule", "estimated rule cost", product(expression.maxCost(), factor), errors));
        if (!compiled.problem().isEmpty()) {
            errors.add(FieldError.invalid(place + "rule", rule.shown(), compiled.problem()));
        }
        if (!compiled.messageProblem().isEmpty()) {
            errors.add(FieldError.invalid(place + "messageExpression", rule.shown(), compiled.messageProblem()));
        }
        compiled.message()
                .ifPresent(message -> costs.count(
                        place + "messageExpression", "estimated messageExpression cost", message.maxCost(), errors));
        if (compiled.usesOldSelf() && !uncorrelated.isEmpty()) {
            errors.add(FieldError.invalid(
                    place + "rule",
                    rule.expression(),
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within " + uncorrelated));
        }
        rule.optionalOldSelf()
                .filter(stated -> !compiled.usesOldSelf())
                .ifPresent(stated -> errors.add(FieldError.invalid(
                        place + "optionalOldSelf",
                        Json.of(stated.booleanValue()),
                        "may not be set if oldSelf is not used in rule")));
    }
}
