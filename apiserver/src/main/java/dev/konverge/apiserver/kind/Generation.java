package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** When the generation of an object counts on: what its controller takes for a new wish of its owner. */
enum Generation {
    /** Never; the kind has none. */
    NONE,
    /** It is 1, for ever. */
    FIRST,
    /** With every change outside the metadata and the status. */
    CONTENT,
    /** With that, and with every change of the annotations. */
    CONTENT_AND_ANNOTATIONS,
    /** With that, and with every change of the labels. */
    CONTENT_AND_LABELS,
    /** With every change outside the metadata, but it begins without a number. */
    CONTENT_FROM_NOTHING,
    /** With every change outside the metadata, that of the status included. */
    EVERYTHING;

    private static final Set<String> HEAD = Set.of("apiVersion", "kind", "metadata");

    /** {@return a new object with its first generation} */
    Json.Obj begin(Json.Obj object) {
        return switch (this) {
            case NONE, CONTENT_FROM_NOTHING -> object;
            case FIRST, CONTENT, CONTENT_AND_ANNOTATIONS, CONTENT_AND_LABELS, EVERYTHING ->
                Tree.with(object, Json.of(1L), "metadata", "generation");
        };
    }

    /** {@return the new state with the generation it has}, whatever generation the client named */
    Json.Obj advance(Json.Obj next, Json.Obj live) {
        long before = Tree.number(live, "metadata", "generation");
        long after = isNew(next, live) ? before + 1 : before;
        return Tree.with(next, after == 0 ? null : Json.of(after), "metadata", "generation");
    }

    private boolean isNew(Json.Obj next, Json.Obj live) {
        return switch (this) {
            case NONE, FIRST -> false;
            case CONTENT, CONTENT_FROM_NOTHING -> differ(next, live, false);
            case EVERYTHING -> differ(next, live, true);
            case CONTENT_AND_ANNOTATIONS -> differ(next, live, false) || differ(next, live, "annotations");
            case CONTENT_AND_LABELS -> differ(next, live, false) || differ(next, live, "labels");
        };
    }

    private static boolean differ(Json.Obj next, Json.Obj live, String metadata) {
        return !Tree.object(next, "metadata", metadata).equals(Tree.object(live, "metadata", metadata));
    }

    private static boolean differ(Json.Obj next, Json.Obj live, boolean withStatus) {
        return hasNew(next, live, withStatus) || hasNew(live, next, withStatus);
    }

    private static boolean hasNew(Json.Obj one, Json.Obj other, boolean withStatus) {
        for (Map.Entry<String, Json> field : one.fields().entrySet()) {
            String name = field.getKey();
            boolean counts = !HEAD.contains(name) && (withStatus || !name.equals("status"));
            if (counts && !Objects.equals(field.getValue(), other.get(name))) {
                return true;
            }
        }
        return false;
    }
}
