package dev.konverge.model.codec;

import java.math.BigDecimal;
import java.math.MathContext;

/** Writes floating-point numbers as Go's JSON encoder does: shortest form, an exponent only for the very large or small. */
final class Decimals {
    private Decimals() {}

    static String format(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no number " + value);
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal exact = shortest(value);
        double size = Math.abs(value);
        return size < 1e-6 || size >= 1e21 ? scientific(exact) : exact.toPlainString();
    }

    /** {@return the shortest decimal that reads as this number; Java itself never writes fewer than two digits} */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        BigDecimal shorter = exact.round(new MathContext(1));
        return exact.precision() == 2 && shorter.doubleValue() == value ? shorter : exact;
    }

    private static String scientific(BigDecimal value) {
        String digits = value.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - value.scale();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return (value.signum() < 0 ? "-" : "") + mantissa + (exponent < 0 ? "e-" : "e+") + Math.abs(exponent);
    }
}
