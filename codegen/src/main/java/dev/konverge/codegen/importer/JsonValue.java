package dev.konverge.codegen.importer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON document as a tree, as much of it as reading API descriptions takes. */
sealed interface JsonValue {
    record Obj(Map<String, JsonValue> members) implements JsonValue {}

    record Arr(List<JsonValue> elements) implements JsonValue {}

    record Text(String value) implements JsonValue {}

    /** A number, a boolean or null, as it is spelled. */
    record Literal(String spelling) implements JsonValue {}

    /**
     * {@return the tree of a document}
     *
     * @param document what the document is called in messages
     */
    static JsonValue parse(String json, String document) {
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (JsonParser parser = factory.createParser(json)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new ImportException(document + " is empty; expected a JSON document");
            }
            JsonValue value = read(parser, first);
            if (parser.nextToken() != null) {
                throw new ImportException(document + ": there is more after the JSON document");
            }
            return value;
        } catch (IOException e) {
            throw new ImportException(document + " is not a JSON document: " + e.getMessage(), e);
        }
    }

    private static JsonValue read(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    members.put(name, read(parser, parser.nextToken()));
                }
                yield new Obj(members);
            }
            case START_ARRAY -> {
                List<JsonValue> elements = new ArrayList<>();
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    elements.add(read(parser, next));
                }
                yield new Arr(elements);
            }
            case VALUE_STRING -> new Text(parser.getText());
            default -> new Literal(parser.getText());
        };
    }

    /** {@return the member of that name, if this is an object and has one} */
    default Optional<JsonValue> find(String name) {
        return this instanceof Obj(var members) ? Optional.ofNullable(members.get(name)) : Optional.empty();
    }

    /** {@return the member of that name if it is an object, otherwise an empty object} */
    default Obj object(String name) {
        return find(name).filter(Obj.class::isInstance).map(Obj.class::cast).orElseGet(() -> new Obj(Map.of()));
    }

    /** {@return the elements of the member of that name if it is an array, otherwise none} */
    default List<JsonValue> array(String name) {
        return find(name)
                .filter(Arr.class::isInstance)
                .map(array -> ((Arr) array).elements())
                .orElse(List.of());
    }

    /** {@return the member of that name if it is a string, otherwise the empty string} */
    default String text(String name) {
        return find(name)
                .filter(Text.class::isInstance)
                .map(text -> ((Text) text).value())
                .orElse("");
    }

    /** {@return the strings in the array of that name} */
    default List<String> texts(String name) {
        return array(name).stream()
                .filter(Text.class::isInstance)
                .map(text -> ((Text) text).value())
                .toList();
    }

    /** {@return whether the member of that name is true} */
    default boolean isTrue(String name) {
        return find(name).filter(new Literal("true")::equals).isPresent();
    }

    /** {@return the document without white space, members in the order they came in} */
    default String compact() {
        StringBuilder out = new StringBuilder();
        write(this, out);
        return out.toString();
    }

    private static void write(JsonValue value, StringBuilder out) {
        switch (value) {
            case Literal(String spelling) -> out.append(spelling);
            case Text(String text) -> {
                out.append('"');
                JsonStringEncoder.getInstance().quoteAsString(text, out);
                out.append('"');
            }
            case Arr(var elements) -> {
                char before = '[';
                for (JsonValue element : elements) {
                    out.append(before);
                    write(element, out);
                    before = ',';
                }
                out.append(elements.isEmpty() ? "[]" : "]");
            }
            case Obj(var members) -> {
                char before = '{';
                for (var member : members.entrySet()) {
                    out.append(before);
                    write(new Text(member.getKey()), out);
                    out.append(':');
                    write(member.getValue(), out);
                    before = ',';
                }
                out.append(members.isEmpty() ? "{}" : "}");
            }
        }
    }
}
