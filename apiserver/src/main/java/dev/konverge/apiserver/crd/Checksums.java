package dev.konverge.apiserver.crd;

import java.util.regex.Pattern;

/** Numbers that carry a check digit. */
final class Checksums {
    private static final Pattern CREDIT_CARD = Pattern.compile(
            "(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}"
                    + "|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11})");

    private Checksums() {}

    static boolean isIsbn10(String text) {
        String digits = text.replaceAll("[\\s-]", "");
        if (!digits.matches("[0-9]{9}[0-9X]")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            char c = digits.charAt(i);
            sum += (10 - i) * (c == 'X' ? 10 : c - '0');
        }
        return sum % 11 == 0;
    }

    static boolean isIsbn13(String text) {
        String digits = text.replaceAll("[\\s-]", "");
        if (!digits.matches("[0-9]{13}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
        }
        return sum % 10 == 0;
    }

    static boolean isCreditCard(String text) {
        String digits = text.replaceAll("[^0-9]+", "");
        if (!CREDIT_CARD.matcher(digits).matches()) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 1 ? digit * 2 : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }
}
