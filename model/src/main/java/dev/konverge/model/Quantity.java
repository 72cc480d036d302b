package dev.konverge.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An exact number with a unit prefix: an amount of processor time, memory, storage or anything countable.
 *
 * <p>It is a number, an optional fraction and one of the suffixes {@code n u m k M G T P E} (powers of 1000), {@code Ki
 * Mi Gi Ti Pi Ei} (powers of 1024) or {@code e6}, {@code E6} (powers of ten). It has nine decimal places; what is finer
 * is rounded away from zero.
 *
 * <p>A quantity keeps the text it came with and writes it back unchanged; {@link #canonical()} gives the one text among
 * all for the same number that Kubernetes prefers. Equality and order are by value: {@code 1000m} equals {@code 1}. The
 * text is all that an instance holds, and the value is worked out from it when asked for.
 *
 * <p>Arithmetic is exact, fails with an {@link ArithmeticException} beyond 200 digits, and gives canonical texts in the format of the left side, or of the right side if the left is
 * zero. The format is read from the text alone, so a sum that leaves the range of binary suffixes on the way stays
 * decimal: {@code 1Ki - 1 + 1} is {@code 1024}, equal to {@code 1Ki}.
 */
public final class Quantity implements Comparable<Quantity> {
    /** Zero. */
    public static final Quantity ZERO = new Quantity("0");

    private final String text;

    private Quantity(String text) {
        this.text = text;
    }

    /**
     * {@return the quantity that a text stands for}
     *
     * @throws IllegalArgumentException if it stands for none; the message names text and position
     */
    public static Quantity parse(String text) {
        QuantityText.scan(text);
        return new Quantity(text);
    }

    /** {@return a whole number} */
    public static Quantity of(long value) {
        return of(BigDecimal.valueOf(value), QuantityFormat.DECIMAL_SI);
    }

    /** {@return a whole number of bytes or the like, to be written with powers of 1024} */
    public static Quantity ofBinary(long value) {
        return of(BigDecimal.valueOf(value), QuantityFormat.BINARY_SI);
    }

    /** {@return so many thousandths} */
    public static Quantity ofMilli(long value) {
        return of(BigDecimal.valueOf(value, 3), QuantityFormat.DECIMAL_SI);
    }

    /**
     * {@return a number, rounded away from zero to nine decimal places, in canonical form}
     *
     * @throws ArithmeticException if it has more than 200 digits before the point
     */
    public static Quantity of(BigDecimal value, QuantityFormat format) {
        if (value.precision() - (long) value.scale() > QuantityText.MAX_DIGITS) {
            throw new ArithmeticException("a quantity has at most " + QuantityText.MAX_DIGITS + " digits");
        }
        return new Quantity(format.canonical(QuantityText.roundUp(value, QuantityText.MAX_SCALE)));
    }

    private QuantityText parts() {
        return QuantityText.scan(text);
    }

    /** {@return the exact value} */
    public BigDecimal toBigDecimal() {
        return parts().value();
    }

    /** {@return the value as the nearest floating-point number} */
    public double doubleValue() {
        return toBigDecimal().doubleValue();
    }

    /**
     * {@return the value as a whole number, rounded away from zero}
     *
     * @throws ArithmeticException if it does not fit into 64 bits
     */
    public long value() {
        return scaledValue(0);
    }

    /**
     * {@return the value in thousandths, rounded away from zero}
     *
     * @throws ArithmeticException if it does not fit into 64 bits
     */
    public long milliValue() {
        return scaledValue(-3);
    }

    /**
     * {@return the value in units of a power of ten, rounded away from zero}
     *
     * @param exponent the power: -3 for thousandths, 6 for millions
     * @throws ArithmeticException if it does not fit into 64 bits
     */
    public long scaledValue(int exponent) {
        BigDecimal scaled = toBigDecimal().scaleByPowerOfTen(Math.negateExact(exponent));
        try {
            return scaled.setScale(0, RoundingMode.UP).longValueExact();
        } catch (ArithmeticException tooLarge) {
            throw new ArithmeticException("quantity " + text + " does not fit into 64 bits in units of 10^" + exponent);
        }
    }

    /** {@return -1, 0 or 1 as the value is negative, zero or positive} */
    public int signum() {
        return toBigDecimal().signum();
    }

    /** {@return how it is written} */
    public QuantityFormat format() {
        return parts().format();
    }

    /** {@return the sum} */
    public Quantity add(Quantity other) {
        QuantityText left = parts();
        QuantityText right = other.parts();
        return of(left.value().add(right.value()), formatOf(left, right));
    }

    /** {@return the difference} */
    public Quantity subtract(Quantity other) {
        QuantityText left = parts();
        QuantityText right = other.parts();
        return of(left.value().subtract(right.value()), formatOf(left, right));
    }

    private static QuantityFormat formatOf(QuantityText left, QuantityText right) {
        return left.value().signum() == 0 ? right.format() : left.format();
    }

    /** {@return the product} */
    public Quantity multiply(long factor) {
        QuantityText parts = parts();
        return of(parts.value().multiply(BigDecimal.valueOf(factor)), parts.format());
    }

    /** {@return the value with the other sign} */
    public Quantity negate() {
        QuantityText parts = parts();
        return of(parts.value().negate(), parts.format());
    }

    /**
     * {@return the nearest multiple of a power of ten that is not closer to zero}
     *
     * @param exponent the power: -3 to round to thousandths, 0 to whole numbers
     */
    public Quantity roundUp(int exponent) {
        QuantityText parts = parts();
        return of(QuantityText.roundUp(parts.value(), Math.negateExact(exponent)), parts.format());
    }

    /** {@return the same value in canonical form: no fraction, nothing lost, the largest suffix that allows both} */
    public Quantity canonical() {
        QuantityText parts = parts();
        return of(parts.value(), parts.format());
    }

    /**
     * {@return the same value as a Kubernetes server writes it} Mostly in canonical form, but a server hands back some
     * other texts unchanged, such as {@code 1.500} and {@code +1}.
     */
    public Quantity asServed() {
        return parts().isKeptByServer() ? this : canonical();
    }

    /** Orders by value. */
    @Override
    public int compareTo(Quantity other) {
        return text.equals(other.text) ? 0 : toBigDecimal().compareTo(other.toBigDecimal());
    }

    /** {@return whether the other is a quantity of the same value, however written} */
    @Override
    public boolean equals(Object o) {
        return o instanceof Quantity other && compareTo(other) == 0;
    }

    @Override
    public int hashCode() {
        return toBigDecimal().stripTrailingZeros().hashCode();
    }

    /** {@return the text it came with} */
    @Override
    public String toString() {
        return text;
    }
}
