package dev.konverge.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The way between requirements and the {@link LabelSelector} object of the API. */
final class LabelSelectors {
    private LabelSelectors() {}

    static List<Requirement> toRequirements(LabelSelector selector) {
        List<Requirement> requirements = new ArrayList<>();
        selector.matchLabels().forEach((key, value) -> requirements.add(new Requirement.Equals(key, value)));
        for (LabelSelectorRequirement expression : selector.matchExpressions()) {
            requirements.add(toRequirement(expression));
        }
        return requirements;
    }

    private static Requirement toRequirement(LabelSelectorRequirement expression) {
        String key = orEmpty(expression.key());
        String operator = orEmpty(expression.operator());
        SortedSet<String> values = new TreeSet<>(expression.values());
        return switch (operator) {
            case "In" -> new Requirement.In(key, values);
            case "NotIn" -> new Requirement.NotIn(key, values);
            case "Exists" -> {
                requireNoValues(key, operator, values);
                yield new Requirement.Exists(key);
            }
            case "DoesNotExist" -> {
                requireNoValues(key, operator, values);
                yield new Requirement.DoesNotExist(key);
            }
            default ->
                throw new IllegalArgumentException(
                        Excerpt.quoted(operator) + " is not a valid label selector operator");
        };
    }

    private static void requireNoValues(String key, String operator, SortedSet<String> values) {
        if (!values.isEmpty()) {
            throw new IllegalArgumentException(
                    "operator " + operator + " takes no values, but has " + values + " for label \"" + key + '"');
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    static LabelSelector toObject(List<Requirement> requirements) {
        Map<String, String> labels = new LinkedHashMap<>();
        List<LabelSelectorRequirement> expressions = new ArrayList<>();
        for (Requirement requirement : requirements) {
            // A second value for the same label selects nothing; only an expression can say that.
            if (requirement instanceof Requirement.Equals equals && !labels.containsKey(equals.key())) {
                labels.put(equals.key(), equals.value());
            } else {
                expressions.add(toExpression(requirement));
            }
        }
        return LabelSelector.builder()
                .matchLabels(labels)
                .matchExpressions(expressions)
                .build();
    }

    private static LabelSelectorRequirement toExpression(Requirement requirement) {
        return switch (requirement) {
            case Requirement.Equals equals -> expression(equals.key(), "In", List.of(equals.value()));
            case Requirement.In in -> expression(in.key(), "In", List.copyOf(in.values()));
            case Requirement.NotEquals not -> expression(not.key(), "NotIn", List.of(not.value()));
            case Requirement.NotIn not -> expression(not.key(), "NotIn", List.copyOf(not.values()));
            case Requirement.Exists exists -> expression(exists.key(), "Exists", List.of());
            case Requirement.DoesNotExist absent -> expression(absent.key(), "DoesNotExist", List.of());
            case Requirement.GreaterThan greater -> throw notSayable(greater);
            case Requirement.LessThan less -> throw notSayable(less);
        };
    }

    private static IllegalStateException notSayable(Requirement requirement) {
        return new IllegalStateException("a label selector object cannot say \"" + requirement + '"');
    }

    private static LabelSelectorRequirement expression(String key, String operator, List<String> values) {
        return LabelSelectorRequirement.builder()
                .key(key)
                .operator(operator)
                .values(values)
                .build();
    }
}
