package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/** The conditions in the status of a definition. */
final class Conditions {
    private Conditions() {}

    static boolean isTrue(Json.Obj definition, String type) {
        return find(definition, type).part("status").equals("True");
    }

    /** A condition; all parts are empty for one that is not there. */
    record Condition(Json.Obj tree) {
        String part(String field) {
            return Tree.text(tree, field);
        }
    }

    static Condition find(Json.Obj definition, String type) {
        for (Json.Obj condition : Tree.objects(definition, "status", "conditions")) {
            if (Tree.text(condition, "type").equals(type)) {
                return new Condition(condition);
            }
        }
        return new Condition(Json.Obj.EMPTY);
    }

    /** {@return the definition with a condition set; the time changes only with the status} */
    static Json.Obj with(Json.Obj definition, String type, String status, String reason, String message, String time) {
        Condition old = find(definition, type);
        String since = old.part("status").equals(status) ? old.part("lastTransitionTime") : time;
        Json.Obj condition = Tree.of(
                "lastTransitionTime", since, "message", message, "reason", reason, "status", status, "type", type);
        List<Json> conditions = new ArrayList<>();
        boolean found = false;
        for (Json.Obj present : Tree.objects(definition, "status", "conditions")) {
            boolean same = Tree.text(present, "type").equals(type);
            conditions.add(same ? condition : present);
            found |= same;
        }
        if (!found) {
            conditions.add(condition);
        }
        return Tree.with(definition, new Json.Arr(conditions), "status", "conditions");
    }
}
