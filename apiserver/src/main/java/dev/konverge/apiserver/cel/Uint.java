package dev.konverge.apiserver.cel;

import java.math.BigInteger;

/** An unsigned number of 64 bits; {@code bits} holds them. */
record Uint(long bits) implements Comparable<Uint> {
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(Long.SIZE);

    static Uint of(BigInteger value) {
        if (value.signum() < 0 || value.compareTo(LIMIT) >= 0) {
            throw new CelFailure("unsigned integer overflow");
        }
        return new Uint(value.longValue());
    }

    BigInteger value() {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    @Override
    public int compareTo(Uint other) {
        return Long.compareUnsigned(bits, other.bits);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}
