package dev.konverge.apiserver.cel;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The operators of the language. */
final class Operators {
    private Operators() {}

    static final Map<String, Operation> ALL = Map.ofEntries(
            Map.entry("_==_", a -> Equality.equal(a.get(0), a.get(1))),
            Map.entry("_!=_", a -> !Equality.equal(a.get(0), a.get(1))),
            Map.entry("_<_", a -> ordered(a) && Equality.compare(a.get(0), a.get(1)) < 0),
            Map.entry("_<=_", a -> ordered(a) && Equality.compare(a.get(0), a.get(1)) <= 0),
            Map.entry("_>_", a -> ordered(a) && Equality.compare(a.get(0), a.get(1)) > 0),
            Map.entry("_>=_", a -> ordered(a) && Equality.compare(a.get(0), a.get(1)) >= 0),
            Map.entry("_+_", a -> sum(a.get(0), a.get(1))),
            Map.entry("_-_", a -> difference(a.get(0), a.get(1))),
            Map.entry("_*_", a -> product(a.get(0), a.get(1))),
            Map.entry("_/_", a -> quotient(a.get(0), a.get(1))),
            Map.entry("_%_", a -> remainder(a.get(0), a.get(1))),
            Map.entry("!_", a -> !Operation.as(Boolean.class, a.get(0))),
            Map.entry("-_", a -> negated(a.get(0))),
            Map.entry("@in", a -> isIn(a.get(0), a.get(1))),
            Map.entry("@not_strictly_false", a -> a.get(0)),
            Map.entry("dyn", a -> a.get(0)));

    private static boolean ordered(List<Object> arguments) {
        return !Equality.isNaN(arguments.get(0)) && !Equality.isNaN(arguments.get(1));
    }

    private static Object isIn(Object value, Object container) {
        return switch (container) {
            case List<?> list -> Equality.contains(list, value);
            case MapValue map -> map.find(value) != null;
            default -> throw CelFailure.noOverload();
        };
    }

    static Object sum(Object left, Object right) {
        if (left instanceof JsonList own && right instanceof List<?> list) {
            return own.plus(list);
        }
        if (left instanceof List<?> a && right instanceof List<?> b) {
            List<Object> both = new ArrayList<>(a.size() + b.size());
            both.addAll(a);
            both.addAll(b);
            return both;
        }
        return switch (left) {
            case Long a when right instanceof Long b -> Math.addExact(a, b);
            case Double a when right instanceof Double b -> a + b;
            case Uint a when right instanceof Uint b -> Uint.of(a.value().add(b.value()));
            case String a when right instanceof String b -> a + b;
            case Bytes a when right instanceof Bytes b -> a.plus(b);
            case Duration a when right instanceof Duration b -> checked(a.plus(b));
            case Duration a when right instanceof Instant b -> Times.within(b.plus(a));
            case Instant a when right instanceof Duration b -> Times.within(a.plus(b));
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object difference(Object left, Object right) {
        return switch (left) {
            case Long a when right instanceof Long b -> Math.subtractExact(a, b);
            case Double a when right instanceof Double b -> a - b;
            case Uint a when right instanceof Uint b -> Uint.of(a.value().subtract(b.value()));
            case Duration a when right instanceof Duration b -> checked(a.minus(b));
            case Instant a when right instanceof Duration b -> Times.within(a.minus(b));
            case Instant a when right instanceof Instant b -> checked(Duration.between(b, a));
            default -> throw CelFailure.noOverload();
        };
    }

    private static Duration checked(Duration span) {
        // Fails if it has more nanoseconds than fit into a number, as it does in Kubernetes.
        return Duration.ofNanos(span.toNanos());
    }

    private static Object product(Object left, Object right) {
        return switch (left) {
            case Long a when right instanceof Long b -> Math.multiplyExact(a, b);
            case Double a when right instanceof Double b -> a * b;
            case Uint a when right instanceof Uint b -> Uint.of(a.value().multiply(b.value()));
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object quotient(Object left, Object right) {
        return switch (left) {
            case Long a
            when right instanceof Long b -> {
                nonZero(b, "division by zero");
                yield Math.divideExact(a, b);
            }
            case Double a when right instanceof Double b -> a / b;
            case Uint a
            when right instanceof Uint b -> {
                nonZero(b.bits(), "division by zero");
                yield Uint.of(a.value().divide(b.value()));
            }
            default -> throw CelFailure.noOverload();
        };
    }

    private static Object remainder(Object left, Object right) {
        return switch (left) {
            case Long a
            when right instanceof Long b -> {
                nonZero(b, "modulus by zero");
                if (a == Long.MIN_VALUE && b == -1) {
                    throw new CelFailure("integer overflow");
                }
                yield a % b;
            }
            case Uint a
            when right instanceof Uint b -> {
                nonZero(b.bits(), "modulus by zero");
                yield Uint.of(a.value().mod(b.value()));
            }
            default -> throw CelFailure.noOverload();
        };
    }

    private static void nonZero(long divisor, String complaint) {
        if (divisor == 0) {
            throw new CelFailure(complaint);
        }
    }

    private static Object negated(Object value) {
        return switch (value) {
            case Long whole -> Math.negateExact(whole);
            case Double decimal -> -decimal;
            case Duration span -> span.negated();
            default -> throw CelFailure.noOverload();
        };
    }
}
