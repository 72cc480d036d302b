package dev.konverge.apiserver.upkeep;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;
import java.util.Map;

/**
 * One condition of a namespace that is being deleted.
 *
 * @param type its name
 * @param failing whether it says that something is wrong
 * @param reason a word for programs
 * @param message a sentence for people
 */
record NamespaceCondition(String type, boolean failing, String reason, String message) {
    static final NamespaceCondition DISCOVERY = new NamespaceCondition(
            "NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered", "All resources successfully discovered");
    static final NamespaceCondition PARSING = new NamespaceCondition(
            "NamespaceDeletionGroupVersionParsingFailure",
            false,
            "ParsedGroupVersions",
            "All legacy kube types successfully parsed");
    static final NamespaceCondition CONTENT = new NamespaceCondition(
            "NamespaceDeletionContentFailure",
            false,
            "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization");
    static final NamespaceCondition REMAINING = new NamespaceCondition(
            "NamespaceContentRemaining", false, "ContentRemoved", "All content successfully removed");
    static final NamespaceCondition FINALIZERS = new NamespaceCondition(
            "NamespaceFinalizersRemaining",
            false,
            "ContentHasNoFinalizers",
            "All content-preserving finalizers finished");

    NamespaceCondition failing(String newReason, String newMessage) {
        return new NamespaceCondition(type, true, newReason, newMessage);
    }

    /** Adds it to the conditions there are; one that says the same stays as it is. */
    void put(Map<String, Json.Obj> conditions, Instant now) {
        String status = failing ? "True" : "False";
        Json.Obj old = conditions.getOrDefault(type, Json.Obj.EMPTY);
        boolean turned = !Tree.text(old, "status").equals(status);
        Json time = turned ? Json.of(TimeFormat.TIME.format(now)) : Json.of(Tree.text(old, "lastTransitionTime"));
        conditions.put(
                type,
                Tree.of(
                        "type", type,
                        "status", status,
                        "lastTransitionTime", time,
                        "reason", reason,
                        "message", message));
    }
}
