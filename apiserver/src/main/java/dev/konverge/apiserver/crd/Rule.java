package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A rule in CEL at one place of a schema, as it was written.
 *
 * @param expression what must be true
 * @param message what is said if it is not; empty for the expression itself
 * @param messageExpression what makes up the message; empty for none
 * @param reason the type of the failure; empty for an invalid value
 * @param fieldPath the field that is to blame, seen from the rule; empty for the whole value
 * @param optionalOldSelf whether it holds without an old value too, if that was said
 */
record Rule(
        String expression,
        String message,
        String messageExpression,
        String reason,
        String fieldPath,
        Optional<Boolean> optionalOldSelf) {
    static List<Rule> of(SchemaNode schema) {
        return Tree.objects(schema.source(), "x-kubernetes-validations").stream()
                .map(Rule::of)
                .toList();
    }

    private static Rule of(Json.Obj rule) {
        return new Rule(
                Tree.text(rule, "rule"),
                Tree.text(rule, "message"),
                Tree.text(rule, "messageExpression"),
                Tree.text(rule, "reason"),
                Tree.text(rule, "fieldPath"),
                rule.get("optionalOldSelf") instanceof Json.Bool flag ? Optional.of(flag.value()) : Optional.empty());
    }

    /** {@return whether there is a rule in a schema, or anywhere below it} */
    static boolean existsIn(SchemaNode schema) {
        SchemaNode items = schema.items();
        SchemaNode entry = schema.entry();
        return !Tree.objects(schema.source(), "x-kubernetes-validations").isEmpty()
                || (items != null && existsIn(items))
                || (entry != null && existsIn(entry))
                || schema.properties().values().stream().anyMatch(Rule::existsIn);
    }

    boolean maySeeNoOldSelf() {
        return optionalOldSelf.orElse(false);
    }

    /** {@return how a failure calls the rule} */
    String name() {
        return message.isEmpty() ? expression.strip() : message.strip();
    }

    /** {@return what is said if it is broken and no expression says it} */
    String complaint() {
        return message.isEmpty() ? "failed rule: " + name() : name();
    }

    /** {@return the rule as a message shows it} */
    Json shown() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("Rule", Json.of(expression));
        fields.put("Message", Json.of(message));
        fields.put("MessageExpression", Json.of(messageExpression));
        fields.put("Reason", reason.isEmpty() ? Json.Null.INSTANCE : Json.of(reason));
        fields.put("FieldPath", Json.of(fieldPath));
        fields.put("OptionalOldSelf", optionalOldSelf.<Json>map(Json::of).orElse(Json.Null.INSTANCE));
        return new Json.Obj(fields);
    }
}
