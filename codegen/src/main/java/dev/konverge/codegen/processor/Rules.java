package dev.konverge.codegen.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Puts rules in CEL into a schema, as far as the server would take them: what they mean, only it can tell. */
final class Rules {
    private static final Set<String> REASONS =
            Set.of("FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate");

    private final Marked place;
    private final Node schema;

    private Rules(Marked place, Node schema) {
        this.place = place;
        this.schema = schema;
    }

    /** Adds the rules of a record or a component to its schema: those of a record hold wherever it is a component. */
    static void add(Marked place, Node schema) {
        Rules rules = new Rules(place, schema);
        List<Node> all = new ArrayList<>();
        if (place.has("Immutable")) {
            all.add(new Node().with("rule", "self == oldSelf").with("message", "is immutable"));
        }
        place.all("Rule").forEach(mark -> all.add(rules.rule(mark)));
        schema.addNodes("x-kubernetes-validations", all);
    }

    private Node rule(Mark mark) {
        String rule = mark.text("value");
        demand(!rule.isBlank(), "a @Rule is empty");
        expression(rule, "a @Rule");
        message(mark, rule);
        String reason = mark.text("reason");
        demand(
                reason.isEmpty() || REASONS.contains(reason),
                "the reason of a @Rule is \"" + reason + "\"; there are "
                        + String.join(", ", REASONS.stream().sorted().toList()));
        fieldPath(mark.text("fieldPath"));
        boolean optional = mark.flag("optionalOldSelf");
        demand(
                !optional || Transitions.isOne(rule),
                "a @Rule with optionalOldSelf does not speak of oldSelf, so there is nothing optional in it");
        Node node = new Node()
                .with("rule", rule)
                .withText("message", mark.text("message"))
                .withText("messageExpression", mark.text("messageExpression"))
                .withText("reason", reason)
                .withText("fieldPath", mark.text("fieldPath"));
        return optional ? node.with("optionalOldSelf", true) : node;
    }

    private void message(Mark mark, String rule) {
        String message = mark.text("message");
        demand(message.isEmpty() || !message.isBlank(), "the message of a @Rule is blank");
        demand(!hasLineBreak(message), "the message of a @Rule has a line break, which the server refuses");
        demand(
                !hasLineBreak(rule) || !message.isEmpty(),
                "a @Rule of several lines needs a message: without one the server tells the rule, and in one line");
        String expression = mark.text("messageExpression");
        demand(expression.isEmpty() || !expression.isBlank(), "the messageExpression of a @Rule is blank");
        expression(expression, "the messageExpression of a @Rule");
    }

    private void expression(String expression, String what) {
        CelText.flaw(expression).ifPresent(flaw -> {
            throw complaint(what + " " + flaw + ": " + expression);
        });
    }

    private void fieldPath(String path) {
        if (!path.isEmpty()) {
            SchemaPath.deadEnd(path, schema).ifPresent(end -> {
                throw complaint("the fieldPath " + path + " of a @Rule leads nowhere: " + end);
            });
        }
    }

    private static boolean hasLineBreak(String text) {
        return text.strip().matches("(?s).*[\\r\\n].*");
    }

    private void demand(boolean condition, String message) {
        if (!condition) {
            throw complaint(message);
        }
    }

    private Complaint complaint(String message) {
        return new Complaint(place.element(), message);
    }
}
