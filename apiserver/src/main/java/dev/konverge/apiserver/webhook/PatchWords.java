package dev.konverge.apiserver.webhook;

import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.kind.Tree;
import dev.konverge.apiserver.patch.JsonPatch;
import dev.konverge.model.Json;
import java.util.List;

/** Why a patch does not fit an object, in the words of the library that a real server applies it with. Pure. */
final class PatchWords {
    private PatchWords() {}

    /** {@return what is wrong with the first operation that does not fit} */
    static String of(Json.Obj object, Json.Arr operations) {
        Json.Obj now = object;
        for (Json operation : operations.items()) {
            try {
                now = JsonPatch.apply(now, new Json.Arr(List.of(operation)));
            } catch (StatusException misfit) {
                return operation instanceof Json.Obj members ? of(now, members) : String.valueOf(misfit.getMessage());
            }
        }
        return "";
    }

    private static String of(Json.Obj object, Json.Obj operation) {
        String path = Tree.text(operation, "path");
        String verb = Tree.text(operation, "op");
        String misfit = verb + " operation does not apply: doc is missing ";
        return switch (verb) {
            case "test" -> "testing value " + path + " failed: test failed";
            case "replace" -> misfit + (hasParent(object, path) ? "key: " : "path: ") + path + ": missing value";
            case "add" -> misfit + "path: \"" + path + "\": missing value";
            case "remove" ->
                hasParent(object, path)
                        ? "error in remove for path: '" + path + "': Unable to remove nonexistent key: "
                                + path.substring(path.lastIndexOf('/') + 1) + ": missing value"
                        : misfit + "path: \"" + path + "\": missing value";
            case "move", "copy" -> misfit + "from path: " + Tree.text(operation, "from") + ": missing value";
            default -> "Unexpected kind: " + verb;
        };
    }

    private static boolean hasParent(Json.Obj object, String path) {
        int slash = path.lastIndexOf('/');
        Json found = object;
        for (String step : path.substring(0, Math.max(slash, 0)).split("/", -1)) {
            if (!step.isEmpty()) {
                String name = step.replace("~1", "/").replace("~0", "~");
                found = found instanceof Json.Obj fields ? fields.get(name) : null;
            }
        }
        return found instanceof Json.Obj || found instanceof Json.Arr;
    }
}
