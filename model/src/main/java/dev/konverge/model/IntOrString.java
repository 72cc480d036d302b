package dev.konverge.model;

/**
 * A whole number or a text: the name or the number of a port, a count or a percentage of pods.
 *
 * <p>In JSON it is the number or the string itself.
 */
public sealed interface IntOrString {
    /**
     * A whole number.
     *
     * @param value the number
     */
    record IntValue(int value) implements IntOrString {
        @Override
        public String toString() {
            return Integer.toString(value);
        }
    }

    /**
     * A whole number that needs more than 32 bits. No built-in kind has one; a custom kind may.
     *
     * @param value the number
     */
    record LongValue(long value) implements IntOrString {
        /** Refuses a number that fits into 32 bits, which is an {@link IntValue}. */
        public LongValue {
            if (value == (int) value) {
                throw new IllegalArgumentException(value + " fits into 32 bits");
            }
        }

        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /**
     * A text.
     *
     * @param value the text
     */
    record StringValue(String value) implements IntOrString {
        @Override
        public String toString() {
            return value;
        }
    }

    /** {@return the value of a number} */
    static IntOrString of(int value) {
        return new IntValue(value);
    }

    /** {@return the value of a number, which is an {@link IntValue} if it fits} */
    static IntOrString of(long value) {
        return value == (int) value ? new IntValue((int) value) : new LongValue(value);
    }

    /** {@return the value of a text, which stays a text even if it looks like a number} */
    static IntOrString of(String value) {
        return new StringValue(value);
    }

    /** {@return a number if the text is one of 32 bits in decimal, else the text} */
    static IntOrString parse(String text) {
        try {
            return new IntValue(Math.toIntExact(AsciiDecimal.parse(text)));
        } catch (NumberFormatException | ArithmeticException notAnInt) {
            return new StringValue(text);
        }
    }

    /**
     * {@return the number, or this percentage of a total, rounded towards positive infinity} A rollout uses it for what
     * may be added ({@code maxSurge}).
     *
     * @throws IllegalArgumentException if this is a text other than a whole number followed by {@code %}
     * @throws ArithmeticException if the result does not fit
     */
    default int scaledUp(int total) {
        return switch (this) {
            case IntValue number -> number.value();
            case LongValue number -> Math.toIntExact(number.value());
            // The negated floor of the negated value: the division of whole numbers that rounds up.
            case StringValue text ->
                Math.toIntExact(
                        Math.negateExact(Math.floorDiv(Math.multiplyExact(percent(text.value()), -(long) total), 100)));
        };
    }

    /**
     * {@return the number, or this percentage of a total, rounded towards negative infinity} A rollout uses it for what
     * may be missing ({@code maxUnavailable}).
     *
     * @throws IllegalArgumentException if this is a text other than a whole number followed by {@code %}
     * @throws ArithmeticException if the result does not fit
     */
    default int scaledDown(int total) {
        return switch (this) {
            case IntValue number -> number.value();
            case LongValue number -> Math.toIntExact(number.value());
            case StringValue text ->
                Math.toIntExact(Math.floorDiv(Math.multiplyExact(percent(text.value()), (long) total), 100));
        };
    }

    private static long percent(String text) {
        if (!text.endsWith("%")) {
            throw new IllegalArgumentException(Excerpt.quoted(text) + " is neither a number nor a percentage");
        }
        try {
            return AsciiDecimal.parse(text.substring(0, text.length() - 1));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(Excerpt.quoted(text) + " is not a whole number of percent");
        }
    }
}
