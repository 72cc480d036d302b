package dev.konverge.model;

import java.math.BigDecimal;
import java.math.BigInteger;

/** One of the three ways to write a {@link Quantity}. */
public enum QuantityFormat {
    /** With a power of 1000 as suffix: {@code 500m}, {@code 12M}. */
    DECIMAL_SI,
    /** With a power of 1024 as suffix: {@code 12Mi}. */
    BINARY_SI,
    /** With a power of ten: {@code 12e6}. */
    DECIMAL_EXPONENT;

    /** From 10^-9 up, one for each power of 1000. */
    private static final String[] DECIMAL_SUFFIXES = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};

    private static final int SMALLEST_EXPONENT = -9;
    private static final int LARGEST_EXPONENT = 18;

    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    /**
     * What has a binary suffix. Apart, because {@code BigDecimal} makes tables when it is loaded, which takes a process that was just started 20 ms,
     * and who reads quantities and never computes with them needs none.
     */
    static final class Binary {
        static final BigDecimal SMALLEST = BigDecimal.valueOf(1024);

        /** What is larger is cut to this when it is read. */
        static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

        private Binary() {}
    }

    /**
     * {@return the canonical text of a whole number of 10^-9: no fraction, nothing lost, the largest suffix that allows
     * both} Where powers of 1024 would lose something or say nothing, powers of 1000 are used.
     */
    String canonical(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        return switch (this) {
            case DECIMAL_SI -> decimal(value, LARGEST_EXPONENT);
            case DECIMAL_EXPONENT -> decimal(value, Integer.MAX_VALUE);
            case BINARY_SI -> isBinary(value) ? binary(value.toBigIntegerExact()) : DECIMAL_SI.canonical(value);
        };
    }

    private static boolean isBinary(BigDecimal value) {
        return value.abs().compareTo(Binary.SMALLEST) >= 0
                && value.abs().compareTo(Binary.LARGEST) <= 0
                && value.stripTrailingZeros().scale() <= 0;
    }

    private String decimal(BigDecimal value, int largestExponent) {
        BigDecimal stripped = value.stripTrailingZeros();
        int exponent = Math.min(Math.floorDiv(-stripped.scale(), 3) * 3, largestExponent);
        BigInteger mantissa = stripped.scaleByPowerOfTen(-exponent).toBigIntegerExact();
        return mantissa + suffix(exponent);
    }

    private String suffix(int exponent) {
        if (this == DECIMAL_EXPONENT) {
            return exponent == 0 ? "" : "e" + exponent;
        }
        return DECIMAL_SUFFIXES[(exponent - SMALLEST_EXPONENT) / 3];
    }

    private static String binary(BigInteger value) {
        BigInteger mantissa = value;
        int power = 0;
        while (power < BINARY_SUFFIXES.length - 1 && mantissa.getLowestSetBit() >= 10) {
            mantissa = mantissa.shiftRight(10);
            power++;
        }
        return mantissa + BINARY_SUFFIXES[power];
    }
}
