package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is different about deleting the definition of a custom resource: it stays until all objects of the resource are gone. */
final class DefinitionDeletion {
    /** What holds a definition until its objects are gone. */
    static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private DefinitionDeletion() {}

    static boolean concerns(Kind kind) {
        return kind.served().group().equals("apiextensions.k8s.io")
                && kind.served().plural().equals("customresourcedefinitions");
    }

    /** {@return whether this is the first time that somebody deletes a definition} */
    static boolean begins(Kind kind, Json.Obj object) {
        return concerns(kind) && !Metadata.isDeleting(object);
    }

    /** {@return a definition that is on its way out} */
    static Json.Obj terminating(Json.Obj definition, Instant now) {
        String time = TimeFormat.TIME.format(now);
        List<String> finalizers = new ArrayList<>(Metadata.finalizers(definition));
        if (!finalizers.contains(CLEANUP)) {
            finalizers.add(CLEANUP);
        }
        Json.Obj marked = Tree.with(definition, Json.of(time), "metadata", "deletionTimestamp");
        marked = Tree.with(marked, Tree.arr(finalizers), "metadata", "finalizers");
        return withCondition(
                marked,
                "Terminating",
                "True",
                "InstanceDeletionPending",
                "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
                time);
    }

    /** {@return a definition with one of its conditions set} */
    static Json.Obj withCondition(
            Json.Obj definition, String type, String status, String reason, String message, String time) {
        List<Json> conditions = new ArrayList<>();
        String since = time;
        int at = -1;
        for (Json.Obj condition : Tree.objects(definition, "status", "conditions")) {
            if (Tree.text(condition, "type").equals(type)) {
                at = conditions.size();
                since = Tree.text(condition, "status").equals(status)
                        ? Tree.text(condition, "lastTransitionTime")
                        : time;
            }
            conditions.add(condition);
        }
        Json.Obj condition = Tree.of(
                "type", type, "status", status, "lastTransitionTime", since, "reason", reason, "message", message);
        if (at < 0) {
            conditions.add(condition);
        } else {
            conditions.set(at, condition);
        }
        return Tree.with(definition, new Json.Arr(conditions), "status", "conditions");
    }
}
