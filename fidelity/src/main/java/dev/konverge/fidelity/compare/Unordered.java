package dev.konverge.fidelity.compare;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts into one order what the real server finds by walking through hash tables, so that its order is chance: the several errors of a
 * custom resource or of an autoscaler, the limits that a pod exceeds, conflicts with several managers, and the rules that hold for somebody. The errors of other built-in
 * kinds have an order, which is left as it is.
 */
final class Unordered {
    private static final String CUSTOM_GROUP = "example.com";

    private Unordered() {}

    static Json.Obj sorted(Json.Obj object) {
        return Json.of("SelfSubjectRulesReview").equals(object.get("kind"))
                        && object.get("status") instanceof Json.Obj status
                ? with(object, "status", rules(status))
                : errors(object);
    }

    private static Json.Obj rules(Json.Obj status) {
        Json.Obj result = status;
        for (String field : List.of("resourceRules", "nonResourceRules")) {
            if (result.get(field) instanceof Json.Arr rules) {
                result = with(result, field, inOrder(rules));
            }
        }
        return result;
    }

    private static Json.Arr inOrder(Json.Arr array) {
        List<Json> items = new ArrayList<>(array.items());
        items.sort(Comparator.comparing(Json::toString));
        return new Json.Arr(items);
    }

    private static Json.Obj with(Json.Obj object, String field, Json value) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put(field, value);
        return new Json.Obj(fields);
    }

    private static Json.Obj errors(Json.Obj object) {
        if (Json.of("Forbidden").equals(object.get("reason")) && object.get("message") instanceof Json.Str refusal) {
            return with(object, "message", Json.of(inOrder(refusal.value())));
        }
        if (!Json.of("Status").equals(object.get("kind"))
                || !(object.get("details") instanceof Json.Obj details)
                || !isChance(object, details)
                || !(details.get("causes") instanceof Json.Arr causes)
                || !(object.get("message") instanceof Json.Str message)) {
            return object;
        }
        Json.Arr sorted = inOrder(causes);
        return with(
                with(object, "details", with(details, "causes", sorted)),
                "message",
                Json.of(message(message.value(), sorted.items())));
    }

    /** {@return a refusal with the several limits that it names in one order} */
    private static String inOrder(String refusal) {
        int open = refusal.indexOf("is forbidden: [");
        if (open < 0 || !refusal.endsWith("]")) {
            return refusal;
        }
        int start = refusal.indexOf('[', open) + 1;
        String[] reasons = refusal.substring(start, refusal.length() - 1).split(", (?!but )", -1);
        Arrays.sort(reasons);
        return refusal.substring(0, start) + String.join(", ", reasons) + "]";
    }

    private static boolean isChance(Json.Obj status, Json.Obj details) {
        boolean custom =
                details.get("group") instanceof Json.Str group && group.value().endsWith(CUSTOM_GROUP);
        // Of which sources a metric has too many.
        boolean metrics = Json.of("HorizontalPodAutoscaler").equals(details.get("kind"));
        return custom || metrics || Json.of("Conflict").equals(status.get("reason"));
    }

    /** {@return the message with its list of errors in the order of the causes, if it is such a list} */
    private static String message(String message, List<Json> causes) {
        int open = message.indexOf(": [");
        if (open < 0 || !message.endsWith("]")) {
            return message;
        }
        String rest = message.substring(open + 3, message.length() - 1);
        List<String> errors = new ArrayList<>();
        for (Json cause : causes) {
            String error = text(cause, "field") + ": " + text(cause, "message");
            if (rest.contains(error)) {
                errors.add(error);
                rest = rest.replace(error, "");
            }
        }
        return rest.matches("[, ]*") ? message.substring(0, open) + ": [" + String.join(", ", errors) + "]" : message;
    }

    private static String text(Json cause, String field) {
        return cause instanceof Json.Obj object && object.get(field) instanceof Json.Str text ? text.value() : "";
    }
}
