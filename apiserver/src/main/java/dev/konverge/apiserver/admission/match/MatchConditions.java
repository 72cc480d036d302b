package dev.konverge.apiserver.admission.match;

import dev.konverge.apiserver.cel.CelFailure;
import dev.konverge.apiserver.cel.Compilation;
import dev.konverge.apiserver.cel.Environment;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.cel.OutOfBudget;
import dev.konverge.apiserver.cel.Variables;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Conditions in CEL that must all be true for a policy or a webhook to be asked. Immutable. */
public final class MatchConditions {
    private static final long BUDGET = 2_500_000;

    /** What came of the conditions. */
    public sealed interface Outcome {
        /** All are true. */
        record Matched() implements Outcome {}

        /** One is false. */
        record Unmatched() implements Outcome {}

        /** None is false, and one cannot be evaluated. */
        record Failed(String why) implements Outcome {}
    }

    private record Condition(String text, Compilation compilation) {}

    private final List<Condition> conditions;

    private MatchConditions(List<Condition> conditions) {
        this.conditions = conditions;
    }

    /**
     * {@return the conditions in a list of them}
     *
     * @param conditions objects with {@code name} and {@code expression}
     * @param params whether they may speak of parameters
     * @param variables the variables they may speak of
     */
    public static MatchConditions of(List<Json.Obj> conditions, boolean params, Map<String, Expression> variables) {
        if (conditions.isEmpty()) {
            return new MatchConditions(List.of());
        }
        Environment environment = Environment.ofAdmission(params, true, variables);
        List<Condition> compiled = new ArrayList<>();
        for (Json.Obj condition : conditions) {
            String text = Tree.text(condition, "expression");
            compiled.add(new Condition(text, environment.compile(text)));
        }
        return new MatchConditions(List.copyOf(compiled));
    }

    /** {@return whether they are met, with these values of their variables} */
    public Outcome evaluate(Variables variables) {
        List<String> failures = new ArrayList<>();
        long budget = BUDGET;
        for (Condition condition : conditions) {
            try {
                Expression.Result result = expression(condition).evaluate(variables);
                budget -= result.cost();
                if (budget < 0) {
                    throw new OutOfBudget();
                }
                if (!result.isTrue()) {
                    return new Outcome.Unmatched();
                }
            } catch (CelFailure failure) {
                failures.add("expression '" + condition.text() + "' resulted in error: " + failure.text());
            } catch (OutOfBudget end) {
                return new Outcome.Failed(
                        "validation failed due to running out of cost budget, no further validation rules will be run");
            }
        }
        return failures.isEmpty()
                ? new Outcome.Matched()
                : new Outcome.Failed(failures.size() == 1 ? failures.get(0) : "[" + String.join(", ", failures) + "]");
    }

    private static Expression expression(Condition condition) {
        return switch (condition.compilation()) {
            case Compilation.Compiled compiled -> compiled.expression();
            case Compilation.Rejected rejected -> throw new CelFailure("compilation failed: " + rejected.why());
            case Compilation.Doomed doomed -> throw new CelFailure(doomed.why());
        };
    }
}
