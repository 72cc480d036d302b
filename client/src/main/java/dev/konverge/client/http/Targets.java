package dev.konverge.client.http;

import java.nio.charset.StandardCharsets;

/** Paths and queries as they stand in a request. */
final class Targets {
    private static final String HEX = "0123456789ABCDEF";

    private Targets() {}

    /**
     * {@return a target with what may not stand there in percent form; the same one if there is nothing}
     *
     * @throws IllegalArgumentException if it has control characters, which nobody means to send
     */
    static String escape(String target) {
        for (int i = 0; i < target.length(); i++) {
            if (!stands(target.charAt(i))) {
                return escaped(target);
            }
        }
        return target;
    }

    private static boolean stands(char c) {
        return c > ' ' && c < 0x7f && c != '#';
    }

    private static String escaped(String target) {
        StringBuilder escaped = new StringBuilder(target.length() + 16);
        if (!HeaderFields.isValue(target) || target.indexOf('\t') >= 0) {
            throw new IllegalArgumentException("the path of a request has a control character");
        }
        for (byte b : target.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0 && stands((char) b)) {
                escaped.append((char) b);
            } else {
                escaped.append('%').append(HEX.charAt(b >>> 4 & 0xf)).append(HEX.charAt(b & 0xf));
            }
        }
        return escaped.toString();
    }
}
