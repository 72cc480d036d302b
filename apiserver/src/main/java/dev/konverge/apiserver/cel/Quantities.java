package dev.konverge.apiserver.cel;

import dev.konverge.model.Quantity;
import dev.konverge.model.QuantityFormat;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Functions of quantities, and those that quantities and versions have in common. */
final class Quantities {
    private static final Pattern NUMBER = Pattern.compile("([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)");

    private Quantities() {}

    static final Map<String, Operation> ALL = Map.ofEntries(
            Map.entry("quantity", a -> parse(Operation.text(a, 0))),
            Map.entry("isQuantity", a -> isQuantity(Operation.text(a, 0))),
            Map.entry("sign", a -> (long) quantity(a, 0).signum()),
            Map.entry("asApproximateFloat", a -> quantity(a, 0).doubleValue()),
            Map.entry("asInteger", a -> asInteger(quantity(a, 0))),
            Map.entry("isInteger", a -> isInteger(quantity(a, 0))),
            Map.entry("add", a -> quantity(a, 0).add(operand(a.get(1)))),
            Map.entry("sub", a -> quantity(a, 0).subtract(operand(a.get(1)))),
            Map.entry("isGreaterThan", a -> compare(a) > 0),
            Map.entry("isLessThan", a -> compare(a) < 0),
            Map.entry("compareTo", a -> (long) Integer.signum(compare(a))));

    private static Quantity quantity(List<Object> a, int index) {
        return Operation.as(Quantity.class, a.get(index));
    }

    private static Quantity operand(Object value) {
        return value instanceof Long whole
                ? Quantity.of(BigDecimal.valueOf(whole), QuantityFormat.DECIMAL_EXPONENT)
                : Operation.as(Quantity.class, value);
    }

    private static int compare(List<Object> a) {
        if (a.get(0) instanceof Semver left) {
            return left.compareTo(Operation.as(Semver.class, a.get(1)));
        }
        return quantity(a, 0).compareTo(quantity(a, 1));
    }

    private static Quantity parse(String text) {
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw new CelFailure(
                    !NUMBER.matcher(text).matches()
                            ? "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
                            : "unable to parse quantity's suffix");
        }
    }

    private static boolean isQuantity(String text) {
        try {
            return Quantity.parse(text).signum() <= 1;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isInteger(Quantity quantity) {
        BigDecimal value = quantity.toBigDecimal().stripTrailingZeros();
        return value.scale() <= 0 && value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    }

    private static long asInteger(Quantity quantity) {
        if (!isInteger(quantity)) {
            throw new CelFailure("cannot convert value to integer");
        }
        return quantity.toBigDecimal().longValue();
    }
}
