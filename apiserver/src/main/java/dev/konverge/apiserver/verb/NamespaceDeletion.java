package dev.konverge.apiserver.verb;

import dev.konverge.apiserver.kind.Tree;
import dev.konverge.model.Json;
import dev.konverge.model.TimeFormat;
import java.time.Instant;

/** What is different about deleting a namespace: it stays, terminating, until its own list of finalizers is empty as well. */
final class NamespaceDeletion {
    private NamespaceDeletion() {}

    static boolean concerns(Kind kind) {
        return kind.served().group().isEmpty() && kind.served().plural().equals("namespaces");
    }

    /** {@return whether an object is a namespace that must not go yet} */
    static boolean holds(Kind kind, Json.Obj object) {
        return concerns(kind) && !Tree.list(object, "spec", "finalizers").isEmpty();
    }

    /** {@return a namespace that is on its way out} */
    static Json.Obj terminating(Json.Obj namespace, Instant now) {
        Json.Obj marked = namespace;
        if (!Metadata.isDeleting(marked)) {
            marked = Tree.with(marked, Json.of(TimeFormat.TIME.format(now)), "metadata", "deletionTimestamp");
        }
        return Tree.with(marked, Json.of("Terminating"), "status", "phase");
    }
}
