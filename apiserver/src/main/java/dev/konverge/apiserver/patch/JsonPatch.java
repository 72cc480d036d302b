package dev.konverge.apiserver.patch;

import dev.konverge.apiserver.failure.Failures;
import dev.konverge.apiserver.failure.StatusException;
import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.model.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON patch as the API server understands it: RFC 6902, where a negative index counts from the end of a list, and a field that
 * an object does not have can be replaced, and copied and tested as null.
 *
 * <p>Whatever does not fit the object is refused without saying what, as Kubernetes does.
 */
public final class JsonPatch {
    /** How many operations a patch may have. */
    public static final int MAX_OPERATIONS = 10_000;

    private JsonPatch() {}

    /**
     * {@return the object with the patch applied}
     *
     * @throws StatusException 400 if it is not a list of operations, 413 if there are too many of them, 422 if one of them does
     *     not fit
     */
    public static Json.Obj apply(Json.Obj object, Json patch) {
        List<Json> operations = operations(patch);
        JsonDocument document = new JsonDocument(object);
        try {
            for (Json operation : operations) {
                step(document, (Json.Obj) operation);
            }
        } catch (MisfitException misfit) {
            throw rejected();
        }
        if (document.root() instanceof Json.Obj result) {
            return result;
        }
        throw rejected();
    }

    /**
     * {@return what a patch has made, as the text of a refusal quotes it}: the library opens the objects on the way to what it
     * changes, and an object that was opened has its fields in the order of their names.
     */
    public static Json opened(Json.Obj patched, Json patch) {
        Json shown = JsonDocument.opened(patched, "");
        if (patch instanceof Json.Arr operations) {
            for (Json operation : operations.items()) {
                for (String name : List.of("path", "from")) {
                    if (operation instanceof Json.Obj members && members.get(name) instanceof Json.Str path) {
                        shown = JsonDocument.opened(shown, path.value());
                    }
                }
            }
        }
        return shown;
    }

    private static StatusException rejected() {
        return Failures.patchRejected();
    }

    private static List<Json> operations(Json patch) {
        if (patch instanceof Json.Null) {
            return List.of();
        }
        if (!(patch instanceof Json.Arr list)) {
            throw undecodable(patch, "[]handlers.jsonPatchOp");
        }
        for (Json operation : list.items()) {
            if (!(operation instanceof Json.Obj)) {
                throw undecodable(operation, "handlers.jsonPatchOp");
            }
        }
        int count = list.items().size();
        if (count > MAX_OPERATIONS) {
            throw Failures.tooLarge(
                    "The allowed maximum operations in a JSON patch is " + MAX_OPERATIONS + ", got " + count);
        }
        return list.items();
    }

    private static StatusException undecodable(Json value, String type) {
        return Failures.badRequest("error decoding patch: json: cannot unmarshal " + GoFormat.jsonName(value)
                + " into Go value of type " + type);
    }

    private static void step(JsonDocument document, Json.Obj operation) throws MisfitException {
        String path = text(operation, "path");
        switch (text(operation, "op")) {
            case "add" -> document.add(path, value(operation));
            case "remove" -> document.remove(path);
            case "replace" -> document.replace(path, value(operation));
            case "move" -> document.move(text(operation, "from"), path);
            case "copy" -> document.copy(text(operation, "from"), path);
            case "test" -> {
                if (!document.at(path).equals(value(operation))) {
                    throw new MisfitException();
                }
            }
            default -> throw new MisfitException();
        }
    }

    private static String text(Json.Obj operation, String field) throws MisfitException {
        if (operation.get(field) instanceof Json.Str text) {
            return text.value();
        }
        throw new MisfitException();
    }

    /** An operation that lacks its value means null. */
    private static Json value(Json.Obj operation) {
        @Nullable Json value = operation.get("value");
        return value == null ? Json.Null.INSTANCE : value;
    }
}
