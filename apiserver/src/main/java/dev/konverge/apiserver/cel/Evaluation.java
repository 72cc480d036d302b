package dev.konverge.apiserver.cel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One evaluation of one expression. Used by one thread, once. */
final class Evaluation {
    /** A variable of a loop; the innermost comes first. */
    private static final class Frame {
        private final String name;
        private final @Nullable Frame outer;
        private @Nullable Object value;

        Frame(String name, @Nullable Frame outer) {
            this.name = name;
            this.outer = outer;
        }
    }

    private static final int LIST_COST = 10;
    private static final int MAP_COST = 30;

    private final Variables variables;
    private final long limit;
    private long cost;
    private @Nullable Frame frame;

    Evaluation(Variables variables, long limit) {
        this.variables = variables;
        this.limit = limit;
    }

    long cost() {
        return cost;
    }

    private void charge(long units) {
        cost += units;
        if (cost > limit || cost < 0) {
            throw new OutOfBudget();
        }
    }

    Object value(Node node) {
        return switch (node) {
            case Node.Constant constant -> constant.value();
            case Node.Variable variable -> variable(variable.name());
            case Node.Select select -> select(value(select.operand()), select.field());
            case Node.Has has -> has(value(has.operand()), has.field());
            case Node.MaybeSelect select -> {
                Object operand = value(select.operand());
                yield maybe(operand, value(select.field()));
            }
            case Node.Index index -> {
                Object operand = value(index.operand());
                Object key = value(index.index());
                charge(1);
                yield index.optional() ? maybe(operand, key) : element(operand, key);
            }
            case Node.Call call -> call(call);
            case Node.And and -> logical(and.left(), and.right(), false);
            case Node.Or or -> logical(or.left(), or.right(), true);
            case Node.Conditional choice ->
                value(Operation.as(Boolean.class, value(choice.condition())) ? choice.yes() : choice.no());
            case Node.ListOf list -> list(list);
            case Node.MapOf map -> map(map);
            case Node.Loop loop -> loop(loop);
        };
    }

    private Object variable(String name) {
        charge(1);
        for (Frame scope = frame; scope != null; scope = scope.outer) {
            if (scope.name.equals(name) && scope.value != null) {
                if (scope.value instanceof CelFailure failure) {
                    throw failure;
                }
                return scope.value;
            }
        }
        Object value = variables.find(name);
        if (value == null) {
            throw new CelFailure("no such attribute(s): " + name);
        }
        return value;
    }

    private Object select(Object operand, String field) {
        charge(1);
        if (operand instanceof MapValue map) {
            return map.get(field);
        }
        if (operand instanceof Optional<?> optional) {
            return optional.isEmpty() ? optional : maybe(optional.get(), field);
        }
        // What has no fields does not have this one.
        throw new CelFailure("no such key: " + field);
    }

    private static Object has(Object operand, String field) {
        if (operand instanceof MapValue map) {
            return map.find(field) != null;
        }
        if (operand instanceof Optional<?> optional) {
            return optional.isPresent() && (Boolean) has(optional.get(), field);
        }
        throw CelFailure.noOverload();
    }

    private static Object maybe(Object operand, Object key) {
        if (operand instanceof Optional<?> optional) {
            return optional.isEmpty() ? optional : maybe(optional.get(), key);
        }
        if (operand instanceof MapValue map) {
            return Optional.ofNullable(map.find(key));
        }
        if (operand instanceof List<?> list && key instanceof Long place) {
            return place >= 0 && place < list.size() ? Optional.of(list.get(place.intValue())) : Optional.empty();
        }
        throw CelFailure.noOverload();
    }

    private static Object element(Object operand, Object key) {
        if (operand instanceof Optional<?> optional) {
            return optional.isEmpty() ? optional : maybe(optional.get(), key);
        }
        if (operand instanceof MapValue map) {
            return map.get(key);
        }
        if (operand instanceof List<?> list) {
            long place = place(key);
            if (place < 0 || place >= list.size()) {
                throw new CelFailure("index out of bounds: " + Texts.plain(key));
            }
            return list.get((int) place);
        }
        throw CelFailure.noOverload();
    }

