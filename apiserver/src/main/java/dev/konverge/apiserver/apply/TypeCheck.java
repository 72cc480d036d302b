package dev.konverge.apiserver.apply;

import dev.konverge.apiserver.structure.GoFormat;
import dev.konverge.apiserver.structure.Struct;
import dev.konverge.apiserver.structure.Structure;
import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that an applied configuration has the structure of its kind, and says what is wrong in Kubernetes' words. */
final class TypeCheck {
    private final List<String> errors = new ArrayList<>();

    /** The way to the value under check: names, indexes and elements. It becomes text only where something is wrong. */
    private final List<Object> path = new ArrayList<>();

    private TypeCheck() {}

    /**
     * Checks a configuration.
     *
     * @throws MistypedException with one line for each error, if there are any
     */
    static void check(Json.Obj config, Struct structure) throws MistypedException {
        TypeCheck run = new TypeCheck();
        run.value(config, structure);
        if (run.errors.size() == 1) {
            throw new MistypedException(run.errors.getFirst());
        }
        if (!run.errors.isEmpty()) {
            throw new MistypedException("errors:\n  " + String.join("\n  ", run.errors));
        }
    }

    private void error(String message) {
        StringBuilder out = new StringBuilder();
        for (Object step : path) {
            switch (step) {
                case String name -> out.append('.').append(name);
                case Integer index -> out.append('[').append(index).append(']');
                default -> out.append(((PathElement) step).text());
            }
        }
        errors.add(out.isEmpty() ? message : out.append(": ").append(message).toString());
    }

    private void value(Json value, Structure structure) {
        if (value instanceof Json.Null) {
            return;
        }
        switch (Shapes.resolve(structure, value)) {
            case Structure.Scalar scalar -> scalar(value, scalar);
            case Struct struct -> object(value, struct);
            case Structure.Sequence list -> list(value, list);
            case Structure.Any ignored -> throw new IllegalStateException("a resolved structure is decided");
        }
    }

    private void scalar(Json value, Structure.Scalar scalar) {
        boolean number = value instanceof Json.Int || value instanceof Json.Dec;
        switch (scalar) {
            case NUMBER -> {
                if (!number) {
                    error("expected numeric (int or float), got " + GoFormat.typeName(value));
                }
            }
            case STRING -> {
                if (!(value instanceof Json.Str)) {
                    error("expected string, got &value.valueUnstructured{Value:" + GoFormat.syntax(value) + "}");
                }
            }
            case BOOLEAN -> {
                if (!(value instanceof Json.Bool)) {
                    error("expected boolean, got &{" + GoFormat.plain(value) + "}");
                }
            }
            case ANY -> {
                if (value instanceof Json.Obj || value instanceof Json.Arr) {
                    error("expected any scalar, got &{" + GoFormat.plain(value) + "}");
                }
            }
        }
    }

    private void object(Json value, Struct struct) {
        if (!(value instanceof Json.Obj object)) {
            error("expected map, got &{" + GoFormat.plain(value) + "}");
            return;
        }
        for (Map.Entry<String, Json> entry : object.fields().entrySet()) {
            Structure inner = struct.at(entry.getKey());
            path.add(entry.getKey());
            if (inner == null) {
                error("field not declared in schema");
                path.removeLast();
                return;
            }
            value(entry.getValue(), inner);
            path.removeLast();
        }
    }

    private void list(Json value, Structure.Sequence list) {
        if (!(value instanceof Json.Arr array)) {
            error("expected list, got &{" + GoFormat.plain(value) + "}");
            return;
        }
        Set<PathElement> seen = new HashSet<>();
        for (int i = 0; i < array.items().size(); i++) {
            Json item = array.items().get(i);
            Object step = i;
            if (!(list instanceof Structure.AtomicList)) {
                try {
                    PathElement element = Shapes.element(list, item);
                    if (!seen.add(element)) {
                        error("duplicate entries for key " + element.text());
                    }
                    step = element;
                } catch (MistypedException mistyped) {
                    error("element " + i + ": " + mistyped.getMessage());
                    return;
                }
            }
            path.add(step);
            value(item, list.element());
            path.removeLast();
        }
    }
}
