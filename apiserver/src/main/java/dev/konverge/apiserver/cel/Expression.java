package dev.konverge.apiserver.cel;

import dev.cel.common.types.CelType;
import java.util.Set;

/** A checked expression. Immutable; may be evaluated by many threads at once. */
public final class Expression {
    /** How much one evaluation may cost. */
    public static final long CALL_LIMIT = 1_000_000;

    private final Node node;
    private final CelType type;
    private final Set<String> names;
    private final Estimate estimate;

    Expression(Node node, CelType type, Set<String> names, Estimate estimate) {
        this.node = node;
        this.type = type;
        this.names = Set.copyOf(names);
        this.estimate = estimate;
    }

    /**
     * The result of an evaluation.
     *
     * @param value the value
     * @param cost what it cost to get it
     */
    public record Result(Object value, long cost) {
        /** {@return whether the value is {@code true}} */
        public boolean isTrue() {
            return Boolean.TRUE.equals(value);
        }
    }

    /** {@return the name of the type of all results, such as {@code bool}} */
    public String resultType() {
        return type.name();
    }

    CelType celType() {
        return type;
    }

    /** {@return whether it refers to a variable} */
    public boolean mentions(String variable) {
        return names.contains(variable);
    }

    /** {@return what an evaluation costs at most, as far as that can be known beforehand} */
    public long maxCost() {
        return estimate.max();
    }

    /** {@return the result, and what it cost}; of a failed evaluation the cost is not known and counts as nothing */
    public Result evaluate(Variables variables) {
        Evaluation evaluation = new Evaluation(variables, CALL_LIMIT);
        try {
            Object value = evaluation.value(node);
            return new Result(value, evaluation.cost());
        } catch (StackOverflowError tooDeep) {
            throw new CelFailure("expression nested too deeply");
        } catch (IndexOutOfBoundsException | IllegalArgumentException | ClassCastException unforeseen) {
            throw new CelFailure("internal error: " + unforeseen.getMessage());
        }
    }
}