    private static long place(Object key) {
        return switch (key) {
            case Long whole -> whole;
            case Uint unsigned -> unsigned.bits();
            case Double decimal when decimal == Math.rint(decimal) -> decimal.longValue();
            default ->
                throw new CelFailure(
                        "unsupported index type '" + TypeName.of(key).name() + "' in list");
        };
    }

    private Object call(Node.Call call) {
        List<Object> arguments = new ArrayList<>(call.arguments().size());
        for (Node argument : call.arguments()) {
            arguments.add(value(argument));
        }
        // Paid before it is done: a call that would cost too much must not be made first.
        charge(CallCost.of(call.name(), arguments));
        try {
            Object result = call.operation().apply(arguments);
            charge(CallCost.ofResult(call.name(), result));
            return result;
        } catch (ArithmeticException overflow) {
            throw new CelFailure("integer overflow");
        }
    }

    /** The value that decides is that of one side, whatever the other does. */
    private Object logical(Node left, Node right, boolean decisive) {
        CelFailure failure = null;
        try {
            if (Operation.as(Boolean.class, value(left)) == decisive) {
                return decisive;
            }
        } catch (CelFailure failed) {
            failure = failed;
        }
        try {
            boolean other = Operation.as(Boolean.class, value(right));
            if (other == decisive || failure == null) {
                return other;
            }
        } catch (CelFailure failed) {
            failure = failure == null ? failed : failure;
        }
        throw failure;
    }

    private Object list(Node.ListOf list) {
        List<Object> elements = new ArrayList<>(list.elements().size());
        for (int i = 0; i < list.elements().size(); i++) {
            Object element = value(list.elements().get(i));
            if (!list.optional().contains(i)) {
                elements.add(element);
            } else {
                Operation.optional(element).ifPresent(elements::add);
            }
        }
        charge(LIST_COST);
        return elements;
    }

    private Object map(Node.MapOf map) {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (Node.Entry entry : map.entries()) {
            Object key = value(entry.key());
            Object value = value(entry.value());
            if (entry.optional()) {
                Optional<?> maybe = Operation.optional(value);
                if (maybe.isEmpty()) {
                    continue;
                }
                value = maybe.get();
            }
            entries.put(key, value);
        }
        charge(MAP_COST);
        return MapValue.of(entries);
    }

    private Object loop(Node.Loop loop) {
        Object range = value(loop.range());
        Object start = value(loop.start());
        Frame before = frame;
        Frame result = new Frame(loop.result(), before);
        Frame first = new Frame(loop.first(), result);
        Frame second = loop.second().isEmpty() ? first : new Frame(loop.second(), first);
        result.value = start;
        try {
            if (range instanceof List<?> list) {
                for (int i = 0; i < list.size() && go(loop, second); i++) {
                    first.value = loop.second().isEmpty() ? list.get(i) : Long.valueOf(i);
                    second.value = list.get(i);
                    result.value = step(loop);
                }
            } else if (range instanceof MapValue map) {
                for (Object key : map.keys()) {
                    if (!go(loop, second)) {
                        break;
                    }
                    second.value = loop.second().isEmpty() ? key : map.get(key);
                    first.value = key;
                    result.value = step(loop);
                }
            } else {
                throw CelFailure.noOverload();
            }
            frame = result;
            return value(loop.end());
        } finally {
            frame = before;
        }
    }

    /** {@return what the loop has collected, or the failure that a later element may make up for} */
    private Object step(Node.Loop loop) {
        try {
            return value(loop.step());
        } catch (CelFailure failure) {
            return failure;
        }
    }

    private boolean go(Node.Loop loop, Frame inner) {
        frame = inner;
        try {
            return Operation.as(Boolean.class, value(loop.condition()));
        } catch (CelFailure undecided) {
            // An element without an answer does not end a loop that another element may still decide.
            return true;
        }
    }
}
