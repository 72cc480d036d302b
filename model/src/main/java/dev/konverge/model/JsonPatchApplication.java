package dev.konverge.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** One application of a JSON patch to a document. */
final class JsonPatchApplication {
    /**
     * How many values all moves and copies together may touch, and how deep they may come to lie. A patch of a few
     * operations that copy a document into itself could otherwise describe one of any size.
     */
    private static final int MAX_TOUCHED_VALUES = 1_000_000;

    private static final int MAX_DEPTH = 200;

    private Json document;
    private int index;
    private int touched;

    JsonPatchApplication(Json document) {
        this.document = document;
    }

    Json apply(List<JsonPatch.Operation> operations) {
        for (JsonPatch.Operation operation : operations) {
            document = new Step(operation).apply();
            index++;
        }
        return document;
    }

    /** A change to the object or the list that holds the place of an operation. */
    private interface Edit {
        void object(Map<String, Json> fields, String name);

        void list(List<Json> items, String token);
    }

    /** One operation on the document as the operations before it left it. */
    private final class Step {
        private final JsonPatch.Operation operation;

        Step(JsonPatch.Operation operation) {
            this.operation = operation;
        }

        Json apply() {
            if (operation.path().tokens().size() > MAX_DEPTH) {
                throw failed("the place is too deep");
            }
            return switch (operation) {
                case JsonPatch.Add add -> add(document, add.value());
                case JsonPatch.Remove remove -> remove(remove.path());
                case JsonPatch.Replace replace -> replace(replace.value());
                case JsonPatch.Move move -> move(move.from());
                case JsonPatch.Copy copy -> add(document, touch(present(copy.from())));
                case JsonPatch.Test test -> test(test.value());
            };
        }

        private Json test(Json value) {
            if (!present(operation.path()).equals(value)) {
                throw failed("another value is there");
            }
            return document;
        }

        private Json move(JsonPointer from) {
            Json value = touch(present(from));
            if (from.equals(operation.path())) {
                return document;
            }
            if (from.contains(operation.path())) {
                throw failed("a value cannot move into itself");
            }
            return add(remove(from), value);
        }

        private Json replace(Json value) {
            present(operation.path());
            return operation.path().equals(JsonPointer.ROOT)
                    ? value
                    : edit(document, operation.path().tokens(), new Put(value));
        }

        private Json add(Json target, Json value) {
            return operation.path().equals(JsonPointer.ROOT)
                    ? value
                    : edit(target, operation.path().tokens(), new Insert(value));
        }

        private Json remove(JsonPointer place) {
            present(place);
            if (place.equals(JsonPointer.ROOT)) {
                throw failed("the whole document cannot be removed");
            }
            return edit(document, place.tokens(), new Delete());
        }

        /** {@return the node with the place that the tokens lead to edited; only what is on the way is copied} */
        private Json edit(Json node, List<String> tokens, Edit edit) {
            String token = tokens.getFirst();
            if (tokens.size() == 1) {
                return edited(node, token, edit);
            }
            Json child = JsonPointer.findChild(node, token)
                    .orElseThrow(() -> failed("there is nothing at " + Excerpt.quoted(token)));
            return edited(node, token, new Put(edit(child, tokens.subList(1, tokens.size()), edit)));
        }

        private Json edited(Json node, String token, Edit edit) {
            if (node instanceof Json.Obj object) {
                Map<String, Json> fields = new LinkedHashMap<>(object.fields());
                edit.object(fields, token);
                return new Json.Obj(fields);
            }
            if (node instanceof Json.Arr array) {
                List<Json> items = new ArrayList<>(array.items());
                edit.list(items, token);
                return new Json.Arr(items);
            }
            throw failed("there is neither an object nor a list at " + Excerpt.quoted(token));
        }

        private Json present(JsonPointer place) {
            return place.find(document).orElseThrow(() -> failed("nothing is at \"" + place + '"'));
        }

        private Json touch(Json value) {
            touch(value, operation.path().tokens().size());
            return value;
        }

        private void touch(Json value, int depth) {
            touched++;
            if (touched > MAX_TOUCHED_VALUES || depth > MAX_DEPTH) {
                throw failed("the document would become too large");
            }
            if (value instanceof Json.Obj object) {
                object.fields().values().forEach(inner -> touch(inner, depth + 1));
            } else if (value instanceof Json.Arr array) {
                array.items().forEach(inner -> touch(inner, depth + 1));
            }
        }

        private int index(List<Json> items, String token, int max) {
            OptionalInt found = JsonPointer.findIndex(token);
            if (found.isEmpty() || found.getAsInt() > max) {
                throw failed(Excerpt.quoted(token) + " is not an index of a list of " + items.size());
            }
            return found.getAsInt();
        }

        private PatchFailedException failed(String reason) {
            return new PatchFailedException(index, operation.name() + " " + operation.path(), reason);
        }

        /** Puts a value in the place of what is there. */
        private final class Put implements Edit {
            private final Json value;

            Put(Json value) {
                this.value = value;
            }

            @Override
            public void object(Map<String, Json> fields, String name) {
                fields.put(name, value);
            }

            @Override
            public void list(List<Json> items, String token) {
                items.set(index(items, token, items.size() - 1), value);
            }
        }

        /** Sets a field, or inserts an element before the one that is there. */
        private final class Insert implements Edit {
            private final Json value;

            Insert(Json value) {
                this.value = value;
            }

            @Override
            public void object(Map<String, Json> fields, String name) {
                fields.put(name, value);
            }

            @Override
            public void list(List<Json> items, String token) {
                int at = token.equals(JsonPointer.BEHIND_LAST) ? items.size() : index(items, token, items.size());
                items.add(at, value);
            }
        }

        /** Removes what is there. */
        private final class Delete implements Edit {
            @Override
            public void object(Map<String, Json> fields, String name) {
                fields.remove(name);
            }

            @Override
            public void list(List<Json> items, String token) {
                items.remove(index(items, token, items.size() - 1));
            }
        }
    }
}
