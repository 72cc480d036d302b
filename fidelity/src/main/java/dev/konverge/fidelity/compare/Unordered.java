package dev.konverge.fidelity.compare;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the several errors of a custom resource in one order: the real server finds them by walking through hash tables, so that
 * their order is chance. The errors of built-in kinds have an order, which is left as it is.
 */
final class Unordered {
    private static final String CUSTOM_GROUP = "example.com";

    private Unordered() {}

    static Json.Obj sorted(Json.Obj object) {
        if (!Json.of("Status").equals(object.get("kind"))
                || !(object.get("details") instanceof Json.Obj details)
                || !(details.get("group") instanceof Json.Str group)
                || !group.value().endsWith(CUSTOM_GROUP)
                || !(details.get("causes") instanceof Json.Arr causes)
                || !(object.get("message") instanceof Json.Str message)) {
            return object;
        }
        List<Json> inOrder = new ArrayList<>(causes.items());
        inOrder.sort(Comparator.comparing(Json::toString));
        Map<String, Json> detailFields = new LinkedHashMap<>(details.fields());
        detailFields.put("causes", new Json.Arr(inOrder));
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put("details", new Json.Obj(detailFields));
        fields.put("message", Json.of(message(message.value(), inOrder)));
        return new Json.Obj(fields);
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
