package dev.konverge.controller;

import dev.konverge.model.Json;
import dev.konverge.model.MergePatch;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a merge patch takes away unseen, if it was made from a part of an object: it replaces lists as a whole, and removes fields as a whole. */
final class Losses {
    private Losses() {}

    /** {@return whether a patch replaces or removes anything as a whole} */
    static boolean arePossible(MergePatch patch) {
        return replaces(patch.document());
    }

    private static boolean replaces(Json change) {
        return switch (change) {
            case Json.Arr list -> true;
            case Json.Null removal -> true;
            case Json.Obj object -> replacesAny(object.fields().values());
            default -> false;
        };
    }

    private static boolean replacesAny(Collection<Json> changes) {
        for (Json change : changes) {
            if (replaces(change)) {
                return true;
            }
        }
        return false;
    }

    /**
     * {@return the path of something that a patch takes away, though whoever made it did not see it}
     *
     * @param seen the part of the object that the patch was made from
     * @param whole the object
     */
    static Optional<String> find(MergePatch patch, Json.Obj seen, Json.Obj whole) {
        return patch.document() instanceof Json.Obj changes ? find(changes, seen, whole) : Optional.empty();
    }

    private static Optional<String> find(Json.Obj changes, Json.Obj seen, Json.Obj whole) {
        for (Map.Entry<String, Json> change : changes.fields().entrySet()) {
            String name = change.getKey();
            if (change.getValue() instanceof Json.Obj inner) {
                Optional<String> lost = find(inner, Trees.objectIn(seen, name), Trees.objectIn(whole, name));
                if (lost.isPresent()) {
                    return lost.map(path -> name + '.' + path);
                }
            } else if (isContainer(whole.get(name)) && !Objects.equals(seen.get(name), whole.get(name))) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static boolean isContainer(@Nullable Json value) {
        return value instanceof Json.Arr || value instanceof Json.Obj;
    }
}
