package dev.konverge.apiserver.crd;

import dev.konverge.apiserver.failure.FieldError;
import dev.konverge.apiserver.failure.GoText;
import dev.konverge.model.Json;

/** Checks the bounds of a number. */
final class NumberRules {
    private NumberRules() {}

    private static final double TWO_TO_63 = 0x1p63;

    static void check(Json value, SchemaNode schema, String path, CheckResult result) {
        ValueRules rules = schema.rules();
        double number = value instanceof Json.Int whole ? (double) whole.value() : ((Json.Dec) value).value();
        range(value, number, schema, path, result);
        Double factor = rules.multipleOf();
        if (factor != null && !isMultiple(value, number, factor)) {
            result.add(SchemaCheck.invalid(path, value, " should be a multiple of " + shown(factor)));
        }
        Double min = rules.minimum();
        if (min != null && (rules.exclusiveMinimum() ? number <= min : number < min)) {
            String relation =
                    rules.exclusiveMinimum() ? " should be greater than " : " should be greater than or equal to ";
            result.add(SchemaCheck.invalid(path, value, relation + shown(min)));
        }
        Double max = rules.maximum();
        if (max != null && (rules.exclusiveMaximum() ? number >= max : number > max)) {
            String relation = rules.exclusiveMaximum() ? " should be less than " : " should be less than or equal to ";
            result.add(SchemaCheck.invalid(path, value, relation + shown(max)));
        }
        result.match();
        result.match();
    }

    private static boolean isMultiple(Json value, double number, double factor) {
        if (value instanceof Json.Int whole && factor == Math.rint(factor) && factor >= 1) {
            return whole.value() % (long) factor == 0;
        }
        double times = factor < 1 ? 1 / factor * number : number / factor;
        return Math.abs(times - Math.rint(times)) < 1e-9 * Math.max(1, Math.abs(times));
    }

    private static void range(Json value, double number, SchemaNode schema, String path, CheckResult result) {
        boolean integer = schema.type().equals("integer");
        String format = schema.rules().format();
        boolean whole = value instanceof Json.Int || (number == Math.rint(number) && Math.abs(number) < TWO_TO_63);
        boolean fits = switch (format) {
            case "int32" -> (whole || !integer) && number >= Integer.MIN_VALUE && number <= Integer.MAX_VALUE;
            case "float" -> (whole || !integer) && Math.abs(number) <= Float.MAX_VALUE;
            default -> whole || !integer;
        };
        if (!fits && (integer || schema.type().equals("number"))) {
            String form = format.isEmpty() ? " (default format)" : " with format " + format;
            String detail = "Checked value must be of type " + schema.type() + form + " in " + path;
            result.add(FieldError.invalid("<nil>", "", detail));
        }
    }

    private static String shown(double bound) {
        return GoText.number(bound);
    }
}
