package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.cel.CelFailure;
import dev.konverge.apiserver.cel.Expression;
import dev.konverge.apiserver.cel.OutOfBudget;
import dev.konverge.apiserver.cel.Values;
import dev.konverge.apiserver.cel.Variables;
import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds one object against the rules of its kind.
 *
 * <p>A rule that is broken by what was there before and did not change is only warned of, unless it is a rule about changes.
 */
final class RuleRun {
    private static final long BUDGET = 10_000_000;
    private static final int LONGEST_MESSAGE = 5 * 1024;

    /** The end of the run: what it may cost is used up. What is known by then has been noted. */
    private static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("the budget is used up", null, false, false);
        }
    }

    /**
     * What a value was before, as far as unchanged values are let pass.
     *
     * @param known whether there is a value to compare with
     * @param unchanged whether it is the same, or is part of something that is
     */
    private record Past(
            boolean known, boolean unchanged, @Nullable Json value) {
        static final Past NONE = new Past(false, false, null);

        Past of(Json now, @Nullable Json before) {
            if (!known) {
                return this;
            }
            return before == null ? new Past(false, unchanged, null) : new Past(true, now.equals(before), before);
        }
    }

    private final List<FieldError> errors = new ArrayList<>();
    private final Consumer<String> warnings;
    private long budget = BUDGET;

    private RuleRun(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    static List<FieldError> check(Json.Obj object, Json.@Nullable Obj old, RuleTree rules, Consumer<String> warnings) {
        RuleRun run = new RuleRun(warnings);
        try {
            Past past = old == null ? Past.NONE : new Past(true, object.equals(old), old);
            run.value(object, old, rules, "", past);
        } catch (Exhausted end) {
            // What was found until then is all there is to say.
            return run.errors;
        }
        return run.errors;
    }

    private void value(Json value, @Nullable Json old, @Nullable RuleTree rules, String path, Past past) {
        if (rules == null || value instanceof Json.Null) {
            return;
        }
        Json before = old instanceof Json.Null ? null : old;
        rules(value, before, rules, path, past);
        if (value instanceof Json.Arr array) {
            list(array, before, rules, path, past);
        } else if (value instanceof Json.Obj object) {
            object(object, before, rules, path, past);
        }
    }

    private void object(Json.Obj object, @Nullable Json old, RuleTree rules, String path, Past past) {
        Json.Obj before = old instanceof Json.Obj found ? found : Json.Obj.EMPTY;
        for (Map.Entry<String, Json> field : object.fields().entrySet()) {
            String name = field.getKey();
            Json previous = before.get(name);
            boolean typeMeta = path.isEmpty() && (name.equals("kind") || name.equals("apiVersion"));
            Json pastValue = past.value() instanceof Json.Obj were ? were.get(name) : null;
            Past inner = typeMeta ? Past.NONE : past.of(field.getValue(), pastValue);
            if (rules.entry() != null) {
                value(field.getValue(), previous, rules.entry(), path + "[" + name + "]", inner);
            }
            String place = path.isEmpty() ? name : path + "." + name;
            value(field.getValue(), previous, rules.properties().get(name), place, inner);
        }
    }

    private void list(Json.Arr array, @Nullable Json old, RuleTree rules, String path, Past past) {
        if (rules.items() == null) {
            return;
        }
        for (int i = 0; i < array.items().size(); i++) {
            Json item = array.items().get(i);
            Json previous = correlated(item, old, rules.schema());
            Past inner = past.of(item, correlated(item, past.value(), rules.schema()));
            value(item, previous, rules.items(), path + "[" + i + "]", inner);
        }
    }

    /** {@return what an element was before}: only those of lists with keys are known again */
    private static @Nullable Json correlated(Json item, @Nullable Json old, SchemaNode schema) {
        if (!schema.listType().equals("map")
                || !(old instanceof Json.Arr before)
                || !(item instanceof Json.Obj object)) {
            return null;
        }
        for (Json candidate : before.items()) {
            boolean same = candidate instanceof Json.Obj other
                    && schema.listKeys().stream().allMatch(key -> Objects.equals(object.get(key), other.get(key)));
            if (same) {
                return candidate;
            }
        }
        return null;
    }

    private void rules(Json value, @Nullable Json old, RuleTree rules, String path, Past past) {
        if (rules.rules().isEmpty()) {
            return;
        }
        String type = rules.schema().type();
        if (budget <= 0) {
            exhausted(
                    path,
                    type,
                    "validation failed due to running out of cost budget, no further validation rules will be run");
        }
        Variables plain = variables(value, old, rules, false);
        Variables optional = variables(value, old, rules, true);
        for (CompiledRule rule : rules.rules()) {
            if (!rule.problem().isEmpty()) {
                errors.add(FieldError.invalid(SchemaCheck.field(path), type, "rule compile error: " + rule.problem()));
                continue;
            }
            boolean may = rule.rule().maySeeNoOldSelf();
            boolean applies = old != null || may || !rule.usesOldSelf();
            if (applies && rule.expression().isPresent()) {
                rule(rule, rule.expression().get(), may ? optional : plain, value, type, path, past);
            }
        }
    }

    private static Variables variables(Json value, @Nullable Json old, RuleTree rules, boolean optionalOld) {
        return name -> switch (name) {
            case "self" -> Values.of(value, rules.shape());
            case "oldSelf" -> {
                Object before = old == null ? null : Values.of(old, rules.shape());
                yield optionalOld ? Optional.ofNullable(before) : before;
            }
            default -> null;
        };
    }

    private void rule(
            CompiledRule rule,
            Expression expression,
            Variables variables,
            Json value,
            String type,
            String path,
            Past past) {
        String place = SchemaCheck.field(path);
        String name = rule.rule().name();
        try {
            Expression.Result result = expression.evaluate(variables);
            pay(result.cost(), path, type);
            if (!result.isTrue()) {
                broken(rule, variables, value, type, path, past);
            }
        } catch (OutOfBudget end) {
            exhausted(
                    path,
                    type,
                    "'" + end.getMessage()
                            + "': no further validation rules will be run due to call cost exceeds limit for rule: "
                            + name);
        } catch (CelFailure failure) {
            String detail = failure.isNoOverload()
                    ? "'" + failure.text()
                            + "': call arguments did not match a supported operator, function or macro signature for rule: "
                            + name
                    : failure.text() + " evaluating rule: " + name;
            errors.add(FieldError.invalid(place, type, detail));
        }
    }

    private void pay(long cost, String path, String type) {
        if (cost > budget) {
            exhausted(
                    path,
                    type,
                    "validation failed due to running out of cost budget, no further validation rules will be run");
        }
        budget -= cost;
    }

    private void exhausted(String path, String type, String detail) {
        errors.add(FieldError.invalid(SchemaCheck.field(path), type, detail));
        throw new Exhausted();
    }

    private void broken(CompiledRule rule, Variables variables, Json value, String type, String path, Past past) {
        String blamed = rule.path().isEmpty() ? path : path.isEmpty() ? rule.path() : path + "." + rule.path();
        String detail =
                message(rule, variables, blamed, type).orElse(rule.rule().complaint());
        boolean whole = type.equals("object") || type.equals("array");
        FieldError error = error(rule.rule().reason(), SchemaCheck.field(blamed), whole ? null : value, detail);
        if (past.unchanged() && !rule.usesOldSelf()) {
            warnings.accept(error.message());
        } else {
            errors.add(error);
        }
    }

    private static FieldError error(String reason, String place, @Nullable Json shown, String detail) {
        return switch (reason) {
            case "FieldValueForbidden" -> FieldError.forbidden(place, detail);
            case "FieldValueRequired" -> FieldError.required(place, detail);
            case "FieldValueDuplicate" -> new FieldError(FieldError.Type.DUPLICATE, place, shown, "");
            default -> FieldError.invalid(place, shown, detail);
        };
    }

    /** {@return the message that an expression makes up, if there is one that can be used} */
    private Optional<String> message(CompiledRule rule, Variables variables, String path, String type) {
        if (rule.message().isEmpty()) {
            return Optional.empty();
        }
        try {
            Expression.Result result = rule.message().get().evaluate(variables);
            if (result.cost() > budget) {
                exhausted(
                        path,
                        type,
                        "messageExpression evaluation failed due to running out of cost budget, no further validation rules will"
                                + " be run");
            }
            budget -= result.cost();
            String text = result.value() instanceof String made ? made.strip() : "";
            boolean usable = !text.isEmpty()
                    && text.indexOf('\n') < 0
                    && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE;
            return usable ? Optional.of(text) : Optional.empty();
        } catch (OutOfBudget end) {
            exhausted(
                    path,
                    type,
                    "no further validation rules will be run due to call cost exceeds limit for messageExpression: "
                            + Json.of(rule.rule().messageExpression()));
        } catch (CelFailure unusable) {
            // A message that cannot be made is replaced by the one that is always there.
            return Optional.empty();
        }
        return Optional.empty();
    }
}
