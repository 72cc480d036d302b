package dev.konverge.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON patch (RFC 6902): operations that are carried out one after the other, all or none.
 *
 * @param operations the operations, in order
 */
public record JsonPatch(List<Operation> operations) implements Patch {
    /** Copies its argument. */
    public JsonPatch {
        operations = List.copyOf(operations);
    }

    /** One step of a patch. */
    public sealed interface Operation {
        /** {@return the place it changes or tests} */
        JsonPointer path();

        /** {@return the word for it in a document} */
        default String name() {
            return switch (this) {
                case Add ignored -> "add";
                case Remove ignored -> "remove";
                case Replace ignored -> "replace";
                case Move ignored -> "move";
                case Copy ignored -> "copy";
                case Test ignored -> "test";
            };
        }
    }

    /**
     * Sets a field, or inserts an element before the one at an index; the index {@code -} is behind the last.
     *
     * @param path the place
     * @param value the new value
     */
    public record Add(JsonPointer path, Json value) implements Operation {}

    /**
     * Removes a field or an element, which must be there.
     *
     * @param path the place
     */
    public record Remove(JsonPointer path) implements Operation {}

    /**
     * Replaces a field or an element, which must be there.
     *
     * @param path the place
     * @param value the new value
     */
    public record Replace(JsonPointer path, Json value) implements Operation {}

    /**
     * Removes a value from one place, where it must be, and adds it at another.
     *
     * @param from where it is
     * @param path where it goes, not inside of {@code from}
     */
    public record Move(JsonPointer from, JsonPointer path) implements Operation {}

    /**
     * Adds a value that is in one place, where it must be, at another as well.
     *
     * @param from where it is
     * @param path where it goes
     */
    public record Copy(JsonPointer from, JsonPointer path) implements Operation {}

    /**
     * Demands that a value is there.
     *
     * @param path the place
     * @param value what must be there
     */
    public record Test(JsonPointer path, Json value) implements Operation {}

    /** {@return a patch that makes the second document of the first} It names what is different and nothing else. */
    public static JsonPatch between(Json before, Json after) {
        return JsonDifference.between(before, after);
    }

    /**
     * {@return the patch that a document describes}
     *
     * @throws IllegalArgumentException if it is not a list of operations
     */
    public static JsonPatch parse(Json document) {
        if (!(document instanceof Json.Arr list)) {
            throw new IllegalArgumentException("a JSON patch is a list, not " + JsonTrees.nameOf(document));
        }
        List<Operation> operations = new ArrayList<>();
        for (Json item : list.items()) {
            operations.add(new OperationReader(operations.size(), item).read());
        }
        return new JsonPatch(operations);
    }

    /** {@return a builder of a patch} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return a document with this patch applied; the given one is left as it is}
     *
     * @throws PatchFailedException if an operation does not fit the document, a test does not hold, or copies would make
     *     it grow out of bounds
     */
    public Json apply(Json document) {
        return new JsonPatchApplication(document).apply(operations);
    }

    @Override
    public String contentType() {
        return "application/json-patch+json";
    }

    @Override
    public RawJson body() {
        return RawJson.of(toJson());
    }

    /** {@return the document that describes this patch} */
    public Json toJson() {
        return new Json.Arr(operations.stream().map(JsonPatch::toJson).toList());
    }

    private static Json toJson(Operation operation) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("op", Json.of(operation.name()));
        fields.put("path", Json.of(operation.path().toString()));
        switch (operation) {
            case Add add -> fields.put("value", add.value());
            case Replace replace -> fields.put("value", replace.value());
            case Test test -> fields.put("value", test.value());
            case Move move -> fields.put("from", Json.of(move.from().toString()));
            case Copy copy -> fields.put("from", Json.of(copy.from().toString()));
            case Remove ignored -> {}
        }
        return new Json.Obj(fields);
    }

    /** Reads one operation of a document. */
    private record OperationReader(int index, Json item) {
        Operation read() {
            String name = text("op");
            return switch (name) {
                case "add" -> new Add(pointer("path"), value());
                case "remove" -> new Remove(pointer("path"));
                case "replace" -> new Replace(pointer("path"), value());
                case "move" -> new Move(pointer("from"), pointer("path"));
                case "copy" -> new Copy(pointer("from"), pointer("path"));
                case "test" -> new Test(pointer("path"), value());
                default -> throw wrong("unknown op " + Excerpt.quoted(name));
            };
        }

        private JsonPointer pointer(String field) {
            try {
                return JsonPointer.parse(text(field));
            } catch (IllegalArgumentException notAPointer) {
                throw wrong(notAPointer.getMessage());
            }
        }

        private String text(String field) {
            if (item instanceof Json.Obj object && object.get(field) instanceof Json.Str text) {
                return text.value();
            }
            throw wrong("no string \"" + field + '"');
        }

        private Json value() {
            if (item instanceof Json.Obj object && object.fields().containsKey("value")) {
                return object.fields().get("value");
            }
            throw wrong("no \"value\"");
        }

        private IllegalArgumentException wrong(@Nullable String reason) {
            return new IllegalArgumentException("operation " + index + " of the JSON patch: " + reason);
        }
    }

    /** Collects operations. Places are {@linkplain JsonPointer#parse JSON pointers}. */
    public static final class Builder {
        private final List<Operation> operations = new ArrayList<>();

        private Builder() {}

        /** Sets a field or inserts an element. */
        public Builder add(String path, Json value) {
            return then(new Add(JsonPointer.parse(path), value));
        }

        /** Removes what must be there. */
        public Builder remove(String path) {
            return then(new Remove(JsonPointer.parse(path)));
        }

        /** Replaces what must be there. */
        public Builder replace(String path, Json value) {
            return then(new Replace(JsonPointer.parse(path), value));
        }

        /** Moves a value from one place to another. */
        public Builder move(String from, String path) {
            return then(new Move(JsonPointer.parse(from), JsonPointer.parse(path)));
        }

        /** Copies a value from one place to another. */
        public Builder copy(String from, String path) {
            return then(new Copy(JsonPointer.parse(from), JsonPointer.parse(path)));
        }

        /** Demands that a value is there. */
        public Builder test(String path, Json value) {
            return then(new Test(JsonPointer.parse(path), value));
        }

        /** Adds any operation. */
        public Builder then(Operation operation) {
            operations.add(operation);
            return this;
        }

        /** {@return the patch} */
        public JsonPatch build() {
            return new JsonPatch(operations);
        }
    }
}
