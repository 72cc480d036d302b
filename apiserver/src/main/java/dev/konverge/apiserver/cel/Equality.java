package dev.konverge.apiserver.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When two values are the same, and which of two comes first. */
final class Equality {
    private Equality() {}

    static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Uint || value instanceof Double;
    }

    static boolean equal(Object left, Object right) {
        if (isNumber(left) && isNumber(right)) {
            return !isNaN(left) && !isNaN(right) && number(left, right) == 0;
        }
        return switch (left) {
            case List<?> list -> right instanceof List<?> other ? lists(list, other) : mismatch(left);
            case MapValue map -> right instanceof MapValue other ? map.isSame(other) : mismatch(left);
            case Optional<?> optional ->
                right instanceof Optional<?> other
                        && optional.isPresent() == other.isPresent()
                        && (optional.isEmpty() || equal(optional.get(), other.orElseThrow()));
            default -> left.equals(right);
        };
    }

    /** Values of which the schema is known insist on their own kind; all others are just different from any other. */
    private static boolean mismatch(Object left) {
        boolean insists = (left instanceof JsonList list && list.isTyped())
                || (left instanceof ObjectValue object && object.isTyped());
        if (insists) {
            throw CelFailure.noOverload();
        }
        return false;
    }

    private static boolean lists(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        if (left instanceof JsonList own && own.isUnordered()) {
            return own.hasSameElements(right);
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean contains(List<?> list, Object value) {
        for (Object element : list) {
            boolean comparable = isNumber(element) || TypeName.of(element).equals(TypeName.of(value));
            if (comparable && equal(element, value)) {
                return true;
            }
        }
        return false;
    }

    /** {@return less than, equal to or more than 0 as the left comes before, with or after the right} */
    static int compare(Object left, Object right) {
        if (isNumber(left) && isNumber(right)) {
            return number(left, right);
        }
        if (left instanceof String a && right instanceof String b) {
            return texts(a, b);
        }
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return Boolean.compare(a, b);
        }
        if (left instanceof Bytes a && right instanceof Bytes b) {
            return a.compareTo(b);
        }
        if (left instanceof Duration a && right instanceof Duration b) {
            return a.compareTo(b);
        }
        if (left instanceof Instant a && right instanceof Instant b) {
            return a.compareTo(b);
        }
        throw CelFailure.noOverload();
    }

    /** In the order of their code points, which is that of their bytes. */
    private static int texts(String left, String right) {
        int i = 0;
        while (i < left.length() && i < right.length()) {
            int a = left.codePointAt(i);
            int b = right.codePointAt(i);
            if (a != b) {
                return Integer.compare(a, b);
            }
            i += Character.charCount(a);
        }
        return Integer.compare(left.length(), right.length());
    }

    static boolean isNaN(Object value) {
        return value instanceof Double number && number.isNaN();
    }

    private static int number(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return a.compareTo(b);
        }
        if (left instanceof Double a && right instanceof Double b) {
            return a.doubleValue() == b.doubleValue() ? 0 : a.compareTo(b);
        }
        if (left instanceof Double a && !Double.isFinite(a)) {
            return a > 0 || a.isNaN() ? 1 : -1;
        }
        if (right instanceof Double b && !Double.isFinite(b)) {
            return b > 0 || b.isNaN() ? -1 : 1;
        }
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(Object number) {
        return switch (number) {
            case Long whole -> BigDecimal.valueOf(whole);
            case Uint unsigned -> new BigDecimal(unsigned.value());
            case Double decimal -> new BigDecimal(decimal);
            default -> throw CelFailure.noOverload();
        };
    }
}
