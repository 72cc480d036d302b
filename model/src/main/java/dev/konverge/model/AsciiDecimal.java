package dev.konverge.model;

/** Whole numbers in the digits 0 to 9 only, as Kubernetes reads them; Java's own parser takes any script's digits. */
final class AsciiDecimal {
    private AsciiDecimal() {}

    /**
     * {@return the number of 64 bits that a text stands for: an optional sign and at least one digit}
     *
     * @throws NumberFormatException if it stands for none
     */
    static long parse(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > '9') {
                throw new NumberFormatException("not a decimal digit at position " + i);
            }
        }
        return Long.parseLong(text);
    }
}
