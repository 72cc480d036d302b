package dev.konverge.apiserver.negotiate;

import java.util.Base64;

/** Bytes in a text as Go reads them: line breaks count for nothing, and what is wrong is said in Go's words. */
public final class GoBase64 {
    private GoBase64() {}

    /**
     * {@return the bytes in a text}
     *
     * @throws IllegalArgumentException if there are none; its message is Go's
     */
    public static byte[] decode(String text) {
        try {
            return Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("illegal base64 data at input byte " + firstStrange(text), wrong);
        }
    }

    private static int firstStrange(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '+' || c == '/');
            if (!plain && c != '\n' && c != '\r') {
                return i;
            }
        }
        return text.length() / 4 * 4;
    }
}
