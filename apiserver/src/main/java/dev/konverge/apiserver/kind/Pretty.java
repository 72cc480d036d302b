package dev.konverge.apiserver.kind;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** JSON on several lines, one for each value, indented by one space for each level. */
final class Pretty {
    private final List<String> lines = new ArrayList<>();

    private Pretty() {}

    /** {@return the lines of a value} */
    static List<String> lines(Json value) {
        Pretty pretty = new Pretty();
        pretty.write("", value, 0, "");
        return pretty.lines;
    }

    private void write(String start, Json value, int depth, String end) {
        String indent = " ".repeat(depth);
        switch (value) {
            case Json.Obj object
            when !object.fields().isEmpty() -> {
                lines.add(indent + start + "{");
                Iterator<Map.Entry<String, Json>> fields =
                        object.fields().entrySet().iterator();
                while (fields.hasNext()) {
                    Map.Entry<String, Json> field = fields.next();
                    write(Json.of(field.getKey()) + ": ", field.getValue(), depth + 1, fields.hasNext() ? "," : "");
                }
                lines.add(indent + "}" + end);
            }
            case Json.Arr array
            when !array.items().isEmpty() -> {
                lines.add(indent + start + "[");
                for (int i = 0; i < array.items().size(); i++) {
                    write(
                            "",
                            array.items().get(i),
                            depth + 1,
                            i + 1 < array.items().size() ? "," : "");
                }
                lines.add(indent + "]" + end);
            }
            default -> lines.add(indent + start + value + end);
        }
    }
}
