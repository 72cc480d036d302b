package dev.konverge.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The parts of a quantity's text: a number, and the power of two or of ten that its suffix stands for.
 *
 * @param text the whole text
 * @param numberEnd where the number ends and the suffix begins
 * @param suffix what the suffix stands for
 */
record QuantityText(String text, int numberEnd, Suffix suffix) {
    /** Far longer than any quantity that {@link #MAX_DIGITS} allows. */
    private static final int MAX_LENGTH = 256;

    private static final int MAX_EXPONENT = 999;

    /**
     * How many digits a quantity may have before the point. Kubernetes speaks of 64 bits but does not hold decimal
     * quantities to it; this leaves room for every sum, and bounds what arithmetic on hostile input can cost.
     */
    static final int MAX_DIGITS = 200;

    /** As many decimal digits as the largest binary suffix can add. */
    private static final int BINARY_DIGITS = 19;

    /** How many decimal places a quantity can have. */
    static final int MAX_SCALE = 9;

    /**
     * What a suffix stands for.
     *
     * @param base 2 or 10
     * @param exponent the power of it
     * @param format the format it belongs to
     */
    record Suffix(int base, int exponent, QuantityFormat format) {
        private static Suffix decimal(int exponent) {
            return new Suffix(10, exponent, QuantityFormat.DECIMAL_SI);
        }

        private static Suffix binary(int exponent) {
            return new Suffix(2, exponent, QuantityFormat.BINARY_SI);
        }
    }

    /**
     * {@return the parts of a text}
     *
     * @throws IllegalArgumentException if it is not a quantity; the message names text and position
     */
    static QuantityText scan(String text) {
        if (text.length() > MAX_LENGTH) {
            throw wrong(text, MAX_LENGTH, "longer than any quantity");
        }
        int at = hasSign(text, 0) ? 1 : 0;
        int integerEnd = skipDigits(text, at);
        int end = integerEnd < text.length() && text.charAt(integerEnd) == '.'
                ? skipDigits(text, integerEnd + 1)
                : integerEnd;
        int points = end > integerEnd ? 1 : 0;
        if (end - at - points == 0) {
            throw wrong(text, at, "expected a digit");
        }
        Suffix suffix = suffix(text, end);
        if (integerEnd - at + (suffix.base() == 2 ? BINARY_DIGITS : suffix.exponent()) > MAX_DIGITS) {
            throw wrong(text, at, "larger than any quantity");
        }
        return new QuantityText(text, end, suffix);
    }

    private static Suffix suffix(String text, int at) {
        return switch (text.substring(at)) {
            case "n" -> Suffix.decimal(-9);
            case "u" -> Suffix.decimal(-6);
            case "m" -> Suffix.decimal(-3);
            case "" -> Suffix.decimal(0);
            case "k" -> Suffix.decimal(3);
            case "M" -> Suffix.decimal(6);
            case "G" -> Suffix.decimal(9);
            case "T" -> Suffix.decimal(12);
            case "P" -> Suffix.decimal(15);
            case "E" -> Suffix.decimal(18);
            case "Ki" -> Suffix.binary(10);
            case "Mi" -> Suffix.binary(20);
            case "Gi" -> Suffix.binary(30);
            case "Ti" -> Suffix.binary(40);
            case "Pi" -> Suffix.binary(50);
            case "Ei" -> Suffix.binary(60);
            default -> new Suffix(10, exponent(text, at), QuantityFormat.DECIMAL_EXPONENT);
        };
    }

    private static int exponent(String text, int at) {
        if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
            throw wrong(text, at, "expected a suffix");
        }
        int from = hasSign(text, at + 1) ? at + 2 : at + 1;
        int to = skipDigits(text, from);
        if (from == to || to < text.length()) {
            throw wrong(text, to, "expected a digit of an exponent");
        }
        int exponent = 0;
        for (int i = from; i < to; i++) {
            exponent = exponent * 10 + (text.charAt(i) - '0');
            if (exponent > MAX_EXPONENT) {
                throw wrong(text, at, "exponent out of range");
            }
        }
        return text.charAt(from - 1) == '-' ? -exponent : exponent;
    }

    private static boolean hasSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
    }

    private static int skipDigits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static IllegalArgumentException wrong(String text, int position, String reason) {
        return new IllegalArgumentException(
                Excerpt.quoted(text) + " is not a quantity: " + reason + " at position " + position);
    }

    /**
     * {@return the number it stands for} What is finer than 10^-9 is rounded away from zero, so that who asks for
     * something gets something; with a binary suffix, what is beyond 64 bits is cut to 2^63-1.
     */
    BigDecimal value() {
        BigDecimal number = new BigDecimal(text.substring(0, numberEnd));
        BigDecimal exact = suffix.base() == 10
                ? number.scaleByPowerOfTen(suffix.exponent())
                : number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(suffix.exponent())));
        BigDecimal rounded = roundUp(exact, MAX_SCALE);
        if (suffix.format() == QuantityFormat.BINARY_SI && rounded.abs().compareTo(QuantityFormat.Binary.LARGEST) > 0) {
            return rounded.signum() < 0 ? QuantityFormat.Binary.LARGEST.negate() : QuantityFormat.Binary.LARGEST;
        }
        return rounded;
    }

    /** {@return the format it is in} What a binary suffix makes less than one has no binary form. */
    QuantityFormat format() {
        if (suffix.format() == QuantityFormat.BINARY_SI) {
            BigDecimal size = value().abs();
            if (size.signum() != 0 && size.compareTo(BigDecimal.ONE) < 0) {
                return QuantityFormat.DECIMAL_SI;
            }
        }
        return suffix.format();
    }

    static BigDecimal roundUp(BigDecimal value, int scale) {
        return value.scale() > scale ? value.setScale(scale, RoundingMode.UP) : value;
    }

    /**
     * {@return whether a Kubernetes server hands this text back as it came} It does so where a quick look finds the
     * text canonical, and the look is quicker than it is exact: {@code 1.500} and {@code +1} pass it.
     */
    boolean isKeptByServer() {
        int from = hasSign(text, 0) ? 1 : 0;
        while (from < numberEnd && text.charAt(from) == '0') {
            from++;
        }
        int point = text.indexOf('.');
        int integerEnd = point < 0 ? numberEnd : point;
        String integer = from == integerEnd ? "0" : text.substring(from, integerEnd);
        String fraction = point < 0 ? "" : text.substring(point + 1, numberEnd);
        return suffix.base() == 2 ? isKeptBinary(integer, fraction) : isKeptDecimal(integer, fraction);
    }

    private boolean isKeptDecimal(String integer, String fraction) {
        String digits = integer + fraction;
        int scale = suffix.exponent() - fraction.length();
        return digits.length() <= 18
                && scale >= -MAX_SCALE
                && scale % 3 == 0
                && !digits.endsWith("000")
                && digits.charAt(0) != '0';
    }

    private boolean isKeptBinary(String integer, String fraction) {
        // As many digits as surely fit into 64 bits once shifted; an odd multiple of the suffix is canonical.
        return fraction.isEmpty()
                && integer.length() + suffix.exponent() * 3 / 10 <= 14
                && (AsciiDecimal.parse(integer) & 7) != 0;
    }
}
