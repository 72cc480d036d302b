package dev.konverge.apiserver.crd;

import dev.konverge.model.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * A path into an object as definitions write it for columns, such as {@code .status.conditions[?(@.type=="Ready")].status}.
 *
 * <p>Knows names (also in quotes and brackets), indexes and ranges of lists, {@code *}, {@code ..} and filters that compare one path
 * with one value. A path that is not well formed finds nothing.
 */
final class JsonPath {
    private final List<Step> steps;

    private JsonPath(List<Step> steps) {
        this.steps = steps;
    }

    /** {@return the path that a text stands for, or one that finds nothing} */
    static JsonPath parse(String text) {
        return new JsonPath(new JsonPathParser(text).parse());
    }

    /** {@return all values at this path, in the order of the document} */
    List<Json> find(Json value) {
        List<Json> found = List.of(value);
        for (Step step : steps) {
            List<Json> next = new ArrayList<>();
            for (Json from : found) {
                step.from(from, next);
            }
            found = next;
        }
        return found;
    }

    /** One step of a path. */
    sealed interface Step {
        /** Adds what the step leads to from a value. */
        void from(Json value, List<Json> found);
    }

    /** To a field of an object. */
    record Name(String name) implements Step {
        @Override
        public void from(Json value, List<Json> found) {
            Json inner = value instanceof Json.Obj object ? object.get(name) : null;
            if (inner != null) {
                found.add(inner);
            }
        }
    }

    /** To some elements of a list; negative places count from its end. */
    record Range(int from, int to) implements Step {
        /** The end of a range that has none. */
        static final int OPEN = Integer.MAX_VALUE;

        @Override
        public void from(Json value, List<Json> found) {
            if (value instanceof Json.Arr array) {
                int size = array.items().size();
                int start = Math.max(0, from < 0 ? from + size : from);
                int end = Math.min(size, to < 0 ? to + size : to);
                for (int i = start; i < end; i++) {
                    found.add(array.items().get(i));
                }
            }
        }
    }

    /** To everything inside. */
    record Everything() implements Step {
        @Override
        public void from(Json value, List<Json> found) {
            if (value instanceof Json.Obj object) {
                found.addAll(object.fields().values());
            } else if (value instanceof Json.Arr array) {
                found.addAll(array.items());
            }
        }
    }

    /** To the value and all that is inside of it at any depth. */
    record Descent() implements Step {
        @Override
        public void from(Json value, List<Json> found) {
            found.add(value);
            List<Json> inner = new ArrayList<>();
            new Everything().from(value, inner);
            inner.forEach(part -> from(part, found));
        }
    }

    /** To the elements of a list that pass a test. */
    record Filter(JsonPath path, String operator, Json operand) implements Step {
        @Override
        public void from(Json value, List<Json> found) {
            if (value instanceof Json.Arr array) {
                array.items().stream().filter(this::passes).forEach(found::add);
            }
        }

        private boolean passes(Json item) {
            List<Json> left = path.find(item);
            if (left.isEmpty()) {
                return false;
            }
            if (operator.isEmpty()) {
                return true;
            }
            int order = compare(left.getFirst(), operand);
            return switch (operator) {
                case "==" -> left.getFirst().equals(operand);
                case "!=" -> !left.getFirst().equals(operand);
                case "<" -> order == -1;
                case "<=" -> order == -1 || order == 0;
                case ">" -> order == 1;
                case ">=" -> order == 1 || order == 0;
                default -> false;
            };
        }

        /** {@return how two values are ordered, or 2 if they cannot be} */
        private static int compare(Json left, Json right) {
            if (left instanceof Json.Str a && right instanceof Json.Str b) {
                return Integer.signum(a.value().compareTo(b.value()));
            }
            if (left instanceof Json.Int a && right instanceof Json.Int b) {
                return Long.compare(a.value(), b.value());
            }
            return 2;
        }
    }
}
